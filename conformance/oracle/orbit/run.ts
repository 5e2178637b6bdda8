/** All that there is while a scenario plays: its clock, its executions, and what happened. */

import type { Json } from '../../../core/model/json.ts';
import type { Scenario } from '../../../core/model/scenario.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import type { Account, CallAccount } from './account.ts';
import type { Taken } from './taken.ts';
import { allUnits, type Execution, type Failure, type Unit } from './units.ts';

export interface Run {
  readonly scenario: Scenario;
  /** Child workflows by the name that a step calls them by. */
  readonly children: ReadonlyMap<string, Workflow>;
  readonly taken: Taken;
  /** The whole run, then its children in the order in which they began. */
  readonly executions: Execution[];
  /** Signals that nobody waited for. */
  readonly kept: { readonly name: string; readonly value: Json }[];
  readonly controls: Scenario['controls'][number][];
  readonly calls: CallAccount[];
  readonly failures: Account['failures'][number][];
  /** Children that their parents no longer need, and who were not told yet. */
  unwanted: Execution[];
  /** When the decider wakes. */
  wakes: number[];
  /** When calls return that have timed out. */
  late: number[];
  /** Something was aborted at the instant at which it began something. */
  isTied: boolean;
  now: number;
  /** How much has happened: what happens at one instant has an order, too. */
  happened: number;
}

export const everyUnit = (run: Run): readonly Unit[] => run.executions.flatMap(allUnits);

export function wake(run: Run): void {
  run.wakes.push(run.now + run.scenario.latency.decide);
}

/** What happened to a unit is there for the decider to see. */
export function tell(run: Run, unit: Unit): void {
  run.happened += 1;
  unit.news = run.happened;
}

/** An attempt succeeded: so has its unit. */
export function succeed(run: Run, unit: Unit, output: Json): void {
  unit.state = 'SUCCEEDED';
  unit.output = output;
  unit.call = null;
  tell(run, unit);
  unit.finished = run.happened;
}

/** An attempt failed; the decider will say whether there is another. */
export function failAttempt(run: Run, unit: Unit, error: Failure): void {
  unit.state = 'RUNNING';
  unit.error = error;
  unit.call = null;
  tell(run, unit);
}
