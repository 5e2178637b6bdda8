/** Cases whose world does less: fewer controls, fewer faults, rounder times. */

import type { Control, Scenario, TaskAnswer } from '../../../core/model/scenario.ts';
import type { TestCase } from '../case.ts';

export function* withoutControls(testCase: TestCase): Generator<TestCase> {
  const { controls } = testCase.scenario;
  if (controls.length > 1) yield withScenario(testCase, { controls: [] });
  for (const [index, control] of controls.entries()) {
    if (control.action === 'resume') continue;
    // Every crash is resumed, so the two go together.
    const resume =
      control.action === 'crash'
        ? controls.findIndex(({ action }, place) => place > index && action === 'resume')
        : -1;
    const rest = controls.filter((_, place) => place !== index && place !== resume);
    yield withScenario(testCase, { controls: rest });
  }
  const hasOperators = controls.some(({ action }) => action === 'operator');
  if (testCase.scenario.onFailure === 'pause' && !hasOperators) {
    yield {
      ...withScenario(testCase, { onFailure: 'unwind' }),
      workflow: { ...testCase.workflow, onFailure: 'unwind' },
    };
  }
}

export function* withFewerFaults(testCase: TestCase): Generator<TestCase> {
  const { tasks } = testCase.scenario;
  for (const unit of Object.keys(tasks)) {
    const { [unit]: dropped, ...rest } = tasks;
    yield withScenario(testCase, { tasks: rest });
  }
  for (const [unit, answers] of Object.entries(tasks)) {
    for (const fewer of fewerAnswers(answers)) {
      yield withScenario(testCase, { tasks: { ...tasks, [unit]: fewer } });
    }
  }
}

const SUCCESS = { kind: 'ok', output: {} } as const;

function* fewerAnswers(answers: readonly TaskAnswer[]): Generator<readonly TaskAnswer[]> {
  if (answers.length > 1) {
    yield answers.slice(0, 1);
    yield answers.slice(-1);
    yield answers.slice(1);
    yield answers.slice(0, -1);
  }
  for (const [index, answer] of answers.entries()) {
    const { then } = answer;
    const plain: TaskAnswer = { ...answer, then: SUCCESS, applied: true };
    if (then.kind === 'error' || then.kind === 'hang') yield answers.with(index, plain);
    if (then.kind === 'ok' && Object.keys(then.output).length > 0) {
      yield answers.with(index, plain);
    }
    if (then.kind === 'error' && answer.applied) {
      yield answers.with(index, { ...answer, applied: false });
    }
    if (then.kind === 'error' && (then.error.status !== null || then.error.retryable !== null)) {
      const error = { ...then.error, status: null, retryable: null };
      yield answers.with(index, { ...answer, then: { kind: 'error', error } });
    }
  }
}

/** Two digits are enough for most faults. */
const round = (time: number): number => {
  if (time < 100) return time;
  let unit = 1;
  while (time / unit >= 100) unit *= 10;
  return Math.round(time / unit) * unit;
};

export function* withRounderTimes(testCase: TestCase): Generator<TestCase> {
  const { workflow, scenario } = testCase;
  const controls = scenario.controls.map(
    (control): Control => ('at' in control ? { ...control, at: round(control.at) } : control),
  );
  const tasks = Object.fromEntries(
    Object.entries(scenario.tasks).map(([unit, answers]) => [
      unit,
      answers.map((answer) => ({ ...answer, after: round(answer.after) })),
    ]),
  );
  const nodes = workflow.nodes.map((node) => ({
    ...node,
    timeout:
      node.timeout === null ? null : { ...node.timeout, duration: round(node.timeout.duration) },
  }));
  const isRound = (other: unknown, own: unknown) => JSON.stringify(other) === JSON.stringify(own);
  if (!isRound([controls, tasks, nodes], [scenario.controls, scenario.tasks, workflow.nodes])) {
    yield { ...withScenario(testCase, { controls, tasks }), workflow: { ...workflow, nodes } };
  }
  if (Object.keys(scenario.input).length > 0) yield withScenario(testCase, { input: {} });
}

const withScenario = (testCase: TestCase, rest: Partial<Scenario>): TestCase => ({
  ...testCase,
  scenario: { ...testCase.scenario, ...rest },
});
