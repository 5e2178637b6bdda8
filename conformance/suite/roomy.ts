/**
 * Cases with room between what happens, for runtimes on a real clock: that may be late by its
 * tolerance, and two things that are nearer to each other than that may come in either order.
 */

import type { Scenario } from '../../core/model/scenario.ts';
import { simulate } from '../../simulator/index.ts';
import { smallestGap } from '../generate/ties.ts';
import type { SessionClock } from '../protocol/hello.ts';
import type { TestCase } from './case.ts';
import { scaleWorkflow } from './scale.ts';

/** A plan's ms that must lie between two things; 0 on a virtual clock. */
export const roomFor = ({ kind, toleranceMs, scale }: SessionClock): number =>
  kind === 'virtual' ? 0 : (2 * toleranceMs) / scale;

/** So much longer a case may get; one that would have to be longer is left as it is. */
const LONGEST = 64;
const LIMITS = { events: 20_000 };

/** The same case, all of whose times are multiplied by as much as it takes. */
export const roomy = (testCase: TestCase, room: number): TestCase => {
  if (room === 0 || testCase.document !== undefined) return testCase;
  const gap = smallestGap(simulate(testCase.workflow, testCase.scenario, LIMITS));
  const factor = Math.ceil(room / gap);
  return gap === 0 || factor <= 1 || factor > LONGEST ? testCase : stretched(testCase, factor);
};

export const stretched = (testCase: TestCase, factor: number): TestCase => ({
  ...testCase,
  workflow: scaleWorkflow(testCase.workflow, factor),
  scenario: stretchScenario(testCase.scenario, factor),
});

const stretchScenario = (scenario: Scenario, factor: number): Scenario => ({
  ...scenario,
  default: { after: scenario.default.after * factor },
  tasks: Object.fromEntries(
    Object.entries(scenario.tasks).map(([unit, answers]) => [
      unit,
      answers.map((answer) => ({ ...answer, after: answer.after * factor })),
    ]),
  ),
  controls: scenario.controls.map((control) =>
    'at' in control ? { ...control, at: control.at * factor } : control,
  ),
});
