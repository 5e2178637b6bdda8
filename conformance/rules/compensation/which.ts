/** Rules about which steps are compensated, and which are left alone. */

import { abortOf, scopeOf } from '../abort.ts';
import { constantTruth } from '../constant-truth.ts';
import { failureOf, whatFollows } from '../follow.ts';
import { chosenNodes, failsByCallsAlone, incomingOf, isPerformed, undoEdgesOf } from '../graph.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { Breach, Judgement, RunRule } from '../rule.ts';
import {
  expectedUndos,
  isUndoneByElement,
  mustBeCalled,
  mustHaveUnwound,
  rootCompensations,
  type Undo,
  undoersByUnit,
} from '../unwinding.ts';
import {
  compensations,
  type Execution,
  forwardExecutions,
  lastAttempt,
  successOf,
  type View,
} from '../view.ts';

const all = ['baseline', 'harness', 'orbit'] as const;
const NOTHING: Judgement = { occurrences: 0, breaches: [] };

const beginningOf = ({ attempts }: Execution): number => attempts[0]?.calls[0].at ?? 0;

const stepOf = (unit: string): string => unit.replace(/\[.*$/, '');

/** The forward execution of a unit; null where no call was made for it. */
const executionOf = (unit: string, view: View): Execution | null =>
  forwardExecutions(view).find((execution) => execution.unit === unit) ?? null;

/** Whether something that no call shows can have made a unit succeed. */
const isSettledElsewhere = (unit: string, { reconciles, observation }: View): boolean =>
  reconciles.some((call) => call.unit === unit) ||
  observation.controls.some(({ action }) => action === 'operator');

/** Why a unit surely had not succeeded at a moment; null where it had, or it can't be told. */
const whyNotSucceeded = (unit: string, moment: number, view: View): string | null => {
  const execution = executionOf(unit, view);
  if (isSettledElsewhere(unit, view)) return null;
  if (execution === null) {
    const node = view.nodes.get(stepOf(unit));
    const isOfRun = node !== undefined && !unit.includes('/');
    const isElement = unit !== node?.id;
    const isWhole = !isElement && (chosenNodes(view).has(unit) || node?.fanOut !== undefined);
    return isOfRun && isPerformed(node) && !isWhole ? 'was never called' : null;
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
      return 'had timed out';
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

const isMissing = (undo: Undo, view: View): boolean =>
  undo.execution === null && mustBeCalled(undo, view);

const missing = ({ unit, edge, success }: Undo): Breach =>
  breach(
    `${unit} succeeded, the run unwound, and it was not compensated`,
    `${edge.to} is called`,
    'no call',
    { unit, at: success.end.at },
  );

const undoCheck = (undo: Undo, view: View): Checked => {
  if (undo.execution !== null) return 'holds';
  return isMissing(undo, view) ? missing(undo) : 'not-judged';
};

const everySucceeded: RunRule = {
  kind: 'run',
  id: 'compensation/every-succeeded',
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
    judgeEach(mustHaveUnwound(view) ? expectedUndos(view) : [], (undo) => undoCheck(undo, view)),
};

/** Nodes that nothing but a compensation edge can begin. */
const isUndoAlone = (id: string, view: View): boolean =>
  (incomingOf(view).get(id) ?? []).length === 0 &&
  !chosenNodes(view).has(id) &&
  view.observation.workflow.entry !== id;

/** Calls of compensating nodes as ordinary steps. */
const calledForward = (view: View): Judgement => {
  const called = new Map(forwardExecutions(view).map((execution) => [execution.step, execution]));
  const edges = [...undoEdgesOf(view).values()].flat().filter(({ to }) => isUndoAlone(to, view));
  return judgeEach(edges, ({ from, to }) => {
    const source = executionOf(from, view);
    if (source === null || successOf(source) === null) return 'not-judged';
    const forward = called.get(to);
    return holdsOr(forward === undefined, () => {
      const at = forward === undefined ? 0 : beginningOf(forward);
      return breach(
        `${to} undoes ${from} and was called as an ordinary step`,
        'no forward call',
        `a call at ${ms(at)}`,
        { unit: to, at },
      );
    });
  });
};

/** The earliest moment at which something can have begun the unwinding. */
const earliestCause = (view: View): number => {
  const { profile, workflow, controls, onFailure } = view.observation;
  const deadline =
    profile === 'orbit' ? (workflow.timeout ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  if (!failsByCallsAlone(view) || onFailure === 'pause') return 0;
  if (controls.some(({ action }) => action === 'operator')) return 0;
  const causes = forwardExecutions(view).flatMap((execution) => {
    const last = lastAttempt(execution);
    const { kind } = whatFollows(last, profile);
    if (kind === 'success' || kind === 'skip' || kind === 'retry') return [];
    return [last.end.at];
  });
  return [...causes, deadline, view.cancelledAt].reduce(
    (first, at) => Math.min(first, at),
    Number.POSITIVE_INFINITY,
  );
};

/** Compensations of a run that had no reason to unwind, or not yet. */
const withoutReason = (view: View): Judgement => {
  const { report } = view.observation;
  const [first] = rootCompensations(view);
  if (first === undefined) return NOTHING;
  const at = beginningOf(first);
  const place = { unit: first.unit, at };
  if (report?.outcome === 'succeeded') {
    return {
      occurrences: 1,
      breaches: [
        breach(
          `the run succeeded, and ${first.undoes} was compensated`,
          'no compensation',
          `${first.step} at ${ms(at)}`,
          place,
        ),
      ],
    };
  }
  const cause = earliestCause(view);
  return isBefore(at, cause)
    ? {
        occurrences: 1,
        breaches: [
          breach(
            `${first.undoes} was compensated before any step had failed for good`,
            cause === Number.POSITIVE_INFINITY ? 'no compensation' : `not before ${ms(cause)}`,
            `${first.step} at ${ms(at)}`,
            place,
          ),
        ],
      }
    : NOTHING;
};

const neverForward: RunRule = {
  kind: 'run',
  id: 'compensation/never-forward',
  title: 'never runs a compensation in forward execution, nor before something failed for good',
  clause: 'HarnessXML §8.4.2, §4; ORBIT, compensate; discipline 5',
  strength: 'MUST',
  profiles: all,
  level: 'full',
  sees: ['world'],
  needs: ['compensation'],
  trigger: 'a step with a compensation succeeds',
  page: {
    why: 'An engine that takes the edge to a compensation for one that orders steps undoes each step right after it. One that unwinds upon the first failing attempt undoes what the second would have needed.',
    wrong: 'reserve =comp=> release; reserve succeeds at 1 s; release runs at 1 s.',
    right: 'release runs when the run unwinds, and otherwise never.',
  },
  judge: (view) => together(calledForward(view), withoutReason(view)),
};

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
    if (isSkip && failureOf(last) !== null) skipped.add(execution.unit);
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
    const source = executionOf(from, view);
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

/** Bodies of loops, and ORBIT's `for` steps. */
const isElementOf = (unit: string, view: View): boolean =>
  unit !== stepOf(unit) &&
  !unit.includes('/') &&
  (chosenNodes(view).has(stepOf(unit)) || view.nodes.get(stepOf(unit))?.fanOut !== undefined);

/** By another reading of Q7 a loop's body is undone as one, or not at all. */
const declaredCheck = (view: View): Judgement => {
  const { choices } = view.observation;
  const reading = choices['Q7'];
  if (reading !== 'none' && reading !== 'once') return NOTHING;
  const byStep = new Map<string, Execution[]>();
  for (const undoing of compensations(view)) {
    const unit = undoing.undoes ?? '';
    if (!isElementOf(unit, view)) continue;
    byStep.set(stepOf(unit), [...(byStep.get(stepOf(unit)) ?? []), undoing]);
  }
  return judgeEach(byStep, ([step, undoing]) =>
    holdsOr(reading === 'once' && undoing.length < 2, () =>
      breach(
        `iterations of ${step} were compensated ${undoing.length} times, and the runtime declares ${reading} (Q7)`,
        reading,
        `${undoing.length} compensations`,
        { unit: undoing[0]?.unit, at: undoing[0] === undefined ? 0 : beginningOf(undoing[0]) },
      ),
    ),
  );
};

const unitPerElement: RunRule = {
  kind: 'run',
  id: 'compensation/unit-per-element',
  title: 'treats each element of a loop as a unit of its own when it compensates',
  clause: 'ORBIT, compensate; HarnessXML, reading Q7',
  strength: 'MUST',
  profiles: ['harness', 'orbit'],
  question: 'Q7',
  level: 'full',
  sees: ['world', 'outcome'],
  needs: ['loops', 'compensation'],
  trigger: 'a run unwinds after elements of a step with a compensation succeeded',
  page: {
    why: 'Of four bookings three may have been made. One call for the whole list undoes too much or too little.',
    wrong:
      'book runs for 3 elements, of which the second fails; cancel is called once, or for all three.',
    right: 'cancel is called for elements 0 and 2, the one that succeeded last first.',
  },
  judge: (view) => {
    if (!mustHaveUnwound(view)) return NOTHING;
    if (!isUndoneByElement(view)) return declaredCheck(view);
    const elements = expectedUndos(view).filter(({ unit }) => isElementOf(unit, view));
    const whole = compensations(view).filter(({ undoes }) => {
      const step = undoes ?? '';
      return elements.some((element) => element.step === step);
    });
    return together(
      judgeEach(elements, (undo) => undoCheck(undo, view)),
      judgeEach(whole, (undoing) =>
        breach(
          `${undoing.undoes} was compensated as a whole`,
          'one compensation for each element that succeeded',
          `${undoing.step} at ${ms(beginningOf(undoing))}`,
          { unit: undoing.unit, at: beginningOf(undoing) },
        ),
      ),
    );
  },
};

export const whichRules: readonly RunRule[] = [
  onlySucceeded,
  everySucceeded,
  neverForward,
  skippedLeftAlone,
  unitPerElement,
];
