/** All that there is while a scenario plays: its clock, its executions, and what it has seen. */

import type { Json } from '../../../core/model/json.ts';
import type { Scenario } from '../../../core/model/scenario.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import type { CallAccount } from './account.ts';
import { allUnits, type Execution, type Failure, type Unit } from './units.ts';
import type { World } from './world.ts';

export interface Run {
  readonly scenario: Scenario;
  /** Child workflows by the name that a step calls them by. */
  readonly children: ReadonlyMap<string, Workflow>;
  readonly world: World;
  /** By unit: what chance gave for its delays with jitter, each in [0, 1). */
  readonly draws: { readonly [unit: string]: readonly number[] };
  /** The whole run, then its children in the order in which they began. */
  readonly executions: Execution[];
  /** Signals that nobody waited for. */
  readonly kept: { readonly name: string; readonly value: Json }[];
  readonly controls: Scenario['controls'][number][];
  readonly calls: CallAccount[];
  readonly failures: { readonly unit: string; readonly error: string }[];
  /** When the decider wakes. */
  wakes: number[];
  /** When calls return that timed out. */
  late: number[];
  now: number;
  /** How much has happened: what happens at one instant has an order too. */
  happened: number;
}

export const everyUnit = (run: Run): readonly Unit[] => run.executions.flatMap(allUnits);

/**
 * Something happened: after `latency.decide` the decider wakes, and decides about all that has
 * happened by then (ours). What it decides itself leads on at once, as StepFailed and
 * CompensationStarted do in the book's log.
 */
export function wake(run: Run): void {
  run.wakes.push(run.now + run.scenario.latency.decide);
}

/** What happened to a unit is for the decider to see. */
export function tell(run: Run, unit: Unit): void {
  run.happened += 1;
  unit.news = run.happened;
}

/** An attempt came to an end. */
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
  unit.workerAt = null;
  tell(run, unit);
}
