/**
 * A second reading of ORBIT, slow and plain on purpose: whoever holds it beside the digest can
 * check it sentence by sentence. It shares nothing with the simulator but the model and the
 * expressions. Nothing is kept in queues: what comes next is found by looking at everything.
 */

import type { Scenario } from '../../../core/model/scenario.ts';
import type { NodeState } from '../../../core/model/trace.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import { cancelUnwanted } from './abort.ts';
import type { Account } from './account.ts';
import { assignWorkers, dispatch, dispatchAt, dispatchFree } from './attempts.ts';
import { decide } from './decide.ts';
import { controls, returns, timeouts, timers, timesOfHappenings } from './happenings.ts';
import { everyUnit, type Run, wake } from './run.ts';
import type { Taken } from './taken.ts';
import { type Execution, makeExecution, nameOf } from './units.ts';

/**
 * Runs the workflow of an ORBIT document in a scenario.
 *
 * Not known here are controls at events of a trace, crashes, and operators; `environment` and
 * `world` of a scenario, which ORBIT does not ask; and children in other documents.
 */
export function interpret(
  workflow: Workflow,
  scenario: Scenario,
  taken: Taken,
): { readonly account: Account; readonly isTied: boolean } {
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
    taken,
    executions: [whole],
    kept: [],
    controls: [...scenario.controls],
    calls: [],
    failures: [],
    unwanted: [],
    wakes: [],
    late: [],
    isTied: false,
    now: 0,
    happened: 0,
  };
  wake(run);
  decisions(run);
  while (whole.ended === null) {
    const next = Math.min(...run.wakes, ...timesOfHappenings(run), ...timesOfDispatches(run));
    if (next === Infinity) break;
    run.now = next;
    // The order of one instant: returns, timeouts, ends of delays, controls, then decisions,
    // again and again until nothing is due (driver protocol, "At one instant").
    // A call that takes time to be sent is sent as a delay ends.
    const phases = [returns, timeouts, timers, dispatchDue, controls].map(waking);
    while (whole.ended === null && [...phases, decisions].some((phase) => phase(run)));
  }
  return { account: accountOf(run, whole), isTied: run.isTied };
}

/** What happens wakes the decider; a cancel and a workflow's timeout withdraw at once (ours). */
const waking =
  (phase: (run: Run) => boolean) =>
  (run: Run): boolean => {
    if (!phase(run)) return false;
    cancelUnwanted(run);
    wake(run);
    return true;
  };

function decisions(run: Run): boolean {
  const wakes = run.wakes.some((at) => at <= run.now);
  if (wakes) {
    run.wakes = run.wakes.filter((at) => at > run.now);
    for (let before = -1; before !== run.happened; ) {
      before = run.happened;
      decide(run);
      dispatchFree(run);
      dispatchDue(run);
      cancelUnwanted(run);
    }
    // Workers are given last: what a failure withdraws must not get the one that it set free.
    assignWorkers(run);
  }
  return dispatchDue(run) || wakes;
}

const timesOfDispatches = (run: Run): readonly number[] =>
  everyUnit(run).map((unit) => dispatchAt(run, unit));

function dispatchDue(run: Run): boolean {
  const due = everyUnit(run).filter((unit) => dispatchAt(run, unit) <= run.now);
  for (const unit of due) dispatch(run, unit);
  return due.length > 0;
}

function accountOf(run: Run, whole: Execution): Account {
  const states: { [unit: string]: NodeState } = {};
  const wholes = run.executions.flatMap(({ steps }) => steps.map((step) => step.whole));
  for (const unit of [...wholes, ...everyUnit(run)]) states[nameOf(unit)] = unit.state;
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
