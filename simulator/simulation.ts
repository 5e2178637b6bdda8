/** A run that goes forward one small thing at a time, and can be put away and taken up again. */

import type { Run } from '../core/model/run.ts';
import type { Scenario } from '../core/model/scenario.ts';
import type { Workflow } from '../core/model/workflow.ts';
import { type Checkpoint, checkpointOf, resumeFrom } from './checkpoint.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { rulesOf } from './profile.ts';
import { compileProgram } from './program/compile.ts';
import { report } from './report.ts';
import { begin, runOn, type Simulation } from './runtime/run.ts';
import { turn } from './runtime/turn.ts';
import { whyUnsupported } from './simulate.ts';

export interface SteppedRun {
  /** Does the next small thing: at most one message, decision or due time. False at the end. */
  next(): boolean;
  /** Everything that the run is, as JSON; it may be asked for between any two turns. */
  checkpoint(): Checkpoint;
  /** Goes on to the end. */
  finish(): Run;
}

/**
 * A run of a workflow, from its beginning or from a checkpoint of the same workflow and
 * scenario. What comes after a checkpoint is the same, to the byte, as if it had never stopped.
 * @throws Error where the scenario can't be run with this workflow, or the checkpoint belongs to another run.
 */
export const stepThrough = (
  workflow: Workflow,
  scenario: Scenario,
  checkpoint: Checkpoint | null = null,
  limits: Partial<Limits> = {},
): SteppedRun => {
  const reason = whyUnsupported(workflow, scenario);
  if (reason !== null) throw new Error(reason);
  const rules = rulesOf(scenario.profile ?? workflow.profile);
  const program = compileProgram(workflow);
  const bounds = { ...defaultLimits, ...limits };
  const simulation: Simulation =
    checkpoint === null
      ? begin(program, scenario, bounds, rules)
      : resumeFrom(checkpoint, program, scenario, bounds, rules);
  return {
    next: () => !simulation.instance.isOver && turn(simulation.engine),
    checkpoint: () => checkpointOf(simulation),
    finish: () => report(runOn(simulation)),
  };
};
