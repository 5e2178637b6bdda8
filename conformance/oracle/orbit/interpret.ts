/**
 * A second reading of ORBIT, slow and plain on purpose: whoever holds it beside the digest can
 * check it sentence by sentence. It shares nothing with the simulator but the model and the
 * expressions. Nothing is kept in queues: what comes next is found by looking at everything.
 */

import type { Scenario } from '../../../core/model/scenario.ts';
import type { NodeState } from '../../../core/model/trace.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import type { Account } from './account.ts';
import { abort, cancelExecution } from './abort.ts';
import { assignWorkers, dispatch, dispatchAt, dispatchFree, returnCall, signal } from './attempts.ts';
import { decide } from './decide.ts';
import { everyUnit, failAttempt, type Run, succeed, tell, wake } from './run.ts';
import { type Execution, makeExecution, nameOf, type Unit } from './units.ts';
import { makeWorld } from './world.ts';

/**
 * Runs a workflow of an ORBIT document in a scenario. `draws` are what chance gave for delays
 * with jitter, by unit; controls at events of a trace, crashes and operators are not known here.
 */
export function interpret(workflow: Workflow, scenario: Scenario, draws: Run['draws']): Account {
  const whole = makeExecution({
    workflow,
    id: scenario.tenant === 'default' ? scenario.run : `${scenario.tenant}:${scenario.run}`,
    prefix: '',
    input: scenario.input,
    startedAt: 0,
    parent: null,
  });
  const run: Run = {
    scenario,
    children: new Map((workflow.orbit?.children ?? []).map((child) => [child.id, child])),
    world: makeWorld(scenario),
    draws,
    executions: [whole],
    kept: [],
    controls: [...scenario.controls],
    calls: [],
    failures: [],
    wakes: [],
    late: [],
    now: 0,
    happened: 0,
  };
  wake(run);
  while (whole.ended === null) {
    const next = Math.min(...upcoming(run));
    if (next === Infinity) break;
    run.now = next;
    // The order of one instant: returns, timeouts, ends of delays, controls, then decisions,
    // again and again until nothing is due (driver protocol, "At one instant").
    while (
      whole.ended === null &&
      (woken(run, returns) || woken(run, timeouts) || woken(run, timers) || woken(run, controls) || decisions(run))
    );
  }
  return accountOf(run, whole);
}

/** What happens wakes the decider. */
function woken(run: Run, happens: (run: Run) => boolean): boolean {
  const happened = happens(run);
  if (happened) wake(run);
  return happened;
}

/** All times at which something is due. */
function upcoming(run: Run): readonly number[] {
  return [
    ...everyUnit(run).flatMap((unit) => [
      unit.call?.returnsAt ?? Infinity,
      timeoutAt(unit),
      queueTimeoutAt(unit),
      unit.timerAt ?? Infinity,
      dispatchAt(run, unit),
    ]),
    ...run.executions.map(deadlineOf),
    ...run.wakes,
    ...run.late,
    ...run.controls.map((control) => ('at' in control ? control.at : Infinity)),
  ];
}

/** Tasks that return at one instant return in the order of their calls. */
function returns(run: Run): boolean {
  const due = everyUnit(run)
    .filter(({ call }) => call !== null && call.returnsAt <= run.now)
    .sort((one, other) => (one.call?.number ?? 0) - (other.call?.number ?? 0));
  for (const unit of due) returnCall(run, unit);
  // A result that comes too late is recorded, and changes nothing.
  const late = run.late.filter((at) => at <= run.now);
  run.late = run.late.filter((at) => at > run.now);
  return due.length + late.length > 0;
}

/** `timeout` bounds one attempt from its dispatch, or the wait of an `await`. */
const timeoutAt = ({ node, state, error, startedAt }: Unit): number =>
  state === 'RUNNING' && error === null && node.timeout !== null
    ? startedAt + node.timeout.duration
    : Infinity;

/** `queue_timeout` bounds the wait for a worker. */
const queueTimeoutAt = ({ node, state, error, readyAt, workerAt }: Unit): number =>
  state === 'READY' && error === null && workerAt === null && node.queueTimeout !== undefined
    ? readyAt + node.queueTimeout
    : Infinity;

/** A workflow's `timeout` bounds the whole execution; while it unwinds that is ignored (§3). */
const deadlineOf = ({ workflow, startedAt, abort, ended }: Execution): number =>
  workflow.timeout !== null && abort === null && ended === null
    ? startedAt + workflow.timeout
    : Infinity;

function timeouts(run: Run): boolean {
  const late = everyUnit(run).filter((unit) => timeoutAt(unit) <= run.now);
  for (const unit of late) timeOut(run, unit);
  const unserved = everyUnit(run).filter((unit) => queueTimeoutAt(unit) <= run.now);
  for (const unit of unserved) failAttempt(run, unit, { code: 'QUEUE_TIMEOUT', retryable: true });
  const over = run.executions.filter((execution) => deadlineOf(execution) <= run.now);
  for (const execution of over) {
    const error = { code: 'WORKFLOW_TIMEOUT', retryable: true };
    abort(run, execution, { outcome: 'timed_out', error });
  }
  return late.length + unserved.length + over.length > 0;
}

/** The attempt is over, and what its call gives later is ignored. A child is cancelled first. */
function timeOut(run: Run, unit: Unit): void {
  const { child } = unit;
  if (child === null) {
    if (unit.call !== null) run.late.push(unit.call.returnsAt);
    failAttempt(run, unit, { code: 'TIMEOUT', retryable: true });
    return;
  }
  unit.error = { code: 'TIMEOUT', retryable: true };
  cancelExecution(run, child);
}

function timers(run: Run): boolean {
  const due = everyUnit(run).filter(({ timerAt }) => timerAt !== null && timerAt <= run.now);
  for (const unit of due) {
    unit.timerAt = null;
    if (unit.state === 'RETRYING') tell(run, unit);
    else succeed(run, unit, null);
  }
  return due.length > 0;
}

function controls(run: Run): boolean {
  const due = run.controls.filter((control) => 'at' in control && control.at <= run.now);
  for (const control of due) {
    run.controls.splice(run.controls.indexOf(control), 1);
    const [whole] = run.executions;
    if (control.action === 'signal') signal(run, control.name, control.value);
    if (control.action === 'cancel' && whole !== undefined) cancelExecution(run, whole);
  }
  return due.length > 0;
}

/** What the decider does, then which attempts begin. */
function decisions(run: Run): boolean {
  const wakes = run.wakes.some((at) => at <= run.now);
  if (wakes) {
    run.wakes = run.wakes.filter((at) => at > run.now);
    // A child's end leads to something in its parent, and a parent's abort in its child.
    for (let before = -1; before !== run.happened; ) {
      before = run.happened;
      for (const execution of [...run.executions]) decide(run, execution);
      // A call that waits for nothing is made at once.
      dispatchFree(run);
      dispatchDue(run);
    }
    // Workers are given last: what a failure withdraws must not get the one that it set free.
    assignWorkers(run);
  }
  const begun = dispatchDue(run);
  return wakes || begun;
}

function dispatchDue(run: Run): boolean {
  const due = everyUnit(run).filter((unit) => dispatchAt(run, unit) <= run.now);
  for (const unit of due) dispatch(run, unit);
  if (due.length > 0 && run.scenario.latency.dispatch > 0) wake(run);
  return due.length > 0;
}

function accountOf(run: Run, whole: Execution): Account {
  const states: { [unit: string]: NodeState } = {};
  for (const unit of everyUnit(run)) states[nameOf(unit)] = unit.state;
  for (const { whole: unit } of run.executions.flatMap(({ steps }) => steps)) {
    states[nameOf(unit)] = unit.state;
  }
  return {
    outcome: whole.ended?.outcome ?? 'stalled',
    compensation: whole.ended?.compensation ?? 'none',
    endedAt: run.now,
    error: whole.error?.code ?? null,
    calls: run.calls,
    states,
    failures: run.failures,
    output: whole.output,
  };
}
