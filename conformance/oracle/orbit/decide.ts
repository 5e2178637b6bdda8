/** What an execution's decider does about what it sees. */

import { abort, end, failCompensation, unwind } from './abort.ts';
import { requestAttempt } from './attempts.ts';
import { delayBefore } from './delay.ts';
import { evaluate, isWanted, listOf, prepare } from './expressions.ts';
import type { Run } from './run.ts';
import {
  allUnits,
  type Execution,
  type Failure,
  isOver,
  makeUnit,
  nameOf,
  type Step,
  type Unit,
} from './units.ts';

/** Decides about all that has happened to an execution. */
export function decide(run: Run, execution: Execution): void {
  if (execution.ended !== null) return;
  const seen = allUnits(execution)
    .filter(({ news }) => news !== null)
    .sort((one, other) => (one.news ?? 0) - (other.news ?? 0));
  for (const unit of seen) follow(run, unit);
  // Two that fail: the first by number is the reason (digest §3).
  const [failed] = seen.filter(({ state, undoes }) => state === 'FAILED' && undoes === null);
  if (failed !== undefined) failForGood(run, failed);
  if (execution.abort === null) goOn(run, execution);
  if (execution.abort !== null) unwind(run, execution, execution.abort);
}

/** What an end of an attempt or of a delay leads to. */
function follow(run: Run, unit: Unit): void {
  unit.news = null;
  if (unit.state === 'RETRYING') requestAttempt(run, unit);
  if (isOver(unit) || unit.error === null) return;
  const { error, node, execution, undoes } = unit;
  // "Failed attempts are not retried while the workflow is aborting"; a compensation is, by its
  // own policy ("What is decided", P-compretry).
  const mayRetry = undoes !== null || execution.abort === null;
  if (mayRetry && error.retryable && unit.attempt < (node.retry?.maxAttempts ?? 1)) {
    unit.state = 'RETRYING';
    unit.timerAt = run.now + delayOf(run, unit);
  } else if (undoes === null) {
    unit.state = 'FAILED';
  } else {
    failCompensation(run, unit, error);
  }
}

function delayOf(run: Run, unit: Unit): number {
  const { retry } = unit.node;
  if (retry === null) return 0;
  const delay = delayBefore(unit.attempt + 1, retry);
  if (retry.jitter === 'none') return delay;
  const draw = run.draws[nameOf(unit)]?.[unit.jittered] ?? 0;
  unit.jittered += 1;
  return delay * draw;
}

/** A step, or an element, fails for good: the execution is aborted. */
function failForGood(run: Run, unit: Unit, error = unit.error): void {
  unit.state = 'FAILED';
  abort(run, unit.execution, { outcome: 'failed', error });
}

/** Begins what can begin, and ends the execution when all its steps are over. */
function goOn(run: Run, execution: Execution): void {
  for (const step of execution.steps) {
    if (step.whole.state === 'PENDING' && isDue(step, execution)) begin(run, execution, step);
    if (execution.abort !== null) return;
    if (step.node.fanOut !== undefined && step.whole.state === 'RUNNING') goOnWithElements(run, step);
    if (execution.abort !== null) return;
  }
  // A step that was skipped, or whose list was empty, may let an earlier one of the document begin.
  if (execution.steps.some((step) => step.whole.state === 'PENDING' && isDue(step, execution))) {
    goOn(run, execution);
    return;
  }
  if (execution.steps.every(({ whole }) => isSeen(whole))) finish(run, execution);
}

const isSeen = (unit: Unit): boolean => isOver(unit) && unit.news === null;

/** All that it waits for has succeeded or was skipped by `when`. */
const isDue = ({ dependencies }: Step, { steps }: Execution): boolean =>
  steps.every(({ node, whole }) => !dependencies.includes(node.id) || isSeen(whole));

function begin(run: Run, execution: Execution, step: Step): void {
  const wanted = isWanted(step);
  if ('error' in wanted) return failForGood(run, step.whole, wanted.error);
  if (!wanted.value) {
    step.whole.state = 'SKIPPED';
    return;
  }
  if (step.node.fanOut === undefined) return beginUnit(run, step.whole);
  const list = listOf(step);
  if ('error' in list) return failForGood(run, step.whole, list.error);
  step.whole.state = 'RUNNING';
  step.elements = list.value.map((value, index) =>
    makeUnit(execution, step.node, `${step.node.id}[${index}]`, { index, value }),
  );
}

function beginUnit(run: Run, unit: Unit): void {
  const error = prepare(unit);
  if (error === null) requestAttempt(run, unit);
  else failForGood(run, unit, error);
}

/** At most `max_parallel` elements are under way, the first ones first. */
function goOnWithElements(run: Run, { node, whole, elements }: Step): void {
  for (const element of elements) {
    const underWay = elements.filter((each) => each.state !== 'PENDING' && !isSeen(each)).length;
    if (underWay >= (node.fanOut?.maxParallel ?? Infinity)) break;
    if (element.state === 'PENDING') beginUnit(run, element);
    if (whole.execution.abort !== null) return;
  }
  if (elements.every(isSeen)) whole.state = 'SUCCEEDED';
}

/** All steps are over: what the execution returns. If that fails, nothing is undone. */
function finish(run: Run, execution: Execution): void {
  const returns = execution.workflow.orbit?.returns ?? null;
  const returned = returns === null ? { value: null } : evaluate(returns, execution, null);
  if ('error' in returned) {
    end(run, execution, { outcome: 'failed', compensation: 'none' }, returned.error);
    return;
  }
  execution.output = returned.value;
  end(run, execution, { outcome: 'succeeded', compensation: 'none' }, null);
}
