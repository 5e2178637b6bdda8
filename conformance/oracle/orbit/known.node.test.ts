/** The second reading on runs that people wrote: the examples, and the fixed cases of the suite. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../core/model/scenario.ts';
import type { Edge, Workflow, WorkflowNode } from '../../../core/model/workflow.ts';
import { readDocument } from '../../../core/read.ts';
import { emptyScenario, readScenario } from '../../../core/scenario/read.ts';
import { cases } from '../../cases/index.ts';
import { ok } from '../../cases/whiteboard.ts';
import { interpret } from './interpret.ts';
import { tellRun } from './testing/account-of-run.ts';
import { differencesOf } from './testing/differences.ts';

const read = (name: string, file: string): string =>
  readFileSync(join(import.meta.dirname, '../../../examples', name, file), 'utf8');

const compared = (workflow: Workflow, scenario: Scenario): readonly string[] => {
  const { account, taken } = tellRun(workflow, scenario);
  const ours = interpret(workflow, scenario, taken).account;
  // Without a document's `return` a plan hands back what its last nodes gave, as in HarnessXML.
  const output = workflow.orbit === undefined ? account.output : ours.output;
  return differencesOf({ ...ours, output }, account);
};

/** What a task without an entry gives is the world's to say, and no part of the second reading. */
const PLACEHOLDERS = {
  'take[2]': [ok(0.5, { id: 't-2' })],
  'pay/charge': [ok(0.5, { id: 'p-1' })],
};

describe('the examples of ORBIT', () => {
  it.each(['orbit-order', 'orbit-parcels', 'orbit-undo'])('%s comes out alike', (name) => {
    const { workflow } = readDocument(read(name, 'workflow.orbit'));
    if (workflow === null) throw new Error(`the example ${name} is not valid`);
    const { scenario } = readScenario(read(name, 'scenario.json'), workflow);
    expect(scenario).not.toBeNull();
    const { tasks, ...rest } = scenario ?? emptyScenario;
    expect(compared(workflow, { ...rest, tasks: { ...PLACEHOLDERS, ...tasks } })).toEqual([]);
  });
});

const isReadNode = (node: WorkflowNode): boolean =>
  (node.kind === 'task' || node.kind === 'human' || node.wait?.until === null) &&
  node.join === 'all' &&
  node.guard === null &&
  node.fanOut === undefined &&
  node.inputs.length === 0;

const isReadEdge = ({ type, condition, from, to }: Edge, { edges }: Workflow): boolean =>
  type === 'control'
    ? condition === null
    : type === 'compensation' &&
      edges.every((edge) => edge.from !== from || edge.to === to || edge.type !== type);

/** What ORBIT's digest speaks of: no error edges, joins, decisions, loops, operators. */
const isRead = (workflow: Workflow, scenario: Scenario): boolean =>
  (workflow.orbit !== undefined ||
    (workflow.entry === null &&
      workflow.nodes.every(isReadNode) &&
      workflow.edges.every((edge) => isReadEdge(edge, workflow)))) &&
  scenario.controls.every(
    (control) => 'at' in control && (control.action === 'cancel' || control.action === 'signal'),
  );

describe('the fixed cases that run under ORBIT', () => {
  const known = cases
    .filter(({ profiles }) => profiles.includes('orbit'))
    .map((each) => each.testCase('orbit', 0))
    .filter(({ workflow, scenario }) => isRead(workflow, scenario));

  it('are many enough to say something', () => {
    expect(known.length).toBeGreaterThan(40);
  });

  it.each(known.map((each) => [each.name, each] as const))('%s', (_, { workflow, scenario }) => {
    expect(compared(workflow, scenario)).toEqual([]);
  });
});
