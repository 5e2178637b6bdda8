/** Who may begin: entry set, edges, joins, decisions, and what nothing will reach (harness.md §4). */

import type { Edge, WorkflowNode } from '../../../core/model/workflow.ts';
import { type Instance, isInFlight, type Unit, unitOfNode } from './state.ts';

export type EdgeStatus = 'open' | 'satisfied' | 'negative';

/** `compensation` never fires forward. */
export const incomingOf = ({ workflow }: Instance, { id }: WorkflowNode): readonly Edge[] =>
  workflow.edges.filter(({ to, type }) => to === id && type !== 'compensation');

export const decisionsFor = ({ workflow }: Instance, { id }: WorkflowNode): readonly string[] =>
  workflow.nodes.filter((node) => routesOf(node).includes(id)).map((node) => node.id);

const routesOf = ({ cases, otherwise }: WorkflowNode): readonly string[] => [
  ...(cases ?? []).map(({ to }) => to),
  ...(otherwise === null ? [] : [otherwise]),
];

/**
 * `entry` alone if present, else each node with no incoming edge of any type that is no decision
 * target and no loop body.
 */
export const isEntry = (instance: Instance, node: WorkflowNode): boolean => {
  const { workflow } = instance;
  if (workflow.entry !== null) return workflow.entry === node.id;
  return (
    !workflow.edges.some(({ to }) => to === node.id) &&
    decisionsFor(instance, node).length === 0 &&
    !workflow.nodes.some(({ loop }) => loop?.body === node.id)
  );
};

/** Whether a node that waits may begin now. */
export const isDue = (instance: Instance, unit: Unit): boolean => {
  const { node } = unit;
  if (unit.state !== 'PENDING' || isUnreachable(instance, unit)) return false;
  if (isEntry(instance, node)) return true;
  // A node that a decision can route to also waits to be chosen.
  const deciders = decisionsFor(instance, node);
  const isChosen = deciders.some((id) => unitOfNode(instance, id)?.chosen === node.id);
  if (deciders.length > 0 && !isChosen) return false;
  const statuses = incomingOf(instance, node).map((edge) => statusOf(instance, edge));
  if (statuses.length === 0) return isChosen;
  const satisfied = statuses.filter((status) => status === 'satisfied').length;
  switch (node.join) {
    case 'all':
      return satisfied > 0 && !statuses.includes('open');
    case 'any':
      return satisfied > 0;
    case 'quorum':
      return satisfied >= (node.quorum ?? 0);
  }
};

export const statusOf = (
  instance: Instance,
  edge: Edge,
  asked: readonly Unit[] = [],
): EdgeStatus => {
  const source = unitOfNode(instance, edge.from);
  if (source === undefined) return 'negative';
  // Once a run is cancelled, no failure that has not happened leads anywhere.
  const fails = source.state === 'FAILED' || edge.type !== 'error';
  if (!fails && instance.phase === 'cancelling') return 'negative';
  if (source.state === 'PENDING')
    return isUnreachable(instance, source, asked) ? 'negative' : 'open';
  if (isInFlight(source)) return 'open';
  // A discarded result satisfies no edge (driver protocol, details).
  if (source.isDiscarded || source.conditions.get(edge) === false) return 'negative';
  return isMetBy(source, edge) ? 'satisfied' : 'negative';
};

const isMetBy = ({ state }: Unit, { type }: Edge): boolean => {
  switch (type) {
    case 'control':
    case 'data':
      return state === 'SUCCEEDED' || state === 'SKIPPED';
    case 'dependency':
      return true;
    case 'error':
      return state === 'FAILED';
    case 'compensation':
      return false;
  }
};

/**
 * Nothing will ever begin a node that waits: by its decisions, by its join, or because a required
 * input comes from a node that nothing will begin. Recursively; a circle supports nobody.
 */
export const isUnreachable = (
  instance: Instance,
  unit: Unit,
  asked: readonly Unit[] = [],
): boolean => {
  if (unit.isLost) return true;
  if (asked.includes(unit)) return true;
  const now = [...asked, unit];
  const { node } = unit;
  if (isEntry(instance, node)) return false;
  const deciders = decisionsFor(instance, node);
  const mayBeChosen = deciders.some((id) => mayChoose(instance, id, node.id, now));
  if (deciders.length > 0 && !mayBeChosen) return true;
  const edges = incomingOf(instance, node);
  if (edges.length === 0) return deciders.length === 0;
  const statuses = edges.map((edge) => statusOf(instance, edge, now));
  const hoped = statuses.filter((status) => status !== 'negative').length;
  const needed = node.join === 'quorum' ? (node.quorum ?? 0) : 1;
  return hoped < needed || lacksInput(instance, node, edges, now);
};

const mayChoose = (
  instance: Instance,
  decision: string,
  target: string,
  asked: readonly Unit[],
): boolean => {
  const unit = unitOfNode(instance, decision);
  if (unit === undefined) return false;
  if (unit.state === 'PENDING') return !isUnreachable(instance, unit, asked);
  return isInFlight(unit) || unit.chosen === target;
};

const lacksInput = (
  instance: Instance,
  { inputs }: WorkflowNode,
  edges: readonly Edge[],
  asked: readonly Unit[],
): boolean =>
  edges.some(({ type, from, toPort }) => {
    const port = inputs.find(({ name }) => type === 'data' && name === toPort);
    if (port === undefined || !port.required || port.default !== null) return false;
    const source = unitOfNode(instance, from);
    return source?.state === 'PENDING' && isUnreachable(instance, source, asked);
  });

/** Reached only by `error` or `compensation` edges. */
export const isHandler = (instance: Instance, node: WorkflowNode): boolean => {
  const edges = instance.workflow.edges.filter(({ to }) => to === node.id);
  return (
    edges.length > 0 &&
    decisionsFor(instance, node).length === 0 &&
    edges.every(({ type }) => type === 'error' || type === 'compensation')
  );
};

/** Whether all that can follow a node forward is this join, or leads to it alone. */
export const leadsOnlyTo = (instance: Instance, node: WorkflowNode, join: string): boolean => {
  const { workflow } = instance;
  const next = [
    ...routesOf(node),
    ...workflow.edges
      .filter(({ from, type }) => from === node.id && type !== 'compensation')
      .map(({ to }) => to),
  ];
  return (
    next.length > 0 &&
    next.every((id) => {
      const successor = workflow.nodes.find((each) => each.id === id);
      return id === join || (successor !== undefined && leadsOnlyTo(instance, successor, join));
    })
  );
};
