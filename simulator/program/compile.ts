/** Makes a program of a workflow. */

import { grown, NONE } from '../../core/model/lists.ts';
import { isPerformed } from '../../core/model/performed.ts';
import { plainNode } from '../../core/model/plain.ts';
import type { Edge, Workflow, WorkflowNode } from '../../core/model/workflow.ts';
import { createKeyCache } from '../key.ts';
import { componentsOf } from './graph.ts';
import { languageOf } from './language.ts';
import { literalOf, placeholderOf } from './literal.ts';
import type {
  Language,
  Program,
  ProgramCase,
  ProgramEdge,
  ProgramInput,
  ProgramNode,
} from './program.ts';
import { mainRegion } from './region.ts';

type Building<T> = { -readonly [Key in keyof T]: T[Key] };
type BuildingNode = Building<ProgramNode>;

/**
 * Compiles a valid workflow. References that a validator would have refused are read as
 * leniently as they can be: an unknown name is null, an unreadable expression fails the
 * node that evaluates it.
 */
export const compileProgram = (workflow: Workflow): Program => {
  const isOrbit = workflow.orbit !== undefined;
  const nodes = workflow.nodes.map((node, index) => beginNode(node, index, isOrbit));
  const byId = new Map<string, BuildingNode>();
  for (const node of nodes) byId.set(node.id, node);
  const language = languageOf(workflow);
  for (const node of nodes) {
    const { guard, wait, idempotencyKey } = node.definition;
    node.guard = language.expression(guard, node.definition);
    node.until = language.expression(wait?.until ?? null, node.definition);
    node.key = language.expression(idempotencyKey ?? null, node.definition);
  }
  connectEdges(workflow, byId, language);
  connectDecisions(nodes, byId, language);
  connectInputs(workflow, nodes, language);
  connectLoops(nodes, byId, language);
  excuseBackwardErrorEdges(nodes);
  rankNodes(nodes);
  for (const node of nodes) fanOut(node, language);
  return {
    workflow,
    nodes,
    byId,
    main: mainRegion(workflow.entry, nodes),
    iterations: new Map(),
    keys: createKeyCache(),
    returns: returnOf(workflow, language),
    children: new Map(),
  };
};

const beginNode = (definition: WorkflowNode, index: number, isOrbit: boolean): BuildingNode => ({
  index,
  id: definition.id,
  kind: definition.kind,
  definition,
  performs: isPerformed(definition.kind),
  initialContext: {
    attempt: 0,
    spent: 0,
    idempotent: definition.idempotent,
    // A loop run again would repeat iterations that succeeded (§8.1: a policy is a step's own).
    retry: definition.kind === 'loop' ? null : definition.retry,
    onTimeout: definition.timeout?.onTimeout ?? null,
    discarded: false,
  },
  guard: null,
  inputs: NONE,
  cases: NONE,
  otherwise: null,
  until: null,
  routes: NONE,
  loop: null,
  fanOut: null,
  key: null,
  incoming: NONE,
  deciders: NONE,
  outgoing: NONE,
  compensations: NONE,
  isUndo: false,
  rank: 0,
  placeholder: placeholderOf(definition, isOrbit),
});

const connectEdges = (
  workflow: Workflow,
  byId: ReadonlyMap<string, BuildingNode>,
  language: Language,
): void => {
  workflow.edges.forEach((edge, index) => {
    const from = byId.get(edge.from);
    const to = byId.get(edge.to);
    if (from === undefined || to === undefined) return;
    const port = to.definition.inputs.find((input) => input.name === edge.toPort);
    const compiled: ProgramEdge = {
      index,
      type: edge.type,
      from,
      to,
      condition: language.expression(edge.condition, from.definition),
      isAwaited: true,
      isNeeded:
        edge.type === 'data' && port !== undefined && port.required && port.default === null,
    };
    if (edge.type === 'compensation') {
      from.compensations = grown(from.compensations, compiled);
      to.isUndo = true;
    } else {
      from.outgoing = grown(from.outgoing, compiled);
      to.incoming = grown(to.incoming, compiled);
    }
  });
};

const connectDecisions = (
  nodes: readonly BuildingNode[],
  byId: ReadonlyMap<string, BuildingNode>,
  language: Language,
): void => {
  for (const node of nodes) {
    const { cases, otherwise } = node.definition;
    if (cases === null) continue;
    const compiled: ProgramCase[] = [];
    for (const { when, to } of cases) {
      const target = byId.get(to);
      const evaluate = language.expression(when, node.definition);
      if (target !== undefined && evaluate !== null) {
        compiled.push({ when: evaluate, text: when, to: target });
      }
    }
    node.cases = compiled;
    node.otherwise = otherwise === null ? null : (byId.get(otherwise) ?? null);
    const routes = new Set<ProgramNode>(compiled.map((each) => each.to));
    if (node.otherwise !== null) routes.add(node.otherwise);
    node.routes = [...routes];
    for (const route of routes) {
      const target = byId.get(route.id);
      if (target !== undefined) target.deciders = grown(target.deciders, node);
    }
  }
};

const connectInputs = (
  workflow: Workflow,
  nodes: readonly BuildingNode[],
  language: Language,
): void => {
  for (const node of nodes) {
    if (node.definition.inputs.length === 0) continue;
    const sources = sourcesOf(workflow, node);
    node.inputs = node.definition.inputs.map(
      (port): ProgramInput => ({
        name: port.name,
        required: port.required,
        source: sources.get(port.name) ?? null,
        value: language.value(port, node.definition),
        default: port.default === null ? undefined : literalOf(port.default, port.type),
      }),
    );
  }
};

/** What feeds the inputs of a node, by port: of two edges the later one. */
const sourcesOf = (
  workflow: Workflow,
  node: ProgramNode,
): ReadonlyMap<string, NonNullable<ProgramInput['source']>> => {
  const sources = new Map<string, NonNullable<ProgramInput['source']>>();
  for (const edge of node.incoming) {
    const { fromPort, toPort } = workflow.edges[edge.index] as Edge;
    if (edge.type !== 'data' || fromPort === null || toPort === null) continue;
    sources.set(toPort, { node: edge.from, port: fromPort, edge });
  }
  return sources;
};

const connectLoops = (
  nodes: readonly BuildingNode[],
  byId: ReadonlyMap<string, BuildingNode>,
  language: Language,
): void => {
  const sharers = new Map<BuildingNode, BuildingNode[]>();
  for (const node of nodes) {
    const definition = node.definition.loop;
    const body = definition === null ? undefined : byId.get(definition.body);
    if (definition === null || body === undefined) continue;
    const sharing = sharers.get(body) ?? [];
    sharing.push(node);
    sharers.set(body, sharing);
    node.loop = {
      definition,
      body,
      sharers: sharing,
      over: language.expression(definition.over, node.definition),
      while: language.expression(definition.while, node.definition),
    };
  }
};

/**
 * §4.7 lets an error edge lead back to an earlier node. A join that waited for it would
 * wait for itself, so such an edge may still fire but is never waited for.
 */
const excuseBackwardErrorEdges = (nodes: readonly BuildingNode[]): void => {
  if (!nodes.some(({ outgoing }) => outgoing.some(({ type }) => type === 'error'))) return;
  const component = componentsIn(nodes);
  for (const node of nodes) {
    for (const edge of node.outgoing) {
      if (edge.type === 'error' && component[node.index] === component[edge.to.index]) {
        (edge as Building<ProgramEdge>).isAwaited = false;
      }
    }
  }
};

/** Components are numbered from the ends of the graph on: no edge leads to a higher one. */
const rankNodes = (nodes: readonly BuildingNode[]): void => {
  if (!nodes.some(({ definition }) => definition.join === 'any')) return;
  const component = componentsIn(nodes);
  for (const node of nodes) node.rank = component[node.index] as number;
};

const componentsIn = (nodes: readonly BuildingNode[]): Int32Array => {
  const successors = nodes.map((node) => [
    ...node.outgoing.map((edge) => edge.to.index),
    ...node.routes.map((route) => route.index),
    ...(node.loop === null ? [] : [node.loop.body.index]),
  ]);
  return componentsOf(successors);
};

/** ORBIT's `return` belongs to no step, and reads them all; there may be none. */
const returnOf = ({ orbit, nodes: [any = plainNode('')] }: Workflow, language: Language) =>
  orbit === undefined ? null : language.expression(orbit.returns, any);

/** A node that runs for each element of a list does nothing itself but begin and await them. */
const fanOut = (node: BuildingNode, language: Language): void => {
  const { definition } = node;
  const over = language.expression(definition.fanOut?.over ?? null, definition);
  if (definition.fanOut === undefined || over === null) return;
  const element: ProgramNode = {
    ...node,
    guard: null,
    incoming: NONE,
    deciders: NONE,
    outgoing: NONE,
    routes: NONE,
  };
  const { variable, maxParallel } = definition.fanOut;
  node.fanOut = {
    over,
    variable,
    width: maxParallel ?? Number.POSITIVE_INFINITY,
    element,
    region: {
      members: [{ node: element, awaited: 0, deciders: 0, isLed: true }],
      places: new Map([[node.index, 0]]),
      entry: [element],
    },
  };
  node.performs = false;
  node.inputs = NONE;
  node.key = null;
  node.compensations = NONE;
  node.initialContext = { ...node.initialContext, retry: null, onTimeout: null };
};
