/**
 * A run with faults laid over its scenario. An input that hangs on an event finds it in the run
 * without that input, which is the same up to there; so the earliest is placed first, and a run
 * is made for each.
 */

import type { Run } from '../../core/model/run.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { compileProgram, type SimulateOptions, simulateProgram } from '../../simulator/index.ts';
import { applyAnswers, inputsOf, placeFirst } from '../models/faults/apply.ts';
import type { FaultPlan } from '../models/faults.ts';

export interface FaultedRun {
  readonly run: Run;
  /** What was run: the faults are in it. */
  readonly scenario: Scenario;
  /** Inputs of the plan, by index, whose moment never comes. */
  readonly unused: readonly number[];
}

export function runWithFaults(
  workflow: Workflow,
  base: Scenario,
  plan: FaultPlan,
  limits: SimulateOptions,
): FaultedRun {
  const program = compileProgram(workflow);
  let scenario = applyAnswers(base, plan, workflow);
  let run = simulateProgram(program, scenario, limits);
  let waiting = inputsOf(plan);
  for (;;) {
    const placed = placeFirst(waiting, run.trace);
    if (placed === null) break;
    waiting = waiting.filter((input) => input !== placed.input);
    scenario = { ...scenario, controls: [...scenario.controls, ...placed.controls] };
    run = simulateProgram(program, scenario, limits);
  }
  const unused = plan.inputs.flatMap((input, index) => (waiting.includes(input) ? [index] : []));
  return { run, scenario, unused };
}
