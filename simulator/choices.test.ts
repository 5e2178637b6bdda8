/** The open questions of HarnessXML (§6 of the digest): each reading, as it shows in a run. */

import { describe, expect, it } from 'vitest';
import type { Choices } from '../core/lifecycle/choices.ts';
import type { Run } from '../core/model/run.ts';
import type { Scenario, TaskAnswer } from '../core/model/scenario.ts';
import type { Workflow } from '../core/model/workflow.ts';
import { endOf, pathOf, startsOf, undoneOf } from '../testing/observe.ts';
import {
  cancelAt,
  err,
  hang,
  ok,
  scenarioOf,
  withCondition,
  workflowOf,
} from '../testing/workflow.ts';
import { simulate } from './simulate.ts';

interface Case<Question extends keyof Choices> {
  readonly question: Question;
  readonly workflow: Workflow;
  readonly tasks: { readonly [unit: string]: readonly TaskAnswer[] };
  readonly scenario?: Partial<Scenario>;
  readonly seen: (run: Run) => unknown;
  readonly readings: { readonly [Reading in Choices[Question]]: unknown };
}

const cases: Case<keyof Choices>[] = [];

const question = <Question extends keyof Choices>(each: Case<Question>): void => {
  cases.push(each as unknown as Case<keyof Choices>);
};

question({
  question: 'Q1',
  workflow: workflowOf('A'),
  tasks: { A: [err(1)] },
  seen: (run) => run.outcome,
  readings: { failed: 'failed', compensated: 'compensated' },
});

question({
  question: 'Q2',
  workflow: workflowOf('A > B', { A: { timeout: { duration: 1000, onTimeout: 'skip' } } }),
  tasks: { A: [hang] },
  seen: (run) => [run.states['A'], run.states['B']],
  readings: { 'running-to-skipped': ['SKIPPED', 'SUCCEEDED'], other: ['SUCCEEDED', 'SUCCEEDED'] },
});

question({
  question: 'Q3',
  workflow: workflowOf('A > B; A =comp=> uA', { uA: { retry: {} } }),
  tasks: { B: [err(1)], uA: [err(1), ok(1)] },
  seen: (run) => [pathOf(run, 'compensate:A'), startsOf(run, 'uA').length, run.outcome],
  readings: {
    full: ['PENDING READY RUNNING RETRYING READY RUNNING SUCCEEDED', 2, 'compensated'],
    direct: ['PENDING SUCCEEDED', 2, 'compensated'],
  },
});

question({
  question: 'Q4',
  workflow: workflowOf('A; B; A =comp=> uA', { A: { idempotent: false } }),
  tasks: { A: [ok(5)], B: [err(1)] },
  seen: undoneOf,
  readings: { compensated: ['A'], left: [] },
});

question({
  question: 'Q5',
  workflow: workflowOf('A', { A: { timeout: { duration: 1000, onTimeout: 'retry' } } }),
  tasks: { A: [hang] },
  seen: (run) => startsOf(run, 'A'),
  readings: { 'one-attempt': [0], 'two-attempts': [0, 1] },
});

question({
  question: 'Q6',
  workflow: workflowOf('A > B; A =comp=> u1; A =comp=> u2'),
  tasks: { B: [err(1)], u1: [ok(1)], u2: [ok(1)] },
  seen: (run) => [startsOf(run, 'u1'), startsOf(run, 'u2'), run.states['A']],
  readings: { all: [[1], [2], 'COMPENSATED'], first: [[1], [], 'COMPENSATED'] },
});

question({
  question: 'Q7',
  workflow: workflowOf('L > E; B =comp=> uB', {
    L: {
      kind: 'loop',
      loop: {
        kind: 'times',
        body: 'B',
        over: null,
        while: null,
        count: 2,
        var: 'item',
        indexVar: 'index',
        maxIterations: 2,
        maxConcurrency: 1,
        onItemFailure: 'fail',
      },
    },
  }),
  tasks: { E: [err(1)] },
  seen: undoneOf,
  readings: { 'per-iteration': ['B[1]', 'B[0]'], once: ['B[1]'], none: [] },
});

question({
  question: 'Q8',
  workflow: workflowOf('A > B; A =comp=> uA'),
  tasks: { A: [ok(1)], B: [ok(9)], uA: [ok(1)] },
  scenario: { controls: [cancelAt(3)] },
  seen: (run) => [undoneOf(run), endOf(run)],
  readings: { none: [[], 'cancelled at 3'], compensates: [['A'], 'cancelled at 4'] },
});

question({
  question: 'Q9',
  workflow: workflowOf('A > B; A =comp=> uA', {
    uA: { retry: {}, timeout: { duration: 500, onTimeout: 'fail' } },
  }),
  tasks: { B: [err(1)], uA: [ok(2), ok(0)] },
  seen: (run) => startsOf(run, 'uA'),
  readings: { own: [1, 2.5], ignored: [1] },
});

question({
  question: 'Q10',
  workflow: workflowOf('A > B; B =err=> R; A =comp=> uA'),
  tasks: { B: [err(1)], R: [err(1)] },
  seen: (run) => [undoneOf(run), run.outcome],
  readings: { unwinds: [['A'], 'compensated'], fails: [[], 'failed'] },
});

question({
  question: 'Q11',
  workflow: workflowOf('A; B; A =comp=> uA', { A: { retry: { initialDelay: 5000 } } }),
  tasks: { A: [err(1), ok(1)], B: [err(2)] },
  seen: (run) => [startsOf(run, 'A'), run.states['A']],
  readings: { cancelled: [[0], 'CANCELLED'], continues: [[0, 6], 'COMPENSATED'] },
});

question({
  question: 'Q12',
  workflow: workflowOf('A', { A: { retry: { backoff: 'linear', multiplier: 3 } } }),
  tasks: { A: [err()] },
  seen: (run) => startsOf(run, 'A'),
  readings: { multiplied: [0, 3, 9], plain: [0, 1, 3] },
});

question({
  question: 'Q13',
  workflow: workflowOf('A > B; B > C; A =comp=> uA; B =comp=> uB'),
  tasks: { C: [err(1)], uA: [ok(2)], uB: [ok(3)] },
  seen: (run) => [startsOf(run, 'uB'), startsOf(run, 'uA'), endOf(run)],
  readings: {
    sequential: [[1], [4], 'compensated at 6'],
    parallel: [[1], [1], 'compensated at 4'],
  },
});

question({
  question: 'Q14',
  workflow: workflowOf('A > J; B > J; A =err=> R'),
  tasks: { A: [err(1)], B: [ok(2)] },
  seen: (run) => run.states['J'],
  readings: { negative: 'SUCCEEDED', blocks: 'PENDING' },
});

question({
  question: 'Q15',
  workflow: workflowOf('A > B'),
  tasks: { A: [ok(9)] },
  scenario: { controls: [cancelAt(1)] },
  seen: (run) => run.states,
  readings: {
    cancelled: { A: 'CANCELLED', B: 'CANCELLED' },
    pending: { A: 'CANCELLED', B: 'PENDING' },
  },
});

question({
  question: 'Q16',
  workflow: workflowOf('A > B; A =comp=> uA; uA > N'),
  tasks: { B: [err(1)], uA: [ok(1)], N: [ok(1)] },
  seen: (run) => [startsOf(run, 'N'), endOf(run)],
  readings: { ignored: [[], 'compensated at 2'], followed: [[2], 'compensated at 3'] },
});

question({
  question: 'Q17',
  workflow: withCondition(workflowOf('Z > A; A =err=> R; Z =comp=> uZ'), 'A', 'R', '${false}'),
  tasks: { A: [err(1)] },
  seen: (run) => run.outcome,
  readings: { unwinds: 'compensated', handled: 'succeeded' },
});

const readings = cases.flatMap((each) =>
  Object.entries(each.readings).map(([reading, expected], index) => ({
    name: `${each.question} ${reading}`,
    each,
    reading,
    expected,
    isDefault: index === 0,
  })),
);

describe('an open question', () => {
  it.each(readings)('read as $name', ({ each, reading, expected, isDefault }) => {
    const scenario = scenarioOf(each.tasks, each.scenario);
    const choices = { [each.question]: reading } as Partial<Choices>;
    expect(each.seen(simulate(each.workflow, scenario, { choices }))).toEqual(expected);
    if (isDefault) expect(each.seen(simulate(each.workflow, scenario))).toEqual(expected);
  });

  it('has a case each', () => {
    const named = cases.map((each) => each.question);
    expect(named).toEqual(Array.from({ length: 17 }, (_, index) => `Q${index + 1}`));
  });
});
