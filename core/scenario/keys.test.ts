import { describe, expect, test } from 'vitest';
import { fromPlan } from '../model/plan.ts';
import type { Workflow } from '../model/workflow.ts';
import { readDocument } from '../read.ts';
import { readScenario } from './read.ts';

function workflowOf(profile: string, ...extra: readonly object[]): Workflow {
  const node = (id: string, kind: string, fields: object = {}) => ({
    ...{ id, kind, idempotent: true, join: 'all', quorum: null, inputs: [], outputs: [] },
    guard: null,
    ...fields,
  });
  const loop = {
    ...{ kind: 'times', body: 'ship', over: null, while: null, count: 3, var: 'item' },
    ...{ indexVar: 'index', maxIterations: 3, maxConcurrency: 1, onItemFailure: 'fail' },
  };
  const { workflow, problems } = fromPlan({
    ...{ plan: 1, id: 'order', profile, entry: null, onFailure: 'unwind', timeout: null },
    nodes: [
      node('charge', 'task'),
      node('refund', 'task'),
      node('ship', 'human'),
      node('gate', 'barrier'),
      node('each', 'loop', { loop }),
      ...extra,
    ],
    edges: [
      {
        ...{ from: 'charge', to: 'refund', type: 'compensation', condition: null },
        ...{ fromPort: null, toPort: null },
      },
    ],
  });
  if (workflow === null) throw new Error(JSON.stringify(problems));
  return workflow;
}

function problemsOf(key: string, workflow: Workflow): readonly string[] {
  const json = JSON.stringify({ tasks: { [key]: [{}] } });
  return readScenario(json, workflow).problems.map(({ path, message }) => `${path}: ${message}`);
}

describe('with a workflow, the keys of tasks and draws are looked up', () => {
  test.each([
    'charge',
    'refund',
    'ship',
    'ship[0]',
    'ship[12]',
    'ship[1][0]',
    'compensate:charge',
    'compensate:charge[1]',
  ])('%s leads to a node', (key) => {
    expect(problemsOf(key, workflowOf('harness'))).toEqual([]);
  });

  test.each([
    ['chrage', "/tasks/chrage: no node 'chrage' is in the workflow; did you mean 'charge'?"],
    ['ship[1', "/tasks/ship[1: no node 'ship[1' is in the workflow; did you mean 'ship'?"],
    ['ship[01]', "/tasks/ship[01]: no node 'ship[01]' is in the workflow"],
    ['toString', "/tasks/toString: no node 'toString' is in the workflow"],
    ['compensate:chrage', "/tasks/compensate:chrage: no node 'chrage' is in the workflow; did you"],
    ['compensate:ship', "/tasks/compensate:ship: 'ship' has no compensation: no edge leads to one"],
    ['gate', "/tasks/gate: 'gate' is of type barrier, which calls no task: it has no answers"],
    ['each', "/tasks/each: 'each' is of type loop, which calls no task"],
  ])('%s leads nowhere', (key, expected) => {
    const problems = problemsOf(key, workflowOf('harness'));
    expect(problems[0]).toContain(expected);
    expect(problems).toHaveLength(1);
  });

  test('in lines too, and in draws', () => {
    const workflow = workflowOf('harness');
    expect(readScenario('# a\nchrage ok', workflow).problems).toMatchObject([{ path: 'line 2' }]);
    expect(readScenario('{"draws": {"x": [0]}}', workflow).problems).toMatchObject([
      { path: '/draws/x' },
    ]);
    expect(readScenario('chrage ok').problems).toEqual([]);
  });

  test.each(['ship[0]', 'compensate:charge[1]'])(
    '%s leads nowhere in a workflow that repeats nothing',
    (key) => {
      const workflow = workflowOf('harness');
      const nodes = workflow.nodes.filter(({ kind }) => kind !== 'loop');
      const problems = problemsOf(key, { ...workflow, nodes });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain('repeats nothing');
    },
  );

  test('not where subworkflows have nodes of their own', () => {
    const subworkflow = {
      ...{ id: 'sub', kind: 'subworkflow', idempotent: true, join: 'all', quorum: null },
      ...{ inputs: [], outputs: [], guard: null },
      subworkflow: { href: 'sub.hxml', digest: null, specVersion: null },
    };
    expect(problemsOf('inner', workflowOf('harness', subworkflow))).toEqual([]);
  });

  test('in ORBIT a compensation may be declared by the step itself', () => {
    expect(problemsOf('compensate:ship', workflowOf('orbit'))).toEqual([]);
    expect(problemsOf('compensate:x', workflowOf('orbit'))).toHaveLength(1);
  });
});

describe('with a document of ORBIT, also those of its children', () => {
  const { workflow } = readDocument(`
    task "t" { }
    workflow Inner { step z { worker "t" compensate { worker "t" } } }
    workflow Kid { step x { worker "t" } step inner { workflow Inner } }
    workflow W { step a { worker "t" } step kids { for k in [1, 2] workflow Kid } step nap { sleep 1s } }`);
  if (workflow === null) throw new Error('invalid');

  test.each([
    'a',
    'kids/x',
    'kids[1]/x',
    'kids[0]#2/x',
    'kids[1]/inner/z',
    'compensate:kids[1]/inner/z',
    'compensate:kids/inner/z',
  ])('%s leads to a node', (key) => {
    expect(problemsOf(key, workflow)).toEqual([]);
  });

  test.each([
    ['b', "no node 'b' is in the workflow"],
    ['kids/y', "no node 'kids/y' is in the workflow"],
    ['kids/inner/compensate:z', "no node 'kids/inner/compensate:z' is in the workflow"],
    ['compensate:kids[1]/x', "'kids/x' has no block 'compensate'"],
    ['compensate:nap', "'nap' has no block 'compensate'"],
    ['kids', "'kids' is of type subworkflow, which calls no task: it has no answers"],
    ['nap', "'nap' is of type wait, which calls no task: it has no answers"],
  ])('%s leads to none', (key, message) => {
    const problems = problemsOf(key, workflow);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
  });
});
