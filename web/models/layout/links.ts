/** Which nodes a drawing joins, and in which order they come. */

import type { Workflow, WorkflowNode } from '../../../core/model/workflow.ts';
import type { DrawnEdgeType } from './types.ts';

export interface Link {
  readonly from: string;
  readonly to: string;
  readonly type: DrawnEdgeType;
}

/** The step at whose side each undo stands: that of the first edge that leads to it. */
export function undoesOf(workflow: Workflow): ReadonlyMap<string, string> {
  const ids = new Set(workflow.nodes.map((node) => node.id));
  const undoes = new Map<string, string>();
  for (const edge of workflow.edges) {
    if (edge.type !== 'compensation' || undoes.has(edge.to) || edge.from === edge.to) continue;
    if (ids.has(edge.from) && ids.has(edge.to)) undoes.set(edge.to, edge.from);
  }
  // What undoes an undo has no step to stand beside: it is drawn in the flow.
  for (const [undo, step] of [...undoes]) if (undoes.has(step)) undoes.delete(undo);
  return undoes;
}

/** One link for each pair of nodes: a control edge speaks for a data edge beside it. */
export function linksOf(workflow: Workflow): readonly Link[] {
  const links = new Map<string, Link>();
  const add = (from: string, to: string, type: DrawnEdgeType): void => {
    const key = `${from} ${to}`;
    if (from !== to && !links.has(key)) links.set(key, { from, to, type });
  };
  for (const edge of workflow.edges) {
    if (edge.type === 'control') add(edge.from, edge.to, edge.type);
  }
  for (const edge of workflow.edges) add(edge.from, edge.to, edge.type);
  for (const node of workflow.nodes) {
    for (const one of node.cases ?? []) add(node.id, one.to, 'route');
    if (node.otherwise !== null) add(node.id, node.otherwise, 'route');
    if (node.loop !== null) add(node.id, node.loop.body, 'body');
  }
  return [...links.values()];
}

/**
 * Data and dependency edges that pass a way of other edges, by `from to`. They say nothing
 * about the order, so they go around the steps between instead of bending the way.
 */
export function detoursOf(links: readonly Link[]): ReadonlySet<string> {
  const following = new Map<string, Link[]>();
  for (const link of links) following.set(link.from, [...(following.get(link.from) ?? []), link]);
  const leadsTo = (from: string, to: string, direct: Link): boolean => {
    const seen = new Set([from]);
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const link of following.get(at) ?? []) {
        if (link === direct || link.type === 'compensation' || seen.has(link.to)) continue;
        if (link.to === to) return true;
        seen.add(link.to);
        open.push(link.to);
      }
    }
    return false;
  };
  return new Set(
    links
      .filter((link) => link.type === 'data' || link.type === 'dependency')
      .filter((link) => leadsTo(link.from, link.to, link))
      .map((link) => `${link.from} ${link.to}`),
  );
}

/** What leads before what it leads to; else as in the document. */
export function topologicalOrder(
  steps: readonly WorkflowNode[],
  links: readonly Link[],
): readonly WorkflowNode[] {
  const nodes = new Map(steps.map((node) => [node.id, node]));
  const open = new Map(steps.map((node) => [node.id, 0]));
  const following = new Map<string, string[]>();
  for (const { from, to } of links) {
    if (!nodes.has(from) || !nodes.has(to)) continue;
    open.set(to, (open.get(to) ?? 0) + 1);
    following.set(from, [...(following.get(from) ?? []), to]);
  }
  const order: WorkflowNode[] = [];
  const ready = steps.filter((node) => open.get(node.id) === 0);
  for (let node = ready.shift(); node !== undefined; node = ready.shift()) {
    order.push(node);
    for (const id of following.get(node.id) ?? []) {
      const left = (open.get(id) ?? 0) - 1;
      open.set(id, left);
      const next = nodes.get(id);
      if (left === 0 && next !== undefined) ready.push(next);
    }
  }
  return order.length === steps.length ? order : steps;
}
