/** How each call of a document can be answered: well, with the faults of the search, or otherwise. */

import { isRetryableByDefault } from '../../core/model/error-class.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { TaskAnswer } from '../../core/model/scenario.ts';
import type { Answer, OpenCall } from '../../simulator/explore/types.ts';
import { stepOfUnit } from '../fuzz/expectations/names.ts';
import { usualAnswer } from '../fuzz/space/answers.ts';
import { failure, HANGS, lost, refusalClass, retriedClass } from '../fuzz/space/faults.ts';
import type { Space } from '../fuzz/space/space.ts';
import type { StepInfo } from '../fuzz/space/steps.ts';

/** Kinds of answers that are not the usual one; each counts as a fault. */
export const FAULT_KINDS = [
  ...(['refused', 'fails', 'lost', 'hangs', 'late', 'slow', 'doubled', 'value'] as const),
] as const;

export type AnswerKind = (typeof FAULT_KINDS)[number];

/** In the words of reports. */
export const FAULT_WORDS: { readonly [kind in AnswerKind]: string } = {
  refused: 'an error that no other attempt mends',
  fails: 'an error that another attempt may mend',
  lost: 'it takes effect, and the reply is lost',
  hangs: 'it never returns, without effect',
  late: 'it returns after its timeout, with effect',
  slow: 'it returns just before its timeout; where it has none, after two seconds',
  doubled: 'it is delivered twice',
  value: "another output, of those that tip the document's conditions",
};

const MOST = 64;

/** @param kinds Those that are tried. */
export const menuOf = (
  space: Space,
  kinds: ReadonlySet<AnswerKind>,
): ((call: OpenCall) => readonly Answer[]) => {
  const menus = new Map<string, readonly Answer[]>();
  return (call) => {
    const { unit, node, isUndo, isGivenUp } = call;
    const name = `${unit}\n${node}\n${isGivenUp}`;
    const known = menus.get(name);
    if (known !== undefined) return known;
    const step = space.steps.get(stepOfUnit(unit)) ?? space.steps.get(stepOfUnit(node));
    const menu = makeMenu(space, call, step, isUndo, kinds).slice(0, MOST);
    menus.set(name, menu);
    return menu;
  };
};

export interface LeftOut {
  readonly step: string;
  /** Values of its outputs that no answer has. */
  readonly values: number;
}

/** Steps of which not each value that could tip a condition is tried, for there are too many. */
export const leftOutOf = (space: Space, kinds: ReadonlySet<AnswerKind>): readonly LeftOut[] => {
  if (!kinds.has('value')) return [];
  return [...space.values].flatMap(([name, ports]) => {
    const call: OpenCall = {
      ...{ unit: name, node: name, attempt: 1, isUndo: false, isGivenUp: false },
    };
    const menu = makeMenu(space, call, space.steps.get(name), false, kinds);
    const values =
      Math.max(0, menu.length - MOST) + ports.reduce((sum, { leftOut }) => sum + leftOut, 0);
    return values === 0 ? [] : [{ step: name, values }];
  });
};

const makeMenu = (
  space: Space,
  call: OpenCall,
  step: StepInfo | undefined,
  isUndo: boolean,
  kinds: ReadonlySet<AnswerKind>,
): readonly Answer[] => {
  const [base] = space.bases;
  const usual: TaskAnswer =
    base === undefined
      ? { after: 0, then: { kind: 'default' }, applied: true, duplicate: false }
      : { ...usualAnswer(base, call, space), applied: true };
  const menu: Answer[] = [{ name: 'ok', answer: usual, isTimed: false }];
  if (step === undefined) return menu;
  const add = (
    kind: AnswerKind,
    answer: TaskAnswer,
    isTimed = false,
    name: string = kind,
  ): void => {
    if (kinds.has(kind)) menu.push({ name, answer, isTimed });
  };
  add('refused', failure(refusalClass(step), 0));
  // Nobody hears what comes back to a call that was given up: it took effect, or it did not.
  if (call.isGivenUp) return menu;
  const { timeout, retry } = step;
  const isRetried = (retry?.maxAttempts ?? 1) > 1 || space.mayPause;
  const retried = retriedClass(step);
  if (isRetried || (isUndo && isRetryableByDefault(retried))) add('fails', failure(retried, 0));
  add('lost', lost(step, 0));
  add('hangs', HANGS, true);
  if (timeout !== null) add('late', { ...usual, after: timeout + space.usual + 1 }, true);
  const slow = timeout === null ? 10 * space.usual + 1000 : Math.max(0, timeout - 1);
  add('slow', { ...usual, after: slow }, true);
  if (space.options.mayIgnoreKeys) add('doubled', { ...usual, duplicate: true });
  for (const { port, values } of space.values.get(step.name) ?? []) {
    const output: JsonObject = usual.then.kind === 'ok' ? usual.then.output : step.placeholder;
    for (const value of values) {
      if (JSON.stringify(output[port] ?? null) === JSON.stringify(value)) continue;
      const answer: TaskAnswer = {
        ...usual,
        then: { kind: 'ok', output: { ...output, [port]: value } },
      };
      add('value', answer, false, `${port} is ${JSON.stringify(value).slice(0, 60)}`);
    }
  }
  return menu;
};
