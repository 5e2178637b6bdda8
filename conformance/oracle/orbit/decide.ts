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
  for (const unit of seen) unit.news = null;
  for (const unit of seen) if (unit.error !== null) followFailure(run, unit, unit.error);
  // Two that fail: the first by number is the reason (§3).
  const [failed] = seen.filter(({ state, undoes }) => state === 'FAILED' && undoes === null);
  if (failed !== undefined) failForGood(run, failed);
  for (const unit of seen) {
    if (unit.state === 'RETRYING' && unit.timerAt === null) requestAttempt(run, unit);
  }
  if (execution.abort === null) goOn(run, execution);
  if (execution.abort !== null) unwind(run, execution, execution.abort);
}

/** An attempt has failed: there is another one, or its unit has failed for good. */
function followFailure(run: Run, unit: Unit, error: Failure): void {
  if (unit.state !== 'RUNNING') return;
  const { node, execution, undoes, child } = unit;
  if (child !== null) {
    // Its time is over. It is needed no more, but is awaited as at an abort (ours).
    run.unwanted.push(child);
    return;
  }
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
  const draw = run.taken.draws[nameOf(unit)]?.[unit.jittered] ?? 0;
  unit.jittered += 1;
  return delay * draw;
}

/** A step, or an element, fails for good: the execution is aborted. */
function failForGood(run: Run, unit: Unit, error = unit.error): void {
  unit.state = 'FAILED';
  abort(run, unit.execution, { outcome: 'failed', error });
}

/** Begins what can begin by now, and ends the execution when all its steps are over. */
function goOn(run: Run, execution: Execution): void {
  const due = execution.steps.filter((step) => isDue(step, execution));
  for (const step of due) {
    run.happened += 1;
    if (step.whole.state === 'RUNNING') goOnWithElements(run, step);
    else begin(run, execution, step);
    if (execution.abort !== null) return;
  }
  if (execution.steps.every(({ whole }) => isSeen(whole))) finish(run, execution);
}

const isSeen = (unit: Unit): boolean => isOver(unit) && unit.news === null;

/** All that it waits for has succeeded or was skipped by `when`; or an element may begin or end it. */
function isDue(step: Step, { steps }: Execution): boolean {
  const { dependencies, whole, node, elements } = step;
  if (node.fanOut !== undefined && whole.state === 'RUNNING') {
    return elements.every(isSeen) || nextElement(step) !== undefined;
  }
  const before = steps.filter((each) => dependencies.includes(each.node.id));
  return whole.state === 'PENDING' && before.every((each) => isSeen(each.whole));
}

function begin(run: Run, execution: Execution, step: Step): void {
  const { node, whole } = step;
  const wanted = isWanted(step);
  if ('error' in wanted) failForGood(run, whole, wanted.error);
  else if (!wanted.value) whole.state = 'SKIPPED';
  else if (node.fanOut === undefined) beginUnit(run, whole);
  else beginList(run, execution, step);
}

function beginList(run: Run, execution: Execution, step: Step): void {
  const { node, whole } = step;
  const list = listOf(step);
  if ('error' in list) {
    failForGood(run, whole, list.error);
    return;
  }
  whole.state = 'RUNNING';
  step.elements = list.value.map((value, index) =>
    makeUnit(execution, node, `${node.id}[${index}]`, { index, value }),
  );
}

function beginUnit(run: Run, unit: Unit): void {
  const error = prepare(unit);
  if (error === null) requestAttempt(run, unit);
  else failForGood(run, unit, error);
}

/** At most `max_parallel` elements are under way, the first ones first. */
function nextElement({ node, elements }: Step): Unit | undefined {
  const underWay = elements.filter((each) => each.state !== 'PENDING' && !isSeen(each)).length;
  if (underWay >= (node.fanOut?.maxParallel ?? Infinity)) return undefined;
  return elements.find(({ state }) => state === 'PENDING');
}

function goOnWithElements(run: Run, step: Step): void {
  for (let next = nextElement(step); next !== undefined; next = nextElement(step)) {
    beginUnit(run, next);
    if (step.whole.execution.abort !== null) return;
  }
  if (step.elements.every(isSeen)) step.whole.state = 'SUCCEEDED';
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
