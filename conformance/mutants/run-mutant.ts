/** One run of a mutant, its calls answered by a suite as those of any runtime are. */

import { type Choices, defaultChoices } from '../../core/lifecycle/choices.ts';
import type { Profile } from '../../core/model/workflow.ts';
import { emptyScenario } from '../../core/scenario/empty.ts';
import { defaultLimits, type Limits } from '../../simulator/limits.ts';
import { type ProfileRules, rulesOf } from '../../simulator/profile.ts';
import { compileProgram } from '../../simulator/program/compile.ts';
import { report } from '../../simulator/report.ts';
import { begin, finish } from '../../simulator/runtime/run.ts';
import { turn } from '../../simulator/runtime/turn.ts';
import type { FoundProgram } from '../drivers/builtin-programs.ts';
import { refusedResult, resultOf } from '../drivers/builtin-result.ts';
import { scenarioControl } from '../drivers/controls.ts';
import { createSuiteHost } from '../drivers/suite-host.ts';
import type { SuiteCalls } from '../protocol/driver.ts';
import type { RunParameters, RunResult } from '../protocol/schema/index.ts';
import type { Change, Mutant } from './mutant.ts';

export type RunMutant = (
  found: FoundProgram,
  parameters: RunParameters,
  suite: SuiteCalls,
) => RunResult;

/** @returns How the mutant runs workflows; its tables are made once. */
export const runnerOf = ({ change }: Mutant): RunMutant => {
  const rulesFor = rulesOfChange(change);
  const choices: Choices = { ...defaultChoices, ...change.choices };
  return (found, parameters, suite) => {
    if (!found.ok) {
      change.refuses?.(parameters, suite);
      return refusedResult(found.code, found.message);
    }
    const { program } = found;
    const { workflow } = program;
    const { run, tenant, seed, input, controls, limits, workers = {} } = parameters;
    const heard = {
      ...emptyScenario,
      ...{ run, tenant, seed, workers, controls: controls.map(scenarioControl) },
      input: input as typeof emptyScenario.input,
    };
    const scenario = change.hears?.(heard) ?? heard;
    const read = change.reads === undefined ? program : compileProgram(change.reads(workflow));
    const calls = change.calls?.(suite, workflow) ?? suite;
    const own = createSuiteHost(run, calls);
    const host = change.host?.(own) ?? own;
    const bounds: Limits = { ...defaultLimits, time: limits.time, calls: limits.calls };
    const simulation = begin(read, scenario, bounds, rulesFor(workflow.profile), choices, host);
    const { engine, instance } = simulation;
    const meddle = change.meddles?.() ?? null;
    let isMoving = true;
    while (isMoving && !instance.isOver) {
      isMoving = turn(engine);
      meddle?.(engine);
    }
    own.isOver = true;
    const result = resultOf(report(finish(simulation)));
    return change.tells?.(result, workflow) ?? result;
  };
};

const rulesOfChange = ({ rules, choices }: Change): ((profile: Profile) => ProfileRules) => {
  const known = new Map<Profile, ProfileRules>();
  return (profile) => {
    const made = known.get(profile);
    if (made !== undefined) return made;
    const base = rulesOf(profile);
    const changed = rules?.(base) ?? base;
    const own =
      changed.choices === null
        ? changed
        : { ...changed, choices: { ...changed.choices, ...choices } };
    known.set(profile, own);
    return own;
  };
};
