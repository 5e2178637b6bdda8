/** Whether nothing but a policy decides what follows an attempt. */

import type { TraceEvent, TransitionEvent } from '../../core/model/trace.ts';
import type { WorkflowNode } from '../../core/model/workflow.ts';
import { whatFollows } from './follow.ts';
import { failsByCallsAlone } from './graph.ts';
import {
  type Attempt,
  type Execution,
  failureTime,
  forwardExecutions,
  lastAttempt,
  type View,
  wasDisturbedWithin,
} from './view.ts';

/**
 * Whether the attempt that a policy asks for, `delay` ms after this one, had to come: no abort, no
 * cancel, no crash, no join or loop that could have withdrawn it, and a run that went on until
 * then.
 */
export const isUndisturbed = (attempt: Attempt, delay: number, view: View): boolean => {
  const { execution, end } = attempt;
  const { report } = view.observation;
  const due = end.at + delay;
  if (wasDisturbedWithin(view, end.at, due)) return false;
  if (report === null || report.outcome === 'stalled' || report.outcome === 'refused') return false;
  if (execution.node === null || execution.unit.includes('/')) return false;
  if (view.reconciles.some(({ unit }) => unit === execution.unit)) return false;
  // A call that waits may use up an attempt unseen, and an abort comes before it is seen.
  const { mayQueue } = view.observation.clock;
  if (mayQueue && execution.node.queueTimeout !== undefined) return false;
  if (execution.isCompensation) return true;
  const stoppedAt = stoppedByOthersAt(execution, view);
  return (
    due < stoppedAt &&
    !isStoppedWithin(view.observation.trace ?? [], execution.unit, end.at, due) &&
    !(mayQueue && stoppedAt !== Number.POSITIVE_INFINITY) &&
    (report.outcome === 'succeeded' || showsEveryFailure(view)) &&
    !mayBeWithdrawn(execution.node, execution.unit, view)
  );
};

/** Whether a step that failed without a call would be known of. */
const showsEveryFailure = (view: View): boolean =>
  view.observation.trace !== null || failsByCallsAlone(view);

/**
 * The earliest moment at which something else than this execution may have stopped the run. What
 * the run stopped for because this very step was given up is no excuse for giving it up.
 */
const stoppedByOthersAt = (execution: Execution, view: View): number => {
  const { observation, executions, cancelledAt } = view;
  const { trace, workflow, profile } = observation;
  if (trace === null || unitThatStopped(trace) !== execution.unit) return view.stoppedAt;
  const others = executions.filter((other) => other !== execution && !other.isCompensation);
  return others.reduce(
    (least, other) => Math.min(least, failureTime(other, view)),
    Math.min(cancelledAt, (profile === 'orbit' ? workflow.timeout : null) ?? cancelledAt),
  );
};

/**
 * Whether another unit stopped the run in a stretch of time, ends included: a run that an operator
 * brought back may pause again, for what calls do not show.
 */
const isStoppedWithin = (
  trace: readonly TraceEvent[],
  unit: string,
  from: number,
  to: number,
): boolean =>
  trace.some(
    (event) =>
      isStop(event) && event.at >= from && event.at <= to && causeOf(event, trace)?.unit !== unit,
  );

/** The unit whose failure made the run unwind or pause, as its trace says; null where it does not. */
const unitThatStopped = (trace: readonly TraceEvent[]): string | null => {
  const stop = trace.find(isStop);
  const cause = stop === undefined ? null : causeOf(stop, trace);
  return cause?.to === 'FAILED' ? cause.unit : null;
};

const isStop = ({ type }: TraceEvent): boolean =>
  type === 'unwinding.started' || type === 'run.paused';

/** The transition that an event follows from; null where it is none. */
const causeOf = (event: TraceEvent, trace: readonly TraceEvent[]): TransitionEvent | null => {
  const cause = trace.find(({ seq }) => seq === event.cause);
  return cause?.type === 'transition' ? cause : null;
};

/** An `any` join may cancel what only leads to it; a loop's failing iteration its siblings. */
const mayBeWithdrawn = (node: WorkflowNode, unit: string, view: View): boolean => {
  if (unit !== node.id) {
    return view.observation.workflow.nodes.some(
      ({ loop }) => loop !== null && (loop.maxConcurrency > 1 || loop.onItemFailure !== 'continue'),
    );
  }
  return view.observation.workflow.nodes.some(({ join }) => join === 'any');
};

/** Whether an open attempt may have been given up on before `time`: an abort, a join, a loop. */
export const mayBeWithdrawnFrom = ({ execution }: Attempt, time: number, view: View): boolean => {
  const { report } = view.observation;
  if (report?.outcome === 'stalled') return true;
  if (execution.isCompensation) return false;
  if (execution.node === null || execution.unit.includes('/')) return true;
  const stoppedAt = stoppedByOthersAt(execution, view);
  return time >= stoppedAt || mayBeWithdrawn(execution.node, execution.unit, view);
};

/**
 * The earliest moment at which the run was surely aborted: a cancel, or the failure of a step that
 * nothing can handle. Infinite where there was none, or none that is sure.
 */
export const surelyAbortedAt = (view: View): number => {
  const { observation, cancelledAt } = view;
  const { trace, report, onFailure } = observation;
  const unwinding = trace?.find(({ type }) => type === 'unwinding.started');
  const told = Math.min(cancelledAt, unwinding?.at ?? Number.POSITIVE_INFINITY);
  const isAborted = report?.outcome === 'failed' || report?.outcome === 'compensated';
  if (!isAborted || onFailure === 'pause' || trace !== null) return told;
  return forwardExecutions(view)
    .filter((execution) => isFatal(lastAttempt(execution), view))
    .reduce((least, execution) => Math.min(least, lastAttempt(execution).end.at), told);
};

const isFatal = (last: Attempt, view: View): boolean => {
  const { execution } = last;
  const { step, unit } = execution;
  if (whatFollows(last, view.observation.profile).kind !== 'failure' || unit !== step) return false;
  if (view.reconciles.some((call) => call.unit === unit)) return false;
  const isInLoop = view.observation.workflow.nodes.some(({ loop }) => loop !== null);
  const edges = view.outgoing.get(step) ?? [];
  return !isInLoop && edges.every(({ type }) => type !== 'error');
};
