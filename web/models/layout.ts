/**
 * Where the graph's nodes and edges lie. Steps flow to the right (or downwards on a narrow
 * page); what undoes a step is no part of the flow and stands beside the step that it undoes.
 * Sizes are fixed, so that the layout needs no browser and can be made in a worker.
 */

import type { Workflow, WorkflowNode } from '../../core/model/workflow.ts';
import { type Link, linksOf, topologicalOrder, undoesOf } from './layout/links.ts';
import { arrowHead, edgePath, sidePath, undoPath } from './layout/paths.ts';
import { type Placement, place } from './layout/place.ts';
import type { Flow, GraphLayout, PlacedEdge, PlacedNode } from './layout/types.ts';

export type * from './layout/types.ts';

/** dagre's time grows faster than the graph; a larger one is not drawn. */
export const MAXIMUM_NODES = 500;

/** ORBIT's blocks that undo have no name of their own: they go by the task that they call. */
function labelOf({ id, name, compensates, implementation }: WorkflowNode): string {
  const isBlock = compensates !== null && id === `compensate:${compensates}`;
  return name ?? (isBlock ? implementation : null) ?? id;
}

/** For a valid workflow; null for one that is too large to be drawn. */
export function layoutOf(workflow: Workflow, flow: Flow): GraphLayout | null {
  if (workflow.nodes.length > MAXIMUM_NODES) return null;
  const undoes = undoesOf(workflow);
  const links = linksOf(workflow);
  const steps = workflow.nodes.filter((node) => !undoes.has(node.id));
  const names = new Map(workflow.nodes.map((node) => [node.id, labelOf(node)]));
  const placement = place(steps, links, undoes, names, flow);
  const placed = (node: WorkflowNode): PlacedNode | null => {
    const at = placement.rectangles.get(node.id);
    if (at === undefined) return null;
    const next = links
      .filter((link) => link.from === node.id && link.type !== 'compensation')
      .map((link) => names.get(link.to) ?? link.to);
    return {
      id: node.id,
      name: labelOf(node),
      kind: node.kind,
      undoes: undoes.get(node.id) ?? null,
      next,
      ...at,
    };
  };
  const nodes = topologicalOrder(steps, links).flatMap((step) => [
    step,
    ...workflow.nodes.filter((node) => undoes.get(node.id) === step.id),
  ]);
  return {
    flow,
    width: placement.width,
    height: placement.height,
    nodes: nodes.flatMap((node) => placed(node) ?? []),
    edges: links.flatMap((link) => drawn(link, placement, undoes, flow) ?? []),
  };
}

function drawn(
  link: Link,
  placement: Placement,
  undoes: ReadonlyMap<string, string>,
  flow: Flow,
): PlacedEdge | null {
  const from = placement.rectangles.get(link.from);
  const to = placement.rectangles.get(link.to);
  if (from === undefined || to === undefined) return null;
  const { from: source, to: target, type } = link;
  const key = `${source} ${target}`;
  const columns = placement.columns.get(key) ?? [];
  const [column] = columns;
  if (type === 'compensation' && undoes.get(target) === source) {
    return { from: source, to: target, type, path: undoPath(from, to, flow), head: '' };
  }
  if (flow === 'down' && placement.detours.has(key) && column !== undefined) {
    const path = sidePath(from, to, column.across);
    return { from: source, to: target, type, path, head: arrowHead(to, 'right') };
  }
  const path = edgePath(from, to, columns, flow);
  return { from: source, to: target, type, path, head: arrowHead(to, flow) };
}
