/** Rules about which steps are compensated, and which are left alone. */

import { isPerformed } from '../../../core/model/performed.ts';
import { abortOf, scopeOf } from '../abort.ts';
import { constantTruth } from '../constant-truth.ts';
import { failureOf, whatFollows } from '../follow.ts';
import { chosenNodes, incomingOf, undoEdgesOf } from '../graph.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import {
  expectedUndos,
  mustHaveUnwound,
  rootCompensations,
  undoCheck,
  undoersByUnit,
} from '../unwinding.ts';
import {
  beginningOf,
  compensations,
  type Execution,
  forwardExecutionOf,
  forwardExecutions,
  lastAttempt,
  stepOf,
  successOf,
  type View,
} from '../view.ts';

const all = ['baseline', 'harness', 'orbit'] as const;
const NOTHING: Judgement = { occurrences: 0, breaches: [] };

/** Whether something that no call shows can have made a unit succeed. */
const isSettledElsewhere = (unit: string, { reconciles, observation }: View): boolean =>
  reconciles.some((call) => call.unit === unit) ||
  observation.controls.some(({ action }) => action === 'operator');

/** By another reading of Q2 a step that was skipped for its time succeeded, without outputs. */
const isSkipAsSuccess = ({ node }: Execution, { observation: { choices } }: View): boolean =>
  node?.timeout?.onTimeout === 'skip' && choices['Q2'] === 'other';

/** Why a unit surely had not succeeded at a moment; null where it had, or it can't be told. */
const whyNotSucceeded = (unit: string, moment: number, view: View): string | null => {
  const execution = forwardExecutionOf(unit, view);
  if (isSettledElsewhere(unit, view)) return null;
  if (execution === null) {
    const node = view.nodes.get(stepOf(unit));
    const isOfRun = node !== undefined && !unit.includes('/');
    const isElement = unit !== node?.id;
    const isWhole = !isElement && (chosenNodes(view).has(unit) || node?.fanOut !== undefined);
    return isOfRun && isPerformed(node.kind) && !isWhole ? 'was never called' : null;
  }
  const success = successOf(execution);
  if (success !== null) {
    return isBefore(moment, success.end.at) ? `succeeded only at ${ms(success.end.at)}` : null;
  }
  const { how } = lastAttempt(execution).end;
  switch (how) {
    case 'failed':
      return 'had failed';
    case 'timed-out':
      return isSkipAsSuccess(execution, view) ? null : 'had timed out';
    case 'given-up':
      return 'had been given up on';
    default:
      return null;
  }
};

const onlySucceeded: RunRule = {
  kind: 'run',
  id: 'compensation/only-succeeded',
  title: 'compensates no step that did not succeed',
  clause: 'HarnessXML §8.4.1 (2); ORBIT, compensate; discipline 5',
  strength: 'MUST',
  profiles: all,
  level: 'full',
  sees: ['world'],
  needs: ['compensation'],
  trigger: 'a run unwinds in which a step with a compensation was called and did not succeed',
  page: {
    why: 'A refund of a charge that was refused is money given away. The step that failed is the first that careless engines undo.',
    wrong: 'reserve ok at 1 s; charge =comp=> refund fails at 2 s; refund runs at 2 s.',
    right: 'Only what undoes reserve runs.',
  },
  judge: (view) => {
    const undone = judgeEach(compensations(view), (undoing): Checked => {
      const unit = undoing.undoes ?? '';
      const at = beginningOf(undoing);
      const why = whyNotSucceeded(unit, at, view);
      return why === null
        ? 'not-judged'
        : breach(
            `${unit} ${why} and was compensated`,
            'no compensation',
            `${undoing.step} at ${ms(at)}`,
            {
              unit: undoing.unit,
              at,
            },
          );
    });
    const hasUnwound = rootCompensations(view).length > 0 || mustHaveUnwound(view);
    const left = judgeEach(hasUnwound ? forwardExecutions(view) : [], ({ unit, step }): Checked => {
      const hasUndo = (undoEdgesOf(view).get(step) ?? []).length > 0;
      const isUndone = undoersByUnit(view).has(unit);
      if (!hasUndo || isUndone) return 'not-judged';
      return whyNotSucceeded(unit, Number.POSITIVE_INFINITY, view) === null
        ? 'not-judged'
        : 'holds';
    });
    return together(undone, left);
  },
};

const everySucceeded: RunRule = {
  kind: 'run',
  id: 'compensation/every-succeeded',
  question: 'Q6',
  title: 'compensates each succeeded step that has a compensation',
  clause: 'HarnessXML §8.4.1 (2); ORBIT, abort 3; discipline 5',
  strength: 'MUST',
  profiles: all,
  level: 'full',
  sees: ['world', 'outcome'],
  needs: ['compensation'],
  trigger: 'a run unwinds after a step with a compensation succeeded',
  page: {
    why: 'What is left out of the unwinding stays for ever. Steps that needed a retry, sat in a branch or in a loop are those that undo lists forget.',
    wrong:
      'reserve succeeds on its second attempt; charge fails at 5 s; the run ends as compensated without release.',
    right: 'release runs at 5 s.',
  },
  judge: (view) =>
    mustHaveUnwound(view)
      ? together(
          judgeEach(expectedUndos(view), (undo) => undoCheck(undo, view)),
          view.observation.choices['Q6'] === 'first' ? secondUndos(view) : NOTHING,
        )
      : NOTHING,
};

/** A runtime that declares to follow the first compensation edge alone (Q6) follows no other. */
const secondUndos = (view: View): Judgement =>
  judgeEach(rootCompensations(view), (undoing): Checked => {
    const [first, ...others] = undoEdgesOf(view).get(stepOf(undoing.undoes ?? '')) ?? [];
    if (first === undefined || others.length === 0) return 'not-judged';
    return holdsOr(!others.some(({ to }) => to === undoing.step), () =>
      breach(
        `${undoing.step} was called to undo ${undoing.undoes}, and the runtime declares to follow the first edge alone (Q6)`,
        `${first.to} alone`,
        `${undoing.step} at ${ms(beginningOf(undoing))}`,
        { unit: undoing.unit, at: beginningOf(undoing) },
      ),
    );
  });

/** Units that were surely skipped: by a timeout, by a false guard, as calls or the trace show. */
const skippedUnits = (view: View): ReadonlySet<string> => {
  const { observation } = view;
  const skipped = new Set<string>();
  for (const event of observation.trace ?? []) {
    if (event.type === 'transition' && event.to === 'SKIPPED') skipped.add(event.unit);
  }
  for (const execution of forwardExecutions(view)) {
    if (execution.isCompensation || isSettledElsewhere(execution.unit, view)) continue;
    const last = lastAttempt(execution);
    const isSkip = whatFollows(last, observation.profile).kind === 'skip';
    if (isSkip && failureOf(last) !== null && !isSkipAsSuccess(execution, view))
      skipped.add(execution.unit);
  }
  const begun = new Set(forwardExecutions(view).map(({ step }) => step));
  for (const { id, guard } of observation.workflow.nodes) {
    const isFalse = guard !== null && constantTruth(guard, observation.workflow) === false;
    if (isFalse && !begun.has(id) && isReached(id, view)) skipped.add(id);
  }
  return skipped;
};

/** Whether everything before a node succeeded, so that its guard was surely asked. */
const isReached = (id: string, view: View): boolean =>
  !chosenNodes(view).has(id) &&
  (incomingOf(view).get(id) ?? []).every(({ from, type, condition }) => {
    const source = forwardExecutionOf(from, view);
    const success = source === null ? null : successOf(source);
    return (
      success !== null &&
      type !== 'error' &&
      condition === null &&
      isBefore(success.end.at, abortOf(view).at)
    );
  });

const skippedLeftAlone: RunRule = {
  kind: 'run',
  id: 'compensation/skipped-left-alone',
  title: 'compensates no skipped step',
  clause: 'HarnessXML §8.4.1 (2); ORBIT, compensate; discipline 5',
  strength: 'MUST',
  profiles: all,
  level: 'full',
  sees: ['world'],
  needs: ['compensation'],
  trigger: 'a run unwinds in which a step with a compensation was skipped',
  page: {
    why: 'A skipped step counts as done for what follows it, and as nothing for the unwinding: it changed nothing.',
    wrong: 'gift-wrap has a false guard and a compensation; charge fails at 2 s; unwrap is called.',
    right: 'unwrap is never called.',
  },
  judge: (view) => {
    if (rootCompensations(view).length === 0 && !mustHaveUnwound(view)) return NOTHING;
    const skipped = [...skippedUnits(view)].filter(
      (unit) => scopeOf(unit) === '' && (undoEdgesOf(view).get(stepOf(unit)) ?? []).length > 0,
    );
    return judgeEach(skipped, (unit) => {
      const [undoing] = undoersByUnit(view).get(unit) ?? [];
      return holdsOr(undoing === undefined, () => {
        const at = undoing === undefined ? 0 : beginningOf(undoing);
        return breach(
          `${unit} was skipped and compensated`,
          'no compensation',
          `a call at ${ms(at)}`,
          {
            unit: undoing?.unit,
            at,
          },
        );
      });
    });
  },
};

export const whichRules: readonly RunRule[] = [onlySucceeded, everySucceeded, skippedLeftAlone];
