/** Where each node lies: dagre places the steps, and each undo goes beside its step. */

import { layout as dagre, graphlib } from '@dagrejs/dagre';
import type { WorkflowNode } from '../../../core/model/workflow.ts';
import { detoursOf, type Link } from './links.ts';
import { type Sizes, sizesOf, UNDO_GAP } from './sizes.ts';
import type { Flow, Rectangle } from './types.ts';

const RANK_GAP = { right: 34, down: 30 } as const;
const NODE_GAP = 16;
const MARGIN = 8;

/** The place, across the flow, at which a long edge passes a column of nodes. */
export interface Column {
  /** Along the flow. */
  readonly from: number;
  readonly to: number;
  /** Across the flow. */
  readonly across: number;
}

export interface Placement {
  readonly width: number;
  readonly height: number;
  readonly rectangles: ReadonlyMap<string, Rectangle>;
  /** By `from to`. */
  readonly columns: ReadonlyMap<string, readonly Column[]>;
  /** Links that go around, by `from to`. */
  readonly detours: ReadonlySet<string>;
}

export function place(
  steps: readonly WorkflowNode[],
  links: readonly Link[],
  undoes: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
  flow: Flow,
): Placement {
  const undoers = new Map<string, string[]>();
  for (const [undo, step] of undoes) undoers.set(step, [...(undoers.get(step) ?? []), undo]);
  const undos = [...undoers.values()].reduce((most, list) => Math.max(most, list.length), 0);
  const namesOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id);
  const sizes = sizesOf(
    namesOf(steps.map(({ id }) => id)),
    namesOf([...undoes.keys()]),
    undos,
    flow,
  );
  const { box } = sizes;

  const detours = detoursOf(links);
  const graph = new graphlib.Graph();
  graph.setGraph({
    rankdir: flow === 'right' ? 'LR' : 'TB',
    ranksep: RANK_GAP[flow],
    nodesep: NODE_GAP,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const step of steps) graph.setNode(step.id, { ...box });
  for (const { from, to, type } of links) {
    // What is only data or a handler gives way, so that the main line is straight.
    const weight = type === 'control' || type === 'route' ? 6 : 1;
    if (!graph.hasNode(from) || !graph.hasNode(to) || detours.has(`${from} ${to}`)) continue;
    graph.setEdge(from, to, { weight });
  }
  dagre(graph);

  const rectangles = new Map<string, Rectangle>();
  for (const step of steps) {
    const { x = 0, y = 0 } = graph.node(step.id);
    const corner = { x: x - box.width / 2, y: y - box.height / 2 };
    rectangles.set(step.id, { ...corner, ...sizes.node });
    for (const [index, undo] of (undoers.get(step.id) ?? []).entries()) {
      rectangles.set(undo, undoRectangle(corner, index, sizes, flow));
    }
  }
  const ways = detourLines(rectangles, links, detours, flow);
  const shift = moveToOrigin(rectangles, ways, flow);
  return {
    ...shift,
    detours,
    columns: new Map([...columnsOf(graph, box, shift, flow), ...shift.columns]),
  };
}

function undoRectangle(
  corner: { readonly x: number; readonly y: number },
  index: number,
  { node, undo }: Sizes,
  flow: Flow,
): Rectangle {
  const below = index * (undo.height + UNDO_GAP);
  return flow === 'right'
    ? { x: corner.x, y: corner.y + node.height + UNDO_GAP + below, ...undo }
    : {
        x: corner.x + node.width + UNDO_GAP,
        y: corner.y + (node.height - undo.height) / 2 + below,
        ...undo,
      };
}

/** How far a detour keeps from the steps that it passes, and from the next detour. */
const DETOUR_GAP = 12;
const DETOUR_STEP = 8;

/** Each detour as one column, beside everything that lies between its ends. */
function detourLines(
  rectangles: ReadonlyMap<string, Rectangle>,
  links: readonly Link[],
  detours: ReadonlySet<string>,
  flow: Flow,
): ReadonlyMap<string, Column> {
  const span = ({ x, y, width, height }: Rectangle) =>
    flow === 'right'
      ? { from: x, to: x + width, across: y }
      : { from: y, to: y + height, across: x };
  const lines = new Map<string, Column>();
  for (const link of links) {
    const key = `${link.from} ${link.to}`;
    const [start, end] = [rectangles.get(link.from), rectangles.get(link.to)];
    if (!detours.has(key) || start === undefined || end === undefined) continue;
    const gap = RANK_GAP[flow] * 0.75;
    const [from, to] = [span(start).to + gap, span(end).from - gap];
    let across = Math.min(span(start).across, span(end).across) - DETOUR_GAP;
    for (const other of rectangles.values()) {
      const passed = span(other);
      if (passed.to > from && passed.from < to) {
        across = Math.min(across, passed.across - DETOUR_GAP);
      }
    }
    for (const line of lines.values()) {
      if (line.to > from && line.from < to) across = Math.min(across, line.across - DETOUR_STEP);
    }
    lines.set(key, { from, to, across });
  }
  return lines;
}

interface Shift {
  readonly width: number;
  readonly height: number;
  readonly rectangles: ReadonlyMap<string, Rectangle>;
  readonly left: number;
  readonly top: number;
  readonly columns: ReadonlyMap<string, readonly Column[]>;
}

function moveToOrigin(
  rectangles: ReadonlyMap<string, Rectangle>,
  lines: ReadonlyMap<string, Column>,
  flow: Flow,
): Shift {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of rectangles.values()) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  for (const { across } of lines.values()) {
    if (flow === 'right') top = Math.min(top, across);
    else left = Math.min(left, across);
  }
  if (rectangles.size === 0) [left, top, right, bottom] = [0, 0, 0, 0];
  const moved = new Map<string, Rectangle>();
  for (const [id, at] of rectangles) {
    moved.set(id, { ...at, x: at.x - left + MARGIN, y: at.y - top + MARGIN });
  }
  const [along, across] = flow === 'right' ? [left, top] : [top, left];
  const columns = new Map<string, readonly Column[]>();
  for (const [key, line] of lines) {
    columns.set(key, [
      {
        from: line.from - along + MARGIN,
        to: line.to - along + MARGIN,
        across: line.across - across + MARGIN,
      },
    ]);
  }
  return {
    columns,
    width: right - left + 2 * MARGIN,
    height: bottom - top + 2 * MARGIN,
    rectangles: moved,
    left: left - MARGIN,
    top: top - MARGIN,
  };
}

/** dagre gives a point for each gap between ranks and one for each rank that an edge passes. */
function columnsOf(
  graph: InstanceType<typeof graphlib.Graph>,
  box: { readonly width: number; readonly height: number },
  shift: Shift,
  flow: Flow,
): ReadonlyMap<string, readonly Column[]> {
  const half = (flow === 'right' ? box.width : box.height) / 2;
  const columns = new Map<string, readonly Column[]>();
  for (const edge of graph.edges()) {
    const { points = [] } = graph.edge(edge) as { points?: readonly { x: number; y: number }[] };
    const passed = points.slice(2, -2).filter((_, index) => index % 2 === 0);
    columns.set(
      `${edge.v} ${edge.w}`,
      passed.map(({ x, y }) => {
        const along = flow === 'right' ? x - shift.left : y - shift.top;
        const across = flow === 'right' ? y - shift.top : x - shift.left;
        return { from: along - half, to: along + half, across };
      }),
    );
  }
  return columns;
}
