/** Failures that error edges handle, and handlers. */

import type { Edge } from '../../core/model/workflow.ts';
import { isFinalFailure, isLeftToOperators } from './abort.ts';
import { constantTruth } from './constant-truth.ts';
import { whatFollows } from './follow.ts';
import { chosenNodes, failsByCallsAlone } from './graph.ts';
import { oncePerView } from './once-per-view.ts';
import { type Attempt, forwardExecutions, lastAttempt, successOf, type View } from './view.ts';

/** A step that failed for good while error edges of it were surely open. */
export const handledFailures = oncePerView((view: View): readonly Attempt[] =>
  isLeftToOperators(view)
    ? []
    : forwardExecutions(view)
        .map(lastAttempt)
        .filter(
          (last) =>
            last.execution.unit === last.execution.step &&
            isFinalFailure(last, view) &&
            (openErrorEdges(last.execution.step, view).length > 0 ||
              isHandledByFalse(last.execution.step, view)),
        ),
);

/** The reading of Q17 in which error edges handle a failure even if their conditions are false. */
const isHandledByFalse = (step: string, view: View): boolean => {
  const { choices, workflow } = view.observation;
  const edges = (view.outgoing.get(step) ?? []).filter(({ type }) => type === 'error');
  const isFalse = edges.every(({ condition }) => constantTruth(condition, workflow) === false);
  return choices['Q17'] === 'handled' && edges.length > 0 && isFalse;
};

/** Error edges without a condition, or with one that is always true. */
export const openErrorEdges = (step: string, view: View): readonly Edge[] =>
  (view.outgoing.get(step) ?? []).filter(
    ({ type, condition }) =>
      type === 'error' && constantTruth(condition, view.observation.workflow) === true,
  );

/** Whether a node can begin by error edges alone. */
export const isHandlerAlone = (id: string, view: View): boolean =>
  !chosenNodes(view).has(id) &&
  view.observation.workflow.edges.some(({ type, to }) => type === 'error' && to === id) &&
  view.observation.workflow.edges.every(
    ({ type, to }) => to !== id || type === 'error' || type === 'compensation',
  );

const isOver = ({ observation: { report } }: View): boolean =>
  report !== null && !['stalled', 'refused', 'paused'].includes(report.outcome);

/**
 * Whether every step ended well, was skipped, or failed in a way that is handled, so that nothing
 * may be undone.
 *
 * @param others Failures beside those that error edges handle.
 */
export const isAllHandled = (view: View, others: readonly Attempt[] = []): boolean => {
  if (!isOver(view) || view.observation.controls.length > 0 || !failsByCallsAlone(view)) {
    return false;
  }
  const handled = new Set([...handledFailures(view), ...others].map(({ execution }) => execution));
  return forwardExecutions(view).every(
    (execution) =>
      handled.has(execution) ||
      successOf(execution) !== null ||
      whatFollows(lastAttempt(execution), view.observation.profile).kind === 'skip',
  );
};
