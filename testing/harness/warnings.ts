/** The warnings that a valid document deserves (harness.md §2), read off its workflow. */

import type { Edge, Workflow, WorkflowNode } from '../../core/model/workflow.ts';
import { type Element, edgesOf, nodesOf, only } from './element.ts';

export interface Warning {
  readonly code: string;
  readonly element: Element;
  readonly attribute: string | null;
}

export function warningsOf(workflow: Workflow, root: Element): readonly Warning[] {
  const { nodes, edges, entry } = workflow;
  const elements = new Map<WorkflowNode | Edge, Element>();
  for (const [index, each] of nodesOf(root).entries()) {
    const node = nodes[index];
    if (node !== undefined) elements.set(node, each);
  }
  for (const [index, each] of edgesOf(root).entries()) {
    const edge = edges[index];
    if (edge !== undefined) elements.set(edge, each);
  }
  const warnings: Warning[] = [];
  const warn = (
    code: string,
    of: WorkflowNode | Edge,
    part: string | null = null,
    attribute: string | null = null,
  ): void => {
    const around = elements.get(of);
    const element = around === undefined || part === null ? around : only(around, part);
    if (element == null) throw new Error(`${code} has no place`);
    warnings.push({ code, element, attribute });
  };

  const into = (node: WorkflowNode): Edge[] => edges.filter(({ to }) => to === node.id);
  const from = (node: WorkflowNode): Edge[] => edges.filter((edge) => edge.from === node.id);
  const isFed = (edge: Edge): boolean => feedsNeedy(workflow, edge);
  const compensated = edges.some(({ type }) => type === 'compensation');

  for (const edge of edges) {
    const { type, condition } = edge;
    const beside = edges.some(
      (each) => each.type === 'data' && each.from === edge.from && each.to === edge.to,
    );
    if (type === 'control' && condition === null && beside) warn('U1001', edge);
    const port = edge.fromPort !== null ? 'fromPort' : edge.toPort !== null ? 'toPort' : null;
    if (type !== 'data' && port !== null) warn('U1020', edge, null, port);
  }
  for (const node of nodes) {
    const { retry, timeout, kind } = node;
    // A transform is pure, whatever it says (§3.2.3).
    const idempotent = node.idempotent || kind === 'transform';
    const incoming = into(node);
    const outgoing = from(node);
    const isUndo = incoming.some(({ type }) => type === 'compensation');
    const isUndone = outgoing.some(({ type }) => type === 'compensation');

    if (node.guard !== null) for (const edge of outgoing.filter(isFed)) warn('U1002', edge);
    if (kind === 'decision' && node.otherwise === null) warn('U1003', node, 'cases');
    if (kind === 'human' && timeout === null) warn('U1004', node);
    if (isUndo && !idempotent) warn('U1005', node, null, 'idempotent');
    if (isUndo && node.compensates === null) warn('U1006', node);
    if (isUndo) for (const edge of outgoing) warn('U1007', edge);
    if (timeout?.onTimeout === 'skip') {
      if (!idempotent) warn('U1008', node, 'timeout', 'onTimeout');
      for (const edge of outgoing.filter(isFed)) warn('U1009', edge);
    }
    if (kind === 'subworkflow' && compensated && !isUndone) warn('U1010', node);
    if (timeout?.onTimeout === 'retry' && !idempotent) warn('U1012', node, 'timeout', 'onTimeout');
    if (!idempotent && timeout !== null && isUndone) warn('U1013', node, 'timeout');
    if (retry !== null && retry.multiplier < 1) warn('U1014', node, 'retry', 'multiplier');
    if (retry !== null && retry.maxDelay !== null && retry.maxDelay < retry.initialDelay) {
      warn('U1015', node, 'retry', 'maxDelay');
    }
    if (timeout?.duration === 0) warn('U1016', node, 'timeout', 'duration');
    if (incoming.some(({ type }) => type === 'error') && incoming.some(isForward)) {
      warn('U1017', node);
    }
    if (kind === 'barrier' && incoming.length === 0 && entry !== node.id) warn('U1018', node);
    if (node.quorum !== null && node.join !== 'quorum') warn('U1019', node, null, 'quorum');
    if (node.compensates !== null && !isUndo) warn('U1021', node, null, 'compensates');
  }
  for (const node of unreached(workflow)) warn('HX-3005', node, null, 'id');
  return warnings;
}

function isForward({ type }: Edge): boolean {
  return type === 'control' || type === 'data' || type === 'dependency';
}

/** A data edge into an input that must have a value and has none to fall back on. */
function feedsNeedy({ nodes }: Workflow, edge: Edge): boolean {
  const port = nodes
    .find(({ id }) => id === edge.to)
    ?.inputs.find(({ name }) => name === edge.toPort);
  return edge.type === 'data' && port?.required === true && port.default === null;
}

/** HX-3005: decision targets, loop bodies and compensation targets count as reached. */
function unreached({ nodes, edges, entry }: Workflow): WorkflowNode[] {
  const led = new Set(nodes.flatMap(ledBy));
  const undos = new Set(edges.filter(({ type }) => type === 'compensation').map(({ to }) => to));
  const begins = ({ id }: WorkflowNode): boolean =>
    entry === null ? edges.every(({ to }) => to !== id) && !led.has(id) : id === entry;
  const reached = new Set<string>();
  const waiting = nodes
    .filter((node) => begins(node) || led.has(node.id) || undos.has(node.id))
    .map(({ id }) => id);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const edge of edges) {
      if (edge.from === id && edge.type !== 'compensation') waiting.push(edge.to);
    }
  }
  return nodes.filter(({ id }) => !reached.has(id));
}

function ledBy({ cases, otherwise, loop }: WorkflowNode): string[] {
  return [
    ...(cases ?? []).map(({ to }) => to),
    ...(otherwise === null ? [] : [otherwise]),
    ...(loop === null ? [] : [loop.body]),
  ];
}
