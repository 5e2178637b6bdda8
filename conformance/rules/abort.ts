/**
 * When a run surely stopped going forward, told from calls and controls alone. Where something
 * else could be the reason, or the moment is not certain, nothing is said.
 */

import { constantTruth } from './constant-truth.ts';
import { whatFollows } from './follow.ts';
import { racingNodes } from './graph.ts';
import { isSameTime } from './judge.ts';
import { oncePerView } from './once-per-view.ts';
import {
  type Attempt,
  compensations,
  type Execution,
  forwardExecutions,
  lastAttempt,
  type View,
  wasDownWithin,
} from './view.ts';

export interface Abort {
  readonly at: number;
  /** Unknown where the runtime's latency hides what it acted on. */
  readonly cause: 'failure' | 'cancel' | 'deadline' | 'unknown';
  /** The unit that failed. */
  readonly unit: string | null;
}

const NEVER: Abort = { at: Number.POSITIVE_INFINITY, cause: 'unknown', unit: null };

/** The earliest abort that is sure; at infinity where none is. */
export const abortOf = oncePerView((view: View): Abort => {
  if (view.observation.clock.mayQueue) return unwindingAsSeen(view);
  const failures = unhandledFailures(view).map(
    ({ end, execution }): Abort => ({ at: end.at, cause: 'failure', unit: execution.unit }),
  );
  const aborts = [...failures, ...cancelOf(view), ...deadlineOf(view)];
  return aborts.reduce((first, abort) => (abort.at < first.at ? abort : first), NEVER);
});

/** With latency, what is seen of the unwinding itself. */
const unwindingAsSeen = (view: View): Abort => {
  const [first] = compensations(view).filter(({ unit }) => scopeOf(unit) === '');
  return first === undefined ? NEVER : { ...NEVER, at: first.attempts[0]?.calls[0].at ?? 0 };
};

/** The cancel that a runtime heard; one that comes while it is down is lost. */
const cancelOf = (view: View): readonly Abort[] => {
  const heard = view.observation.controls.find(
    ({ action, at }) => action === 'cancel' && !wasDownWithin(view, at, at),
  );
  return heard === undefined ? [] : [{ at: heard.at, cause: 'cancel', unit: null }];
};

const deadlineOf = ({ observation: { profile, workflow } }: View): readonly Abort[] =>
  profile !== 'orbit' || workflow.timeout === null
    ? []
    : [{ at: workflow.timeout, cause: 'deadline', unit: null }];

/** The last attempts of steps that failed for good and that nothing handles, for sure. */
export const unhandledFailures = oncePerView((view: View): readonly Attempt[] =>
  isLeftToOperators(view)
    ? []
    : forwardExecutions(view)
        .map(lastAttempt)
        .filter((last) => isFinalFailure(last, view) && isUnhandled(last.execution, view)),
);

/** Whether an operator decides what comes of a failure. */
export const isLeftToOperators = ({
  observation: { onFailure, profile, controls },
}: View): boolean =>
  profile === 'baseline' &&
  (onFailure === 'pause' || controls.some(({ action }) => action === 'operator'));

/** Whether a step of the run itself failed for good in its last attempt, whatever came of it. */
export const isFinalFailure = (last: Attempt, view: View): boolean => {
  const { execution, end, next } = last;
  const { profile, choices } = view.observation;
  const { unit, node } = execution;
  if (node === null || !isOfRun(execution, view) || next !== null) return false;
  if (end.how !== 'failed' && end.how !== 'timed-out') return false;
  if (whatFollows(last, profile).kind !== 'failure') return false;
  const isOpen = choices['Q5'] === 'two-attempts' && end.how === 'timed-out';
  const isDiscarded = racingNodes(view).has(node.id) && (profile === 'orbit' || !node.idempotent);
  return (
    !isOpen &&
    !isDiscarded &&
    end.at <= view.endedAt &&
    !wasDownWithin(view, end.at, end.at) &&
    !view.reconciles.some((call) => call.unit === unit)
  );
};

/** Units whose failure is the run's: a step, or an element of ORBIT's `for`, but no loop's body. */
const isOfRun = ({ unit, step, node }: Execution, { observation: { profile } }: View): boolean =>
  unit === step ||
  (profile === 'orbit' && node?.fanOut !== undefined && unit.startsWith(`${step}[`));

const isUnhandled = ({ step }: Execution, view: View): boolean => {
  const { choices, workflow } = view.observation;
  const edges = (view.outgoing.get(step) ?? []).filter(({ type }) => type === 'error');
  const isHandler = workflow.edges.some(({ type, to }) => type === 'error' && to === step);
  if (choices['Q10'] === 'fails' && isHandler) return false;
  if (edges.length === 0) return true;
  const isFalse = edges.every(({ condition }) => constantTruth(condition, workflow) === false);
  return isFalse && choices['Q17'] !== 'handled';
};

/** Whether a forward attempt was under way at a moment, so that the run can't have been over. */
export const wasUnderWay = (view: View, moment: number): boolean =>
  (view.endedAt !== Number.POSITIVE_INFINITY && isClearlyBefore(moment, view.endedAt, view)) ||
  forwardExecutions(view).some(({ attempts }) =>
    attempts.some((attempt) => spans(attempt, moment, view) || isCutAt(attempt, moment, view)),
  );

/** Whether an attempt was given up on, or left open, at a moment or after it. */
export const isCutAt = ({ calls, end }: Attempt, moment: number, view: View): boolean =>
  (end.how === 'given-up' || end.how === 'open') &&
  isClearlyBefore(calls[0].at, moment, view) &&
  !isClearlyBefore(end.at, moment, view);

/** Whether an attempt began clearly before a moment and ended clearly after it. */
export const spans = ({ calls, end }: Attempt, moment: number, view: View): boolean =>
  isClearlyBefore(calls[0].at, moment, view) && isClearlyBefore(moment, end.at, view);

/** Whether one time is before another by more than a real clock's tolerance. */
export const isClearlyBefore = (left: number, right: number, view: View): boolean =>
  left + view.observation.clock.toleranceMs < right && !isSameTime(left, right);

/**
 * Whether a unit may go on while the run is aborted: it is inside a subworkflow or a loop that is
 * not idempotent, which is let finish (§8.3).
 */
export const mayGoOn = (unit: string, { observation: { profile, workflow } }: View): boolean => {
  if (profile === 'orbit') return false;
  return (
    unit.includes('/') ||
    (unit.includes('[') && workflow.nodes.some(({ loop, idempotent }) => loop && !idempotent))
  );
};

/** The subworkflow that a unit belongs to, as a prefix of its name; empty for the run itself. */
export const scopeOf = (unit: string): string => {
  const undone = unit.startsWith('compensate:') ? unit.slice('compensate:'.length) : unit;
  return undone.slice(0, undone.lastIndexOf('/') + 1);
};
