/** Edges as SVG paths: straight past the nodes, curved in the gaps between them. */

import type { Column } from './place.ts';
import type { Flow, Rectangle } from './types.ts';

/** A point along and across the flow. */
interface Spot {
  readonly along: number;
  readonly across: number;
}

/** Room for the arrow's head before the node. */
const HEAD = 7;
const BEND = 14;

export function edgePath(
  from: Rectangle,
  to: Rectangle,
  columns: readonly Column[],
  flow: Flow,
): string {
  const start = flow === 'right' ? spot(from, 1, 0.5, flow) : spot(from, 0.5, 1, flow);
  const end = flow === 'right' ? spot(to, 0, 0.5, flow) : spot(to, 0.5, 0, flow);
  let path = `M${point(start, flow)}`;
  let at = start;
  for (const { from: enter, to: leave, across } of columns) {
    path += curve(at, { along: enter, across }, flow);
    at = { along: leave, across };
    path += `L${point(at, flow)}`;
  }
  return path + curve(at, { along: end.along - HEAD, across: end.across }, flow);
}

/** Around what lies between, when the flow goes down: out and in at the left side. */
export function sidePath(from: Rectangle, to: Rectangle, across: number): string {
  const [start, end] = [from.y + from.height / 2, to.y + to.height / 2];
  const x = round(across);
  return (
    `M${round(from.x)},${round(start)}Q${x},${round(start)} ${x},${round(start + BEND)}` +
    `V${round(end - BEND)}Q${x},${round(end)} ${round(to.x - HEAD)},${round(end)}`
  );
}

/** A head that touches the node where the edge comes in. */
export function arrowHead(to: Rectangle, flow: Flow): string {
  return flow === 'right'
    ? `M${round(to.x)},${round(to.y + to.height / 2)}l-8,-4v8z`
    : `M${round(to.x + to.width / 2)},${round(to.y)}l-4,-8h8z`;
}

/** The short link from a step to what undoes it. */
export function undoPath(from: Rectangle, to: Rectangle, flow: Flow): string {
  if (flow === 'right') {
    const x = from.x + 22;
    return `M${x},${to.y}V${from.y + from.height}`;
  }
  const y = to.y + to.height / 2;
  const bottom = from.y + from.height - 8;
  return y <= bottom
    ? `M${to.x},${y}H${from.x + from.width}`
    : `M${to.x},${y}H${from.x + from.width - 16}V${from.y + from.height}`;
}

function spot(at: Rectangle, right: number, down: number, flow: Flow): Spot {
  const x = at.x + at.width * right;
  const y = at.y + at.height * down;
  return flow === 'right' ? { along: x, across: y } : { along: y, across: x };
}

function curve(from: Spot, to: Spot, flow: Flow): string {
  if (Math.abs(from.across - to.across) < 0.5) return `L${point(to, flow)}`;
  const middle = (from.along + to.along) / 2;
  const one = point({ along: middle, across: from.across }, flow);
  const two = point({ along: middle, across: to.across }, flow);
  return `C${one} ${two} ${point(to, flow)}`;
}

function point({ along, across }: Spot, flow: Flow): string {
  const [x, y] = flow === 'right' ? [along, across] : [across, along];
  return `${round(x)},${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
