/** The abort of an execution (digest §2, "Abort": 1 to 4), and how any execution ends. */

import { requestAttempt } from './attempts.ts';
import { prepare } from './expressions.ts';
import { failAttempt, type Run, succeed, tell } from './run.ts';
import {
  type Execution,
  type Failure,
  forwardUnits,
  isOver,
  makeUnit,
  nameOf,
  type Reason,
  type Step,
  type Unit,
  unitsOf,
} from './units.ts';

/** Aborts an execution unless it is over or being aborted: then the first reason stands (§3). */
export function abort(run: Run, execution: Execution, reason: Reason): void {
  if (execution.abort !== null || execution.ended !== null) return;
  execution.abort = reason;
  run.happened += 1;
  if (execution.steps.some((step) => isBeginning(run, step))) run.isTied = true;
  withdraw(run, execution);
}

/** Whether something of a step begins at this very instant, or was about to. */
const isBeginning = (run: Run, step: Step): boolean =>
  (step.isReached && step.whole.state === 'PENDING') ||
  unitsOf(step).some(
    ({ state, readyAt, startedAt }) =>
      (state === 'READY' && readyAt === run.now) ||
      (state === 'RUNNING' && startedAt === run.now) ||
      (state === 'PENDING' && step.elements.length > 0),
  );

/** By a person, or by a parent that no longer needs a child. */
export function cancelExecution(run: Run, execution: Execution): void {
  abort(run, execution, { outcome: 'cancelled', error: null });
}

/**
 * 1. What has not started turns CANCELLED: pending and queued units, timers, `await` steps, and
 * retries that wait for their delay. A child is an attempt in flight, and is told.
 */
function withdraw(run: Run, execution: Execution): void {
  for (const unit of forwardUnits(execution)) {
    if (unit.child !== null) run.unwanted.push(unit.child);
    const hasFailed = unit.error !== null && unit.state !== 'RETRYING';
    if (isOver(unit) || unit.call !== null || unit.child !== null || hasFailed) continue;
    unit.state = 'CANCELLED';
    unit.news = null;
    unit.timerAt = null;
  }
}

/** Tells children that they are needed no more, and those their own. */
export function cancelUnwanted(run: Run): void {
  while (run.unwanted.length > 0) {
    const [first, ...others] = run.unwanted;
    run.unwanted = others;
    if (first !== undefined) cancelExecution(run, first);
  }
}

/** 2 to 4, as far as they go now. */
export function unwind(run: Run, execution: Execution, reason: Reason): void {
  // 2. Attempts in flight are awaited; for the decider one is in flight until it has seen its end.
  if (forwardUnits(execution).some(isInFlight) || hasOpenChild(run, execution)) return;
  // 3. Every succeeded unit with a block, the one that finished last first.
  settleLists(execution);
  execution.compensations ??= compensationsOf(execution);
  for (const unit of execution.compensations) {
    if (unit.state === 'PENDING') {
      const error = prepare(unit);
      if (error === null) requestAttempt(run, unit);
      else failAttempt(run, unit, error);
    }
    // One at a time.
    if (isInFlight(unit)) return;
  }
  // 4. The status, and the outcome of compensation.
  const states = execution.compensations.map(({ state }) => state);
  const failed = states.includes('FAILED');
  const compensation = states.length === 0 ? 'none' : failed ? 'failed' : 'completed';
  end(run, execution, { outcome: reason.outcome, compensation }, reason.error);
}

/** FAILED if an element failed, SUCCEEDED if all of them have succeeded, else CANCELLED (ours). */
function settleLists(execution: Execution): void {
  for (const { whole, elements } of execution.steps) {
    if (isOver(whole)) continue;
    const states = elements.map(({ state }) => state);
    if (states.includes('FAILED')) whole.state = 'FAILED';
    else whole.state = states.every((state) => state === 'SUCCEEDED') ? 'SUCCEEDED' : 'CANCELLED';
  }
}

const isInFlight = (unit: Unit): boolean => !isOver(unit) || unit.news !== null;

function compensationsOf(execution: Execution): readonly Unit[] {
  const undone = execution.steps.flatMap(({ node, undo, whole, elements }) => {
    const units = node.fanOut === undefined ? [whole] : elements;
    return undo === null ? [] : units.map((unit) => ({ undo, unit }));
  });
  return undone
    .filter(({ unit }) => unit.state === 'SUCCEEDED')
    .sort((one, other) => other.unit.finished - one.unit.finished)
    .map(({ undo, unit }) =>
      makeUnit(execution, undo, `compensate:${unit.name}`, unit.element, unit),
    );
}

/** A compensation fails for good; the others go on. */
export function failCompensation(run: Run, unit: Unit, error: Failure): void {
  unit.state = 'FAILED';
  if (unit.execution.parent === null) run.failures.push({ unit: nameOf(unit), error: error.code });
}

/** A child whose step has run out of time unwinds yet; it is awaited like any other (ours). */
export const hasOpenChild = (run: Run, execution: Execution): boolean =>
  run.executions.some(({ parent, ended }) => parent?.execution === execution && ended === null);

/** An execution is over. A child's end is the end of the attempt that it was. */
export function end(
  run: Run,
  execution: Execution,
  ended: NonNullable<Execution['ended']>,
  error: Failure | null,
): void {
  execution.ended = ended;
  execution.error = error;
  run.happened += 1;
  const unit = execution.parent;
  if (unit?.child !== execution) return;
  unit.child = null;
  // What comes to a unit whose time is over comes too late.
  if (unit.error !== null) return;
  if (ended.outcome === 'succeeded') {
    succeed(run, unit, execution.output);
  } else if (ended.outcome === 'cancelled') {
    unit.state = 'CANCELLED';
    tell(run, unit);
  } else {
    failAttempt(run, unit, { code: error?.code ?? '', retryable: true });
  }
}
