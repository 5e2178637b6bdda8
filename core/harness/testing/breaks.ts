/**
 * Ways to break a valid workflow or its document, each against one rule. A break says which
 * code must be found, at which id; null where the workflow has nothing that could be broken so.
 */

import { plainEdge, plainNode, plainPort } from '../../model/plain.ts';
import type { Edge, InputPort, Workflow, WorkflowNode } from '../../model/workflow.ts';
import type { Made } from './workflows.ts';

export interface Broken {
  readonly code: string;
  /** The nearest id of the finding. */
  readonly id: string | null;
  readonly workflow: Workflow;
  /** A change to the document as it is written. */
  readonly rewrite?: (text: string) => string;
  /** Codes that come along with the broken rule by its nature. */
  readonly also?: readonly string[];
}

/** `pick` gives a number below its argument; each call another one. */
export type Break = (made: Made, pick: (below: number) => number) => Broken | null;

const input = (name: string, rest: Partial<InputPort>): InputPort => ({
  ...plainPort(name),
  ...rest,
});

const brokenEdge = (from: string, to: string, rest: Partial<Edge> = {}): Edge => ({
  ...plainEdge(from, to, 'control'),
  id: 'broken',
  ...rest,
});

const unit: WorkflowNode = plainNode('extra');

function pickFrom<T>(list: readonly T[], pick: (below: number) => number): T | undefined {
  return list.length === 0 ? undefined : list[pick(list.length)];
}

function withNode(workflow: Workflow, node: WorkflowNode): Workflow {
  return { ...workflow, nodes: [...workflow.nodes, node] };
}

function withEdge(workflow: Workflow, edge: Edge): Workflow {
  return { ...workflow, edges: [...workflow.edges, edge] };
}

function change(workflow: Workflow, id: string, rest: Partial<WorkflowNode>): Workflow {
  const nodes = workflow.nodes.map((node) => (node.id === id ? { ...node, ...rest } : node));
  return { ...workflow, nodes };
}

/** Breaks one node out of those that `wanted` lets through. */
function atNode(
  code: string,
  wanted: (node: WorkflowNode) => boolean,
  rest: (node: WorkflowNode, workflow: Workflow) => Partial<WorkflowNode>,
  also: readonly string[] = [],
): Break {
  return ({ workflow }, pick) => {
    const node = pickFrom(workflow.nodes.filter(wanted), pick);
    if (node === undefined) return null;
    return { code, id: node.id, workflow: change(workflow, node.id, rest(node, workflow)), also };
  };
}

/** Adds a node of its own that breaks a rule. */
function extra(code: string, rest: Partial<WorkflowNode>): Break {
  return ({ workflow }) => ({
    code,
    id: unit.id,
    workflow: withNode(workflow, { ...unit, ...rest }),
  });
}

/** Adds an edge between two steps in their order. */
function extraEdge(
  code: string,
  rest: (source: WorkflowNode, target: WorkflowNode) => Partial<Edge>,
  also: readonly string[] = [],
): Break {
  return ({ workflow, steps }, pick) => {
    if (steps.length < 2) return null;
    const to = 1 + pick(steps.length - 1);
    const source = nodeOf(workflow, steps[pick(to)] ?? '');
    const target = nodeOf(workflow, steps[to] ?? '');
    const edge = brokenEdge(source.id, target.id, rest(source, target));
    return { code, id: 'broken', workflow: withEdge(workflow, edge), also };
  };
}

function nodeOf(workflow: Workflow, id: string): WorkflowNode {
  return workflow.nodes.find((node) => node.id === id) ?? unit;
}

/** Rewrites the document where a pattern is found in it. */
function rewrite(code: string, pattern: RegExp, replacement: string): Break {
  return ({ workflow }) => ({
    code,
    id: unit.id,
    workflow: withNode(workflow, {
      ...unit,
      timeout: { duration: 77_000, onTimeout: 'skip' },
      name: 'rewritten',
    }),
    rewrite: (text) => text.replace(pattern, replacement),
  });
}

const dataEdge = ({ workflow }: Made, pick: (below: number) => number): Edge | undefined =>
  pickFrom(
    workflow.edges.filter(({ type }) => type === 'data'),
    pick,
  );

export const breaks: { readonly [name: string]: Break } = {
  'a value out of range': rewrite('HX-1001', /PT1M17S/, '-PT1S'),
  'an element in the wrong place': rewrite(
    'HX-1001',
    /(<node [^>]*name="rewritten"[^>]*>)/,
    '$1<body ref="x"/>',
  ),
  'no specVersion': ({ workflow }) => ({
    code: 'HX-1002',
    id: workflow.id,
    workflow,
    rewrite: (text) => text.replace(/ specVersion="1\.[01]"( name=| entry=|>)/, '$1'),
  }),
  'an unknown word': rewrite(
    'HX-1003',
    /onTimeout="skip"(>|\/>)(?![\s\S]*PT1M17S)/,
    'onTimeout="skp"$1',
  ),
  'an unknown attribute': rewrite('HX-1003', / name="rewritten"/, ' nam="rewritten"'),
  'an unknown element': rewrite(
    'HX-1003',
    /(<node [^>]*name="rewritten"[^>]*>)/,
    '$1<limit value="1"/>',
  ),
  'a required extension': extra('HX-1004', {
    extensions: [{ namespace: 'urn:q', required: true, content: [] }],
  }),
  'a foreign element': rewrite(
    'HX-1006',
    /(<node [^>]*name="rewritten"[^>]*>)/,
    '$1<q:limit xmlns:q="urn:q"/>',
  ),
  'a node twice': ({ workflow, steps }, pick) => {
    const id = pickFrom(steps, pick) ?? '';
    return { code: 'HX-1101', id, workflow: withNode(workflow, { ...unit, id }) };
  },
  'an input twice': extra('HX-1101', {
    inputs: [input('a', { required: false }), input('a', { required: false })],
  }),
  'no node': ({ workflow }) => ({
    code: 'HX-1102',
    id: workflow.id,
    workflow: { ...workflow, nodes: [], edges: [], entry: null },
  }),
  'an edge to nowhere': ({ workflow, steps }, pick) => ({
    code: 'HX-2001',
    id: 'broken',
    workflow: withEdge(workflow, brokenEdge(pickFrom(steps, pick) ?? '', 'nowhere')),
  }),
  'a case to nowhere': atNode(
    'HX-2001',
    ({ cases }) => cases !== null,
    ({ cases }) => ({ cases: [...(cases ?? []), { when: '${true}', to: 'nowhere' }] }),
  ),
  'no such resource': extra('HX-2002', { resources: [{ ref: 'nowhere', role: null }] }),
  'no such artifact': extra('HX-2003', { artifacts: [{ ref: 'nowhere', direction: 'in' }] }),
  'an undo of another node': ({ workflow, steps, undos }, pick) => {
    const undo = pickFrom(undos, pick);
    const other = steps.find((step) => step !== undo?.of);
    if (undo === undefined || other === undefined) return null;
    return {
      code: 'HX-2004',
      id: undo.undo,
      workflow: change(workflow, undo.undo, { compensates: other }),
    };
  },
  'an undo as a step': ({ workflow, undos }, pick) => {
    const undo = pickFrom(undos, pick);
    if (undo === undefined) return null;
    return {
      code: 'HX-2005',
      id: 'broken',
      workflow: {
        ...withEdge(workflow, brokenEdge(undo.of, undo.undo)),
        entry: workflow.entry === null ? null : undo.of,
      },
    };
  },
  'a hungry input': extra('HX-2101', { inputs: [input('a', {})] }),
  'two sources of an input': (made, pick) => {
    const edge = dataEdge(made, pick);
    if (edge === undefined) return null;
    const { workflow } = made;
    const inputs = nodeOf(workflow, edge.to).inputs.map((port) =>
      port.name === edge.toPort ? { ...port, value: '1' } : port,
    );
    return { code: 'HX-2102', id: edge.to, workflow: change(workflow, edge.to, { inputs }) };
  },
  'cases on a task': extra('HX-2201', { cases: [{ when: '${true}', to: 'extra' }] }),
  'a decision without cases': extra('HX-2201', { kind: 'decision' }),
  'a loop without a loop': extra('HX-2202', { kind: 'loop' }),
  'a subworkflow on a task': extra('HX-2203', {
    subworkflow: { href: 'x', digest: null, specVersion: null },
  }),
  'a wait without a wait': extra('HX-2204', { kind: 'wait' }),
  'two ways to wait': extra('HX-2205', {
    kind: 'wait',
    wait: { duration: 1, until: null, event: 'x' },
  }),
  'no case': extra('HX-2206', { kind: 'decision', cases: [] }),
  'a loop over nothing': atNode(
    'HX-2207',
    ({ loop }) => loop?.kind === 'forEach',
    ({ loop }) => ({ loop: loop === null ? null : { ...loop, over: null } }),
  ),
  'a count above its bound': atNode(
    'HX-2208',
    ({ loop }) => loop?.kind === 'times',
    ({ loop }) => ({ loop: loop === null ? null : { ...loop, count: 10, maxIterations: 9 } }),
  ),
  'data without ports': extraEdge('HX-2301', () => ({ type: 'data' })),
  'no such output': (made, pick) => {
    const edge = dataEdge(made, pick);
    if (edge === undefined) return null;
    const edges = made.workflow.edges.map((each) =>
      each === edge ? { ...edge, id: 'broken', fromPort: 'nowhere' } : each,
    );
    return { code: 'HX-2302', id: 'broken', workflow: { ...made.workflow, edges } };
  },
  'no such input': extraEdge(
    'HX-2303',
    ({ outputs }) => ({ type: 'data', fromPort: outputs[0]?.name ?? 'x', toPort: 'nowhere' }),
    ['HX-2302'],
  ),
  'two data edges': (made, pick) => {
    const edge = dataEdge(made, pick);
    if (edge === undefined) return null;
    const { from, to, fromPort, toPort } = edge;
    const second = brokenEdge(from, to, { type: 'data', fromPort, toPort });
    return { code: 'HX-2304', id: 'broken', workflow: withEdge(made.workflow, second) };
  },
  'no quorum': atNode(
    'HX-2401',
    ({ join }) => join === 'quorum',
    () => ({ quorum: null }),
  ),
  'a quorum out of reach': atNode(
    'HX-2402',
    ({ join }) => join === 'quorum',
    () => ({ quorum: 100 }),
  ),
  'inference without a model': extra('HX-2501', {
    kind: 'inference',
    resources: [{ ref: 'db-1', role: null }],
  }),
  'a way back': ({ workflow, steps }, pick) => {
    const forward = workflow.edges.filter(
      ({ from, to, type }) =>
        (type === 'control' || type === 'dependency' || type === 'data') &&
        steps.includes(from) &&
        steps.includes(to),
    );
    const edge = pickFrom(forward, pick);
    if (edge === undefined) return null;
    const back = brokenEdge(edge.to, edge.from);
    return {
      code: 'HX-3003',
      id: 'broken',
      workflow: withEdge(workflow, back),
      // What ran before may then come after, and perhaps nothing can begin.
      also: ['HX-3001', 'HX-3104'],
    };
  },
  'a body as a step': ({ workflow, bodies }, pick) => {
    const body = pickFrom(bodies, pick);
    if (body === undefined) return null;
    return {
      code: 'HX-3004',
      id: 'broken',
      workflow: withEdge(withNode(workflow, unit), brokenEdge(unit.id, body.body)),
    };
  },
  'a broken expression': extra('HX-3101', { guard: '${1 +}' }),
  'a condition without braces': extraEdge('HX-3101', () => ({ condition: 'true' })),
  'a variable out of its loop': ({ workflow, bodies }) => {
    if (bodies.length === 0) return null;
    const node = { ...unit, inputs: [input('a', { value: '${index}' })] };
    return { code: 'HX-3102', id: unit.id, workflow: withNode(workflow, node) };
  },
  'a name of nothing': extra('HX-3103', { guard: '${nowhere.x == 1}' }),
  'an artifact of nothing': extra('HX-3103', { guard: "${artifact('nowhere') == 1}" }),
  'its own output': atNode(
    'HX-3104',
    ({ outputs }) => outputs.length > 0,
    ({ id, outputs }) => ({ guard: `\${${id}.${outputs[0]?.name} == 1}` }),
  ),
  'a value from the future': ({ workflow }, pick) => {
    const ordering = workflow.edges.filter(({ from, to, type }) => {
      const target = nodeOf(workflow, to);
      return (
        from !== workflow.entry &&
        to !== workflow.entry &&
        type !== 'compensation' &&
        target.join === 'all' &&
        target.outputs.length > 0
      );
    });
    const edge = pickFrom(ordering, pick);
    if (edge === undefined) return null;
    const { id, outputs } = nodeOf(workflow, edge.to);
    const guard = `\${${id}.${outputs[0]?.name} == 1}`;
    return { code: 'HX-3104', id: edge.from, workflow: change(workflow, edge.from, { guard }) };
  },
  'a function of nothing': extra('HX-3105', { guard: '${nowhere(1)}' }),
  'types that differ': ({ workflow }, pick) => {
    const edge = dataEdge({ workflow, steps: [], bodies: [], undos: [] }, pick);
    if (edge === undefined) return null;
    const outputs = nodeOf(workflow, edge.from).outputs.map((port) => ({
      ...port,
      type: 'boolean',
    }));
    const inputs = nodeOf(workflow, edge.to).inputs.map((port) =>
      port.name === edge.toPort ? { ...port, type: 'binary' } : port,
    );
    const edges = workflow.edges
      .filter((each) => each.type !== 'data' || each.from !== edge.from || each === edge)
      .map((each) => (each === edge ? { ...edge, id: 'broken' } : each));
    const alone = { ...workflow, edges };
    return {
      code: 'HX-3201',
      id: 'broken',
      workflow: change(change(alone, edge.from, { outputs }), edge.to, { inputs }),
      also: ['HX-2101', 'HX-2402'],
    };
  },
  'a side effect that is retried': atNode(
    'HX-3301',
    ({ retry }) => retry !== null,
    () => ({ idempotent: false }),
  ),
  'a month': rewrite('HX-3401', /PT1M17S/, 'P1M'),
  'a key': extra('HX-3501', {
    config: [{ name: 'x', value: ['AK', 'IAQ2W3E4R5T6Y7U8I9'].join('') }],
  }),
};
