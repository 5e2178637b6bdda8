/** What can be told from a plan alone: what leads where, and which steps are surely called. */

import { hasExpression } from '../../core/expression/index.ts';
import { isPerformed } from '../../core/model/performed.ts';
import type { Edge, InputPort, Workflow, WorkflowNode } from '../../core/model/workflow.ts';
import { constantTruth } from './constant-truth.ts';
import type { View } from './execution.ts';
import { oncePerView } from './once-per-view.ts';

/** Whether a node's task is called for sure once its turn comes: nothing before the call can fail. */
export const isSurelyCalled = (node: WorkflowNode, workflow: Workflow): boolean =>
  isPerformed(node.kind) && node.guard === null && isCalledUnlessSkipped(node, workflow);

const isCalledUnlessSkipped = (node: WorkflowNode, { orbit }: Workflow): boolean =>
  node.queueTimeout === undefined &&
  node.fanOut === undefined &&
  node.idempotencyKey === undefined &&
  node.resources.length === 0 &&
  node.artifacts.length === 0 &&
  node.security === null &&
  node.inputs.every((port) => (orbit === undefined ? isSurelyGiven(port) : isLiteral(port)));

const isSurelyGiven = ({ required, default: fallback, value }: InputPort): boolean =>
  value === null ? !required || fallback !== null : !hasExpression(value);

const isLiteral = ({ value }: InputPort): boolean =>
  value === null || /^("[^"\\]*"|-?\d+(\.\d+)?|true|false|null)$/.test(value);

/** Edges that are no compensation edges, by target. */
export const incomingOf = oncePerView((view: View): ReadonlyMap<string, readonly Edge[]> => {
  const incoming = new Map<string, Edge[]>();
  for (const edge of view.observation.workflow.edges) {
    if (edge.type === 'compensation') continue;
    const known = incoming.get(edge.to);
    if (known === undefined) incoming.set(edge.to, [edge]);
    else known.push(edge);
  }
  return incoming;
});

/** Compensation edges by the node that they undo, in the order of the document. */
export const undoEdgesOf = oncePerView((view: View): ReadonlyMap<string, readonly Edge[]> => {
  const edges = new Map<string, Edge[]>();
  for (const edge of view.observation.workflow.edges) {
    if (edge.type !== 'compensation') continue;
    const known = edges.get(edge.from);
    if (known === undefined) edges.set(edge.from, [edge]);
    else known.push(edge);
  }
  return edges;
});

/** Nodes that something other than an edge begins: a decision or a loop. */
export const chosenNodes = oncePerView((view: View): ReadonlySet<string> => {
  const chosen = new Set<string>();
  for (const { cases, otherwise, loop } of view.observation.workflow.nodes) {
    for (const { to } of cases ?? []) chosen.add(to);
    if (otherwise !== null) chosen.add(otherwise);
    if (loop !== null) chosen.add(loop.body);
  }
  return chosen;
});

/** Nodes that an `any` join may withdraw, or whose result it may discard: they can lead to it. */
export const racingNodes = oncePerView((view: View): ReadonlySet<string> => {
  const { nodes, edges } = view.observation.workflow;
  const sources = new Map<string, string[]>();
  const lead = (from: string, to: string): void => {
    const known = sources.get(to);
    if (known === undefined) sources.set(to, [from]);
    else known.push(from);
  };
  for (const { type, from, to } of edges) if (type !== 'compensation') lead(from, to);
  for (const { id, cases, otherwise, loop } of nodes) {
    for (const { to } of cases ?? []) lead(id, to);
    if (otherwise !== null) lead(id, otherwise);
    if (loop !== null) lead(loop.body, id);
  }
  const racing = new Set<string>();
  const open = nodes.flatMap(({ id, join }) => (join === 'any' ? [id] : []));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const source of sources.get(id) ?? []) {
      if (racing.has(source)) continue;
      racing.add(source);
      open.push(source);
    }
  }
  return racing;
});

/** Whether nothing but calls that the world sees can make a step of the run fail. */
export const failsByCallsAlone = (view: View): boolean => certainty(view).isByCalls;

const certainty = oncePerView(({ observation: { workflow } }) => ({
  isByCalls:
    workflow.nodes.every((node) => isHarmless(node, workflow)) &&
    workflow.edges.every(
      ({ type, condition }) => type !== 'data' && constantTruth(condition, workflow) !== null,
    ),
}));

const isHarmless = (node: WorkflowNode, workflow: Workflow): boolean => {
  if (constantTruth(node.guard, workflow) === null) return false;
  if (isPerformed(node.kind)) return isCalledUnlessSkipped(node, workflow);
  const { kind, wait, cases, otherwise } = node;
  if (kind === 'wait') return wait !== null && wait.duration !== null && node.timeout === null;
  if (kind !== 'decision') return kind === 'parallel' || kind === 'barrier';
  const truths = (cases ?? []).map(({ when }) => constantTruth(when, workflow));
  return truths.every((truth) => truth !== null) && (otherwise !== null || truths.includes(true));
};
