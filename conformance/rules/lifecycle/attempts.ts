/** lifecycle/attempt-numbers: 1, 2, 3 …, in calls and in the trace (HarnessXML §6.6). */

import { breach, type Checked, judgeEach, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import type { View } from '../view.ts';
import { mayBeginAnew } from './transitions.ts';

interface Numbered {
  readonly unit: string;
  readonly attempt: number;
  readonly at: number;
  /** A redelivery has the number that it had. */
  readonly isRedelivery: boolean;
  readonly seq?: number;
}

const attemptNumbers: RunRule = {
  kind: 'run',
  id: 'lifecycle/attempt-numbers',
  title: 'numbers the attempts of a step execution 1, 2, 3 … without a gap',
  clause: 'HarnessXML §6.6, §8.1',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['world', 'trace'],
  needs: [],
  trigger: 'a task is called',
  page: {
    why: 'The number tells a task, a dashboard and a person which try this is, and whether it is the last one.',
    wrong: 'The attempts of charge are 0 and 1, or 1 and 3, or 1 and 1.',
    right: '1, then 2.',
  },
  judge: (view) => together(judgeCalls(view), judgeTrace(view)),
};

const judgeCalls = (view: View): Judgement =>
  judgeNumbers(
    view,
    view.observation.calls
      .filter(({ purpose }) => purpose !== 'reconcile')
      .map(({ unit, step, attempt, at, redelivered }) => ({
        name: `${unit}\n${step}`,
        numbered: { unit, attempt, at, isRedelivery: redelivered },
      })),
  );

/** An attempt that fails before its call is told by its transitions alone. */
const judgeTrace = (view: View): Judgement =>
  judgeNumbers(
    view,
    (view.observation.trace ?? []).flatMap((event) => {
      if (event.type !== 'transition' || event.to !== 'RUNNING') return [];
      const { unit, node, attempt, at, seq } = event;
      return [
        { name: `${unit}\n${node}`, numbered: { unit, attempt, at, seq, isRedelivery: false } },
      ];
    }),
  );

const judgeNumbers = (
  view: View,
  all: readonly { readonly name: string; readonly numbered: Numbered }[],
): Judgement => {
  const last = new Map<string, number>();
  return judgeEach(all, ({ name, numbered }): Checked => {
    const { unit, attempt, at, seq, isRedelivery } = numbered;
    const before = last.get(name) ?? 0;
    last.set(name, Math.max(before, attempt));
    if (isRedelivery || mayBeginAnew(view, numbered)) return 'not-judged';
    if (attempt === before + 1) return 'holds';
    return breach(
      `${unit}: attempt ${attempt} came ${before === 0 ? 'first' : `after ${before} attempt${before === 1 ? '' : 's'}`}`,
      `attempt ${before + 1}`,
      `attempt ${attempt}`,
      { unit, at, seq },
    );
  });
};

export const attemptRules: readonly RunRule[] = [attemptNumbers];
