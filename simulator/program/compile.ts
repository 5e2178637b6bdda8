/** Makes a program of a workflow. */

import {
  compileExpression,
  compileTemplate,
  type Declarations,
  type Evaluation,
  parseCondition,
  parseTemplate,
} from '../../core/expression/index.ts';
import type { Json } from '../../core/model/json.ts';
import { grown, NONE } from '../../core/model/lists.ts';
import type {
  Edge,
  InputPort,
  NodeKind,
  Workflow,
  WorkflowNode,
} from '../../core/model/workflow.ts';
import { createKeyCache } from '../key.ts';
import { componentsOf } from './graph.ts';
import { literalOf, placeholderOf } from './literal.ts';
import type {
  Evaluate,
  Program,
  ProgramCase,
  ProgramEdge,
  ProgramInput,
  ProgramNode,
} from './program.ts';
import { mainRegion } from './region.ts';

type Building<T> = { -readonly [Key in keyof T]: T[Key] };
type BuildingNode = Building<ProgramNode>;

const PERFORMING: ReadonlySet<NodeKind> = new Set([
  'task',
  'inference',
  'transform',
  'source',
  'sink',
  'human',
]);

/**
 * Compiles a valid workflow. References that a validator would have refused are read as
 * leniently as they can be: an unknown name is null, an unreadable expression fails the
 * node that evaluates it.
 */
export const compileProgram = (workflow: Workflow): Program => {
  const nodes = workflow.nodes.map(beginNode);
  const byId = new Map<string, BuildingNode>();
  for (const node of nodes) byId.set(node.id, node);
  const declarationsFor = declarationsOf(byId);
  for (const node of nodes) {
    const { guard, wait } = node.definition;
    node.guard = conditionOf(guard, node.definition, declarationsFor);
    node.until = conditionOf(wait?.until ?? null, node.definition, declarationsFor);
  }
  connectEdges(workflow, byId, declarationsFor);
  connectDecisions(nodes, byId, declarationsFor);
  connectInputs(workflow, nodes, declarationsFor);
  connectLoops(nodes, byId, declarationsFor);
  excuseBackwardErrorEdges(nodes);
  return {
    workflow,
    nodes,
    byId,
    main: mainRegion(workflow.entry, nodes),
    iterations: new Map(),
    keys: createKeyCache(),
  };
};

/** What the expressions of each node may name. */
type DeclarationsFor = (node: WorkflowNode) => Declarations;

const declarationsOf = (byId: ReadonlyMap<string, BuildingNode>): DeclarationsFor => {
  const ports = new Map<string, ReadonlySet<string>>();
  const variables = new Set<string>();
  const portsOf = (id: string): ReadonlySet<string> => {
    const known = ports.get(id);
    if (known !== undefined) return known;
    const names = new Set(byId.get(id)?.definition.outputs.map((port) => port.name));
    ports.set(id, names);
    return names;
  };
  for (const { definition } of byId.values()) {
    const { loop } = definition;
    if (loop !== null) variables.add(loop.var).add(loop.indexVar);
  }
  return (node) => ({
    hasNode: (id) => byId.has(id),
    hasPort: (id, port) => portsOf(id).has(port),
    hasVariable: (name) => variables.has(name),
    hasConfig: (name) => node.config.some((property) => property.name === name),
  });
};

const beginNode = (definition: WorkflowNode, index: number): BuildingNode => ({
  index,
  id: definition.id,
  kind: definition.kind,
  definition,
  performs: PERFORMING.has(definition.kind),
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
  incoming: NONE,
  deciders: NONE,
  outgoing: NONE,
  compensations: NONE,
  isUndo: false,
  placeholder: placeholderOf(definition),
});

/** @param node The node that evaluates it. */
const conditionOf = (
  text: string | null,
  node: WorkflowNode,
  declarationsFor: DeclarationsFor,
): Evaluate | null => {
  if (text === null) return null;
  const parsed = parseCondition(text, declarationsFor(node));
  return parsed.ok ? compileExpression(parsed.expression) : unreadable(text);
};

const unreadable = (text: string): Evaluate => {
  const failure: Evaluation = {
    ok: false,
    code: 'HX-4106',
    message: `the expression ${text.slice(0, 40)} can't be read`,
  };
  return () => failure;
};

const connectEdges = (
  workflow: Workflow,
  byId: ReadonlyMap<string, BuildingNode>,
  declarationsFor: DeclarationsFor,
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
      condition: conditionOf(edge.condition, from.definition, declarationsFor),
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
  declarationsFor: DeclarationsFor,
): void => {
  for (const node of nodes) {
    const { cases, otherwise } = node.definition;
    if (cases === null) continue;
    const compiled: ProgramCase[] = [];
    for (const { when, to } of cases) {
      const target = byId.get(to);
      const evaluate = conditionOf(when, node.definition, declarationsFor);
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
  declarationsFor: DeclarationsFor,
): void => {
  for (const node of nodes) {
    if (node.definition.inputs.length === 0) continue;
    const sources = sourcesOf(workflow, node);
    const declarations = declarationsFor(node.definition);
    node.inputs = node.definition.inputs.map(
      (port): ProgramInput => ({
        name: port.name,
        required: port.required,
        source: sources.get(port.name) ?? null,
        value: inputValueOf(port, declarations),
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
  for (const { type, from, index } of node.incoming) {
    const { fromPort, toPort } = workflow.edges[index] as Edge;
    if (type !== 'data' || fromPort === null || toPort === null) continue;
    sources.set(toPort, { node: from, port: fromPort });
  }
  return sources;
};

const inputValueOf = (port: InputPort, declarations: Declarations): Evaluate | null => {
  if (port.value === null) return null;
  const parsed = parseTemplate(port.value, declarations);
  if (!parsed.ok) return unreadable(port.value);
  const { parts } = parsed.template;
  if (parts.some((part) => typeof part !== 'string')) return compileTemplate(parsed.template);
  const value: Json = literalOf(parts.join(''), port.type);
  return () => ({ ok: true, value });
};

const connectLoops = (
  nodes: readonly BuildingNode[],
  byId: ReadonlyMap<string, BuildingNode>,
  declarationsFor: DeclarationsFor,
): void => {
  for (const node of nodes) {
    const definition = node.definition.loop;
    const body = definition === null ? undefined : byId.get(definition.body);
    if (definition === null || body === undefined) continue;
    node.loop = {
      definition,
      body,
      over: conditionOf(definition.over, node.definition, declarationsFor),
      while: conditionOf(definition.while, node.definition, declarationsFor),
    };
  }
};

/**
 * §4.7 lets an error edge lead back to an earlier node. A join that waited for it would
 * wait for itself, so such an edge may still fire but is never waited for.
 */
const excuseBackwardErrorEdges = (nodes: readonly BuildingNode[]): void => {
  if (!nodes.some(({ outgoing }) => outgoing.some(({ type }) => type === 'error'))) return;
  const successors = nodes.map((node) => [
    ...node.outgoing.map((edge) => edge.to.index),
    ...node.routes.map((route) => route.index),
    ...(node.loop === null ? [] : [node.loop.body.index]),
  ]);
  const component = componentsOf(successors);
  for (const node of nodes) {
    for (const edge of node.outgoing) {
      if (edge.type === 'error' && component[node.index] === component[edge.to.index]) {
        (edge as Building<ProgramEdge>).isAwaited = false;
      }
    }
  }
};
