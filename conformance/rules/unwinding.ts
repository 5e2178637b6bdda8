/** What had to be undone in a run, and what became of it. */

import type { Edge, WorkflowNode } from '../../core/model/workflow.ts';
import { abortOf, isClearlyBefore, scopeOf, unhandledFailures } from './abort.ts';
import { failureOf, whatFollows } from './follow.ts';
import { failsByCallsAlone, isSurelyCalled, racingNodes, undoEdgesOf } from './graph.ts';
import { breach, type Checked, isSameTime, ms } from './judge.ts';
import { oncePerView } from './once-per-view.ts';
import {
  type Attempt,
  beginningOf,
  compensations,
  type Execution,
  forwardExecutions,
  lastAttempt,
  successOf,
  type View,
  wasDownWithin,
} from './view.ts';

/** One thing to undo: a unit that succeeded, and a compensation that it has. */
export interface Undo {
  readonly unit: string;
  readonly step: string;
  readonly success: Attempt;
  readonly edge: Edge;
  /** The node that undoes; null where the plan has none of that name. */
  readonly target: WorkflowNode | null;
  /** What was called to undo it; null where nothing was. */
  readonly execution: Execution | null;
  /** It succeeded clearly after the run was aborted. */
  readonly isLate: boolean;
}

/** Whether a run that is over must have unwound. */
export const mustHaveUnwound = (view: View): boolean => {
  const { report, profile, onFailure, controls } = view.observation;
  if (report === null) return false;
  const { outcome, compensation } = report;
  switch (profile) {
    case 'harness':
      return outcome === 'compensated' || (outcome === 'failed' && !mayHaveLeft(view));
    case 'baseline':
      if (onFailure === 'pause' || controls.some(({ action }) => action === 'operator')) {
        return false;
      }
      return outcome === 'compensated' || outcome === 'failed';
    case 'orbit':
      if (outcome === 'cancelled' || outcome === 'timed_out') return true;
      return (
        outcome === 'failed' &&
        (compensation === 'completed' ||
          compensation === 'failed' ||
          unhandledFailures(view).length > 0 ||
          rootCompensations(view).length > 0)
      );
  }
};

/** By a reading of Q10 a handler that fails ends the run, and nothing is undone. */
const mayHaveLeft = (view: View): boolean =>
  view.observation.choices['Q10'] === 'fails' &&
  view.observation.workflow.edges.some(({ type }) => type === 'error') &&
  rootCompensations(view).length === 0;

/** Compensations of the run itself, not of a subworkflow in it, in the order in which they began. */
export const rootCompensations = oncePerView((view: View): readonly Execution[] =>
  compensations(view).filter(({ unit, undoes }) => scopeOf(undoes ?? unit) === ''),
);

/** Everything that surely had to be undone if the run unwound, late successes included. */
export const undosOf = oncePerView((view: View): readonly Undo[] =>
  forwardExecutions(view).flatMap((execution) => {
    const success = sureSuccess(execution, view);
    if (success === null || execution.node === null) return [];
    const isLate = isClearlyBefore(abortOf(view).at, success.end.at, view);
    return edgesFor(execution, view).map((edge): Undo => {
      const { unit, step } = execution;
      return {
        unit,
        step,
        success,
        edge,
        target: view.nodes.get(edge.to) ?? null,
        execution: compensationOf(unit, edge, view),
        isLate,
      };
    });
  }),
);

/** Those that must have been undone by any reading: what is late has a rule of its own. */
export const expectedUndos = (view: View): readonly Undo[] => {
  const { profile, choices } = view.observation;
  if (profile === 'orbit') return undosOf(view);
  const from = unwoundFrom(view);
  const isLeftOpen = choices['Q4'] === 'left' && from === Number.POSITIVE_INFINITY;
  return undosOf(view).filter(
    ({ success: { end, execution } }) =>
      isClearlyBefore(end.at, from, view) &&
      !(isLeftOpen && execution.node?.idempotent === false && !failsByCallsAlone(view)),
  );
};

/** From when on a success is no longer one of an ordinary step. */
const unwoundFrom = (view: View): number => {
  const told = view.observation.trace?.find(
    (event) => event.type === 'unwinding.started' && event.unit === undefined,
  );
  return rootCompensations(view).reduce(
    (first, undoing) => Math.min(first, beginningOf(undoing)),
    Math.min(abortOf(view).at, told?.at ?? Number.POSITIVE_INFINITY),
  );
};

/** The success that a runtime has no doubt of: it came back in time, to a runtime that was up. */
const sureSuccess = (execution: Execution, view: View): Attempt | null => {
  const success = successOf(execution);
  if (success === null || execution.node === null || execution.unit.includes('/')) return null;
  const { end, call, next } = success;
  if (call.settledAt === null || next !== null) return null;
  if (wasDownWithin(view, end.at, end.at) || end.at > view.endedAt) return null;
  const { node } = execution;
  if (node.outputs.some(({ value }) => value !== null)) return null;
  const isDiscarded =
    racingNodes(view).has(node.id) && (view.observation.profile === 'orbit' || !node.idempotent);
  return isDiscarded ? null : success;
};

/** The compensations that a unit has, by the declared readings of Q6 and Q7. */
const edgesFor = ({ unit, step }: Execution, view: View): readonly Edge[] => {
  const { profile, choices } = view.observation;
  const edges = (undoEdgesOf(view).get(step) ?? []).filter(({ condition }) => condition === null);
  if (profile === 'orbit') return edges.slice(0, 1);
  if (unit !== step && !isUndoneByElement(view)) return [];
  return choices['Q6'] === 'first' ? edges.slice(0, 1) : edges;
};

/** Whether each element of a loop is undone for itself: ORBIT's rule, and a reading of Q7. */
export const isUndoneByElement = ({ observation: { profile, choices } }: View): boolean =>
  profile === 'orbit' ||
  (profile === 'harness' && (choices['Q7'] ?? 'per-iteration') === 'per-iteration');

/** What was called for one compensation edge of a unit. */
const compensationOf = (unit: string, edge: Edge, view: View): Execution | null =>
  undoersByUnit(view)
    .get(unit)
    ?.find(({ step }) => view.observation.profile === 'orbit' || step === edge.to) ?? null;

/** Compensations by the unit that they undo. */
export const undoersByUnit = oncePerView(
  (view: View): ReadonlyMap<string, readonly Execution[]> => {
    const undoers = new Map<string, Execution[]>();
    for (const execution of compensations(view)) {
      const unit = execution.undoes ?? '';
      const known = undoers.get(unit);
      if (known === undefined) undoers.set(unit, [execution]);
      else known.push(execution);
    }
    return undoers;
  },
);

/** Whether a compensation that was not called is a fault: no reason but a fault keeps it away. */
export const mustBeCalled = ({ unit, target }: Undo, view: View): boolean => {
  const { report, workflow } = view.observation;
  if (target === null || report === null) return false;
  if (isSurelyCalled(target, workflow)) return true;
  const { outcome, compensation, failures } = report;
  const isNamed = failures.some((failure) => failure.unit.endsWith(unit));
  // Whoever says that nothing failed says that it was called.
  return !isNamed && (outcome === 'compensated' || compensation === 'completed');
};

/** Whether what had to be undone was; not judged where its compensation may fail before the call. */
export const undoCheck = (undo: Undo, view: View): Checked => {
  const { unit, edge, success, execution } = undo;
  if (execution !== null) return cameToItsEnd(execution, view);
  if (!mustBeCalled(undo, view)) return 'not-judged';
  return breach(
    `${unit} succeeded, the run unwound, and it was not compensated`,
    `${edge.to} is called`,
    'no call',
    { unit, at: success.end.at },
  );
};

/** A run that is over has waited for what it began to undo. */
const cameToItsEnd = (execution: Execution, view: View): Checked => {
  const { end, at } = lastAttempt(execution);
  const { report } = view.observation;
  if (end.how !== 'open' || report === null || report.outcome === 'stalled') return 'holds';
  return breach(
    `${execution.unit} was under way when the run ended ${report.outcome}`,
    'the run ends when it has',
    `the run ended at ${ms(end.at)}`,
    { unit: execution.unit, at },
  );
};

export type UndoResult = 'succeeded' | 'failed' | 'unknown';

/** What became of a compensation. */
export const resultOf = (execution: Execution, view: View): UndoResult => {
  if (successOf(execution) !== null) return 'succeeded';
  const last = lastAttempt(execution);
  const { report, profile, controls, choices } = view.observation;
  if (view.reconciles.some(({ unit }) => unit === execution.unit)) return 'unknown';
  if (controls.some(({ action }) => action === 'operator')) return 'unknown';
  if (last.end.how === 'given-up') return 'failed';
  if (failureOf(last) === null) return 'unknown';
  const { kind } = whatFollows(last, profile);
  // By another reading of Q2 a skip is a success without outputs.
  if (kind === 'skip') return choices['Q2'] === 'other' ? 'unknown' : 'failed';
  if (kind === 'failure') return 'failed';
  const isOver = report !== null && report.outcome !== 'stalled' && report.outcome !== 'paused';
  return kind === 'retry' && isOver ? 'failed' : 'unknown';
};

/** Whether two times are too near to tell which was first. */
export const isNear = (left: number, right: number, view: View): boolean =>
  isSameTime(left, right) || Math.abs(left - right) <= view.observation.clock.toleranceMs;
