/** Runs a workflow against a scenario: the same input gives the same bytes in every engine. */

import { type Choices, defaultChoices } from '../core/lifecycle/choices.ts';
import type { Run, RuntimeError } from '../core/model/run.ts';
import type { Scenario } from '../core/model/scenario.ts';
import type { Workflow } from '../core/model/workflow.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { rulesOf } from './profile.ts';
import { compileProgram } from './program/compile.ts';
import type { Program } from './program/program.ts';
import { report } from './report.ts';
import { begin, runOn } from './runtime/run.ts';

export interface SimulateOptions extends Partial<Limits> {
  /** Readings of open questions that are not our own. */
  readonly choices?: Partial<Choices>;
}

/**
 * Simulates one run of a valid workflow.
 * @param options Bounds on events, calls, nesting, and virtual time in ms (a run that passes
 *   one ends `stalled`), and readings of open questions.
 * @returns The run. Its outcome is `refused`, with one error of code `unsupported`, where
 *   the scenario asks for what can't be simulated.
 */
export const simulate = (
  workflow: Workflow,
  scenario: Scenario,
  options: SimulateOptions = {},
): Run => simulateProgram(compileProgram(workflow), scenario, options);

/** As `simulate`, for a workflow that is run many times. */
export const simulateProgram = (
  program: Program,
  scenario: Scenario,
  options: SimulateOptions = {},
): Run => {
  const rules = rulesOf(scenario.profile ?? program.workflow.profile);
  const reason = whyUnsupported(program.workflow, scenario);
  if (reason !== null) return refused(reason);
  const { choices, ...bounds } = options;
  const limits = { ...defaultLimits, ...bounds };
  return report(runOn(begin(program, scenario, limits, rules, { ...defaultChoices, ...choices })));
};

/** Why the scenario can't be run with this workflow, in a sentence; null where it can. */
export const whyUnsupported = (workflow: Workflow, scenario: Scenario): string | null => {
  const profile = scenario.profile ?? workflow.profile;
  const onFailure = scenario.onFailure ?? workflow.onFailure;
  if (workflow.orbit !== undefined && profile !== 'orbit') {
    return `an ORBIT document runs under the orbit profile alone, not under ${profile}`;
  }
  if (onFailure === 'pause' && profile !== 'baseline') {
    return `onFailure "pause" is for the baseline profile, not for ${profile}`;
  }
  return null;
};

const refused = (message: string): Run => {
  const error: RuntimeError = {
    code: 'unsupported',
    class: 'internal',
    node: '',
    unit: '',
    attempt: 0,
    message,
  };
  return {
    outcome: 'refused',
    compensation: 'none',
    endedAt: 0,
    states: {},
    effects: [],
    failures: [],
    errors: [error],
    output: null,
    trace: [],
    stalledBecause: null,
  };
};
