/** What happens to a run, each kind in the order of one instant but for decisions. */

import { abort, cancelExecution } from './abort.ts';
import { signal } from './attempts.ts';
import { everyUnit, failAttempt, type Run, succeed, tell } from './run.ts';
import { nameOfCall } from './taken.ts';
import { type Execution, nameOf, type Unit } from './units.ts';

/** All times at which something of this will happen. */
export const timesOfHappenings = (run: Run): readonly number[] => [
  ...everyUnit(run).flatMap((unit) => [
    unit.call?.returnsAt ?? Infinity,
    timeoutAt(unit),
    queueTimeoutAt(unit),
    unit.timerAt ?? Infinity,
  ]),
  ...run.late,
  ...run.executions.map(deadlineOf),
  ...run.controls.map((control) => ('at' in control ? control.at : Infinity)),
];

/** Tasks that return at one instant return in the order of their calls (driver protocol). */
export function returns(run: Run): boolean {
  const due = everyUnit(run)
    .filter(({ call }) => call !== null && call.returnsAt <= run.now)
    .sort((one, other) => placeOfCall(run, one) - placeOfCall(run, other));
  for (const unit of due) returnCall(run, unit);
  // "A result for a unit that is resolved already is ignored and recorded"; so is that of an
  // attempt whose timeout passed ("What is decided", P-late).
  const late = run.late.filter((at) => at <= run.now);
  run.late = run.late.filter((at) => at > run.now);
  return due.length + late.length > 0;
}

const placeOfCall = (run: Run, unit: Unit): number =>
  run.taken.order.indexOf(nameOfCall(nameOf(unit), unit.attempt));

function returnCall(run: Run, unit: Unit): void {
  const then = unit.call?.then;
  if (then?.kind === 'error') {
    // An error is retryable unless it says otherwise, whatever its class (§2, "Attempts"; §3).
    const { class: code, retryable } = then.error;
    failAttempt(run, unit, { code, retryable: retryable ?? true });
  } else {
    succeed(run, unit, then?.kind === 'ok' ? then.output : {});
  }
}

/** `timeout` bounds one attempt from its dispatch, and how long an `await` waits. */
const timeoutAt = ({ node, state, error, startedAt }: Unit): number =>
  state === 'RUNNING' && error === null && node.timeout !== null
    ? startedAt + node.timeout.duration
    : Infinity;

/** `queue_timeout` bounds the wait for a worker. */
const queueTimeoutAt = ({ node, state, readyAt, workerAt }: Unit): number =>
  state === 'READY' && workerAt === null && node.queueTimeout !== undefined
    ? readyAt + node.queueTimeout
    : Infinity;

/** A workflow's `timeout` bounds the whole execution; while it unwinds that is ignored (§3). */
const deadlineOf = ({ workflow, startedAt, abort, ended }: Execution): number =>
  workflow.timeout !== null && abort === null && ended === null
    ? startedAt + workflow.timeout
    : Infinity;

export function timeouts(run: Run): boolean {
  const late = everyUnit(run).filter((unit) => timeoutAt(unit) <= run.now);
  for (const unit of late) {
    if (unit.call !== null) run.late.push(unit.call.returnsAt);
    unit.timerAt = null;
    failAttempt(run, unit, { code: 'TIMEOUT', retryable: true });
  }
  const unserved = everyUnit(run).filter((unit) => queueTimeoutAt(unit) <= run.now);
  for (const unit of unserved) {
    failAttempt(run, unit, { code: 'QUEUE_TIMEOUT', retryable: true });
  }
  const over = run.executions.filter((execution) => deadlineOf(execution) <= run.now);
  for (const execution of over) {
    const error = { code: 'WORKFLOW_TIMEOUT', retryable: true };
    abort(run, execution, { outcome: 'timed_out', error });
  }
  return late.length + unserved.length + over.length > 0;
}

/** Ends of delays before attempts, and timers of `sleep` steps, which give an empty object. */
export function timers(run: Run): boolean {
  const due = everyUnit(run).filter(({ timerAt }) => timerAt !== null && timerAt <= run.now);
  for (const unit of due) {
    unit.timerAt = null;
    if (unit.state === 'RETRYING') tell(run, unit);
    else succeed(run, unit, {});
  }
  return due.length > 0;
}

export function controls(run: Run): boolean {
  const due = run.controls.filter((control) => 'at' in control && control.at <= run.now);
  for (const control of due) {
    run.controls.splice(run.controls.indexOf(control), 1);
    const [whole] = run.executions;
    if (control.action === 'signal') signal(run, control.name, control.value);
    if (control.action === 'cancel' && whole !== undefined) cancelExecution(run, whole);
  }
  return due.length > 0;
}
