/** The smallest run that could be found in which a rule is broken, with all that one needs. */

import { writeHarness } from '../../core/harness/write.ts';
import type { Json } from '../../core/model/json.ts';
import { toPlan } from '../../core/model/plan.ts';
import { writeScenario } from '../../core/scenario/write.ts';
import { digestTrace, simulate } from '../../simulator/index.ts';
import { observationOfRun } from '../judge/observation-of-run.ts';
import type { Observation } from '../rules/observation.ts';
import type { Breach, Rule, RunRule } from '../rules/rule.ts';
import { createView } from '../rules/view.ts';
import { writeToken } from '../token/token.ts';
import { profileOf, type TestCase } from './case.ts';
import type { Counterexample } from './certification.ts';
import type { Course } from './course.ts';
import { callLine, firstDifference } from './difference.ts';
import { isValidPlan } from './playable.ts';
import { renamed } from './rename.ts';
import { scaleCalls } from './scale.ts';
import { shownCalls, shownTrace } from './shown-call.ts';
import { shrink } from './shrink/shrink.ts';
import { stepOf } from './step-of.ts';
import type { Broken } from './tally.ts';

/** In ms, for each rule; and smaller cases tried. */
const LONGEST_SEARCH = 3000;
const MOST_TRIES = { virtual: 400, real: 40 } as const;
/** Calls shown of a run that makes many. */
const SHOWN_CALLS = 24;
const LIMITS = { events: 200_000, calls: 20_000 };

interface Found {
  readonly testCase: TestCase;
  readonly observation: Observation;
  readonly breaches: readonly Breach[];
}

export const makeCounterexample = async (
  course: Course,
  rule: Rule,
  worst: Broken,
): Promise<Counterexample | null> => {
  if (rule.kind !== 'run') return null;
  const { runtime, options, profile, done } = course;
  const { testCase, breach } = worst;
  options.onProgress?.({ profile, done, total: done, phase: 'shrinking', broken: 0 });
  await options.pause?.();
  const began = options.now();
  let smallest: Found | null = null;
  const run = `${testCase.scenario.run}-${rule.id.replaceAll('/', '-')}`;
  const breaks = async (candidate: TestCase, turn: number): Promise<boolean> => {
    const found = await observeBreach(course, rule, renamed(candidate, `${run}-${turn}`));
    if (found !== null) smallest = found;
    return found !== null;
  };
  const isFound = await breaks(testCase, 0);
  const { kind } = runtime.hello.clock;
  const { tries } = await shrink(testCase, breaks, {
    tries: isFound && testCase.document === undefined ? MOST_TRIES[kind] : 0,
    isOver: () => options.now() - began > LONGEST_SEARCH || (options.isInterrupted?.() ?? false),
  });
  const found = smallest as Found | null;
  return describeFound(rule, testCase.name, tries, {
    testCase: found?.testCase ?? testCase,
    observation: found?.observation ?? null,
    breaches: found?.breaches ?? [breach],
    scale: runtime.hello.clock.scale,
  });
};

const observeBreach = async (
  { runtime }: Course,
  rule: RunRule,
  testCase: TestCase,
): Promise<Found | null> => {
  const seen = await runtime.observe(testCase);
  if (seen.kind === 'blocked') return null;
  const { observation } = seen;
  const { breaches } = rule.judge(createView(observation));
  return breaches.length === 0 ? null : { testCase, observation, breaches };
};

export const describeFound = (
  rule: Rule,
  from: string,
  tries: number,
  found: Omit<Found, 'observation'> & {
    readonly observation: Observation | null;
    /** Of the runtime's clock. */
    readonly scale: number;
  },
): Counterexample => {
  const { testCase, observation, breaches, scale } = found;
  const { workflow, scenario } = testCase;
  const reference = simulate(workflow, scenario, LIMITS);
  const own = observationOfRun(workflow, scenario, reference);
  const expected = { ...own, calls: scaleCalls(own.calls, scale) };
  const breach = breaches[0] as Breach;
  const difference = observation === null ? null : firstDifference(expected, observation);
  const at = breach.at ?? difference?.at ?? null;
  const calls = observation?.calls ?? [];
  const trace = observation?.trace ?? null;
  const document = documentOf(testCase);
  const content = writeScenario(scenario) as Json;
  return {
    rule: rule.id,
    profile: profileOf(testCase),
    from,
    breach,
    breaches: breaches.length,
    document,
    scenario: content,
    nodes: workflow.nodes.length,
    faults: countFaults(testCase),
    difference,
    calls: [
      ...calls.slice(0, SHOWN_CALLS).map(callLine),
      ...(calls.length > SHOWN_CALLS ? [`and ${calls.length - SHOWN_CALLS} more`] : []),
    ],
    token: writeToken({
      document,
      scenario: content,
      seed: scenario.seed,
      schedule: [],
      rule: rule.id,
      step: stepOf(reference.trace, breach, at === null ? null : at / scale),
      digest: digestTrace(reference.trace),
    }),
    tries,
    observed: shownCalls(calls),
    reference: shownCalls(expected.calls),
    ...(trace === null ? {} : { trace: shownTrace(trace) }),
  };
};

/** HarnessXML where that is a valid document; else the plan, which can say more. */
export const documentOf = (testCase: TestCase): Counterexample['document'] => {
  const { workflow, document: sent } = testCase;
  if (sent !== undefined) return { format: sent.dialect, text: sent.text };
  const profile = profileOf(testCase);
  if (
    profile !== 'orbit' &&
    isValidPlan({ ...testCase, scenario: { ...testCase.scenario, profile: 'harness' } })
  ) {
    const written = writeHarness(workflow);
    if (written.ok) return { format: 'harness', text: written.text };
  }
  return { format: 'plan', text: JSON.stringify(toPlan({ ...workflow, profile })) };
};

const countFaults = ({ scenario }: TestCase): number =>
  Object.values(scenario.tasks).reduce(
    (sum, answers) =>
      sum + answers.filter(({ then }) => then.kind !== 'ok' && then.kind !== 'default').length,
    0,
  );
