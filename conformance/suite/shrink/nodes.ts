/** Cases with a node less: what leads to it, undoes it or speaks of it goes with it. */

import type { Edge, Workflow, WorkflowNode } from '../../../core/model/workflow.ts';
import { makeEdge } from '../../cases/whiteboard.ts';
import type { TestCase } from '../case.ts';

export function* withoutNodes(testCase: TestCase): Generator<TestCase> {
  const { workflow } = testCase;
  const ids = workflow.nodes.map(({ id }) => id).reverse();
  if (ids.length > 4) {
    const half = Math.ceil(ids.length / 2);
    yield without(testCase, new Set(ids.slice(0, half)), false);
    yield without(testCase, new Set(ids.slice(half)), false);
  }
  for (const id of ids) {
    const removed = new Set([id, ...companionsOf(workflow, id)]);
    if (removed.size >= ids.length) continue;
    yield without(testCase, removed, false);
    const isBetween =
      workflow.edges.some(({ to }) => to === id) && workflow.edges.some(({ from }) => from === id);
    if (isBetween) yield without(testCase, removed, true);
  }
}

/** What undoes a node, and the body of a loop with what undoes that. */
const companionsOf = ({ nodes, edges }: Workflow, id: string): readonly string[] => {
  const body = nodes.find((node) => node.id === id)?.loop?.body;
  const undone = body === undefined ? [id] : [id, body];
  const undos = edges.flatMap(({ type, from, to }) =>
    type === 'compensation' && undone.includes(from) ? [to] : [],
  );
  return body === undefined ? undos : [body, ...undos];
};

const without = (
  { name, workflow, scenario }: TestCase,
  removed: ReadonlySet<string>,
  isBridged: boolean,
): TestCase => {
  const bridges = isBridged ? bridgesOver(workflow, removed) : [];
  const edges = workflow.edges.filter(({ from, to }) => !removed.has(from) && !removed.has(to));
  const nodes = workflow.nodes
    .filter(({ id }) => !removed.has(id))
    .map((node) => forget(node, removed));
  const tasks = Object.entries(scenario.tasks).filter(([unit]) => !removed.has(nodeOf(unit)));
  return {
    name,
    workflow: {
      ...workflow,
      entry: workflow.entry !== null && removed.has(workflow.entry) ? null : workflow.entry,
      nodes,
      edges: [...edges, ...bridges].map((edge) =>
        mentions(edge.condition, removed) ? { ...edge, condition: null } : edge,
      ),
    },
    scenario: {
      ...scenario,
      tasks: Object.fromEntries(tasks),
      controls: scenario.controls.filter(
        (control) => control.action !== 'operator' || !removed.has(control.step ?? ''),
      ),
    },
  };
};

const nodeOf = (unit: string): string => unit.replace(/^compensate:/, '').replace(/\[.*$/, '');

/** What came before the removed is followed by what came after it. */
const bridgesOver = ({ edges }: Workflow, removed: ReadonlySet<string>): readonly Edge[] => {
  const before = edges.filter(
    ({ from, to, type }) => removed.has(to) && !removed.has(from) && type !== 'compensation',
  );
  const after = edges.filter(
    ({ from, to, type }) => removed.has(from) && !removed.has(to) && type !== 'compensation',
  );
  return before.flatMap(({ from }) =>
    after.map(({ to, type }) => makeEdge(from, to, type === 'data' ? 'control' : type)),
  );
};

const mentions = (expression: string | null, ids: ReadonlySet<string>): boolean =>
  expression !== null && [...ids].some((id) => expression.includes(`${id}.`));

const forget = (node: WorkflowNode, removed: ReadonlySet<string>): WorkflowNode => {
  const cases = node.cases?.filter(({ to }) => !removed.has(to)) ?? null;
  return {
    ...node,
    guard: mentions(node.guard, removed) ? null : node.guard,
    inputs: node.inputs.filter(
      ({ name, value }) =>
        !mentions(value, removed) && !(name.startsWith('from_') && removed.has(name.slice(5))),
    ),
    compensates:
      node.compensates !== null && removed.has(node.compensates) ? null : node.compensates,
    cases:
      cases?.map((each) => (mentions(each.when, removed) ? { ...each, when: '${true}' } : each)) ??
      null,
    otherwise: node.otherwise !== null && removed.has(node.otherwise) ? null : node.otherwise,
  };
};
