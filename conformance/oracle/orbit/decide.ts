/** What an execution's decider does about what it sees. */

import { abort, cancelUnwanted, end, failCompensation, hasOpenChild, unwind } from './abort.ts';
import { requestAttempt } from './attempts.ts';
import { delayBefore } from './delay.ts';
import { evaluate, isWanted, listOf, prepare } from './expressions.ts';
import { everyUnit, failAttempt, type Run } from './run.ts';
import {
  type Execution,
  type Failure,
  isOver,
  makeUnit,
  nameOf,
  type Step,
  type Unit,
} from './units.ts';

/** One round of decisions: about all that has happened, then for each execution what follows. */
export function decide(run: Run): void {
  const seen = everyUnit(run)
    .filter(({ news }) => news !== null)
    .sort((one, other) => (one.news ?? 0) - (other.news ?? 0));
  for (const unit of seen) {
    unit.news = null;
    if (unit.error !== null) followFailure(run, unit, unit.error);
  }
  cancelUnwanted(run);
  for (const execution of [...run.executions]) {
    const own = seen.filter((unit) => unit.execution === execution);
    if (execution.ended === null) decideFor(run, execution, own);
  }
}

function decideFor(run: Run, execution: Execution, seen: readonly Unit[]): void {
  // Two that fail: the first by number is the reason (§3).
  const [failed] = seen.filter(({ state, undoes }) => state === 'FAILED' && undoes === null);
  const isNew = failed !== undefined && execution.abort === null;
  if (isNew) abort(run, execution, { outcome: 'failed', error: failed.error });
  for (const unit of seen) {
    if (unit.state === 'RETRYING' && unit.timerAt === null) requestAttempt(run, unit);
  }
  if (execution.abort === null) goOn(run, execution);
  else if (!isNew) unwind(run, execution, execution.abort);
}

/** An attempt has failed: there is another one, or its unit has failed for good. */
function followFailure(run: Run, unit: Unit, error: Failure): void {
  if (unit.state !== 'RUNNING') return;
  const { node, execution, undoes, child } = unit;
  // Its time is over: the child is needed no more.
  if (child !== null) run.unwanted.push(child);
  unit.child = null;
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

/** Goes on with what is due, one kind of thing a round; else all is over, or something is awaited. */
function goOn(run: Run, execution: Execution): void {
  const { steps } = execution;
  const lists = steps.filter(hasDueElement);
  const reached = steps.filter((step) => !step.isReached && isReachable(step, execution));
  const due = steps.filter(({ whole, isReached }) => whole.state === 'PENDING' && isReached);
  for (const step of lists) goOnWithElements(run, step);
  for (const step of reached) step.isReached = true;
  if (reached.length === 0) for (const step of due) begin(run, execution, step);
  if (lists.length + reached.length + due.length > 0) run.happened += 1;
  else if (steps.every(({ whole }) => isSeen(whole)) && !hasOpenChild(run, execution)) {
    finish(run, execution);
  }
}

const isSeen = (unit: Unit): boolean => isOver(unit) && unit.news === null;

/** All that it waits for has succeeded or was skipped by `when`. */
const isReachable = ({ dependencies }: Step, { steps }: Execution): boolean =>
  steps.every(({ node, whole }) => !dependencies.includes(node.id) || isSeen(whole));

/** An element of it may begin, or all of them are over. */
const hasDueElement = (step: Step): boolean =>
  step.elements.length > 0 &&
  step.whole.state === 'RUNNING' &&
  (step.elements.every(isSeen) || nextElement(step) !== undefined);

function begin(run: Run, execution: Execution, step: Step): void {
  const { node, whole } = step;
  const wanted = isWanted(step);
  if ('error' in wanted) failAttempt(run, whole, wanted.error);
  else if (!wanted.value) whole.state = 'SKIPPED';
  else if (node.fanOut === undefined) beginUnit(run, whole);
  else beginList(run, execution, step);
}

function beginList(run: Run, execution: Execution, step: Step): void {
  const { node, whole } = step;
  const list = listOf(step);
  if ('error' in list) {
    failAttempt(run, whole, list.error);
    return;
  }
  step.elements = list.value.map((value, index) =>
    makeUnit(execution, node, `${node.id}[${index}]`, { index, value }),
  );
  whole.state = step.elements.length === 0 ? 'SUCCEEDED' : 'RUNNING';
}

/** Where an expression has no value, there is no call: the unit fails at once, and for good. */
function beginUnit(run: Run, unit: Unit): void {
  const error = prepare(unit);
  if (error === null) requestAttempt(run, unit);
  else failAttempt(run, unit, error);
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
