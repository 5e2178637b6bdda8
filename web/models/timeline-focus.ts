/** Where the focus goes among the bars: the timeline is one stop of the Tab key. */

import type { Drawing, DrawnBar, DrawnLane } from './drawing.ts';

/** The bar that Tab comes to: the last one that has begun, else the first. */
export function startingBar(drawing: Drawing, cursor: number): DrawnBar | null {
  let found: DrawnBar | null = null;
  let first: DrawnBar | null = null;
  for (const lane of drawing.lanes) {
    for (const bar of lane.bars) {
      if (first === null || bar.firstSeq < first.firstSeq) first = bar;
      if (bar.firstSeq > cursor) continue;
      if (found === null || bar.firstSeq >= found.firstSeq) found = bar;
    }
  }
  return found ?? first;
}

export function laneOfBar(drawing: Drawing, id: string | null): DrawnLane | null {
  if (id === null) return null;
  return drawing.lanes.find((lane) => lane.bars.some((bar) => bar.id === id)) ?? null;
}

/** Left and right within the lane, up and down to the nearest bar of the next lane. */
export function nextBar(drawing: Drawing, id: string, key: string): DrawnBar | null {
  const lane = laneOfBar(drawing, id);
  const at = lane?.bars.findIndex((bar) => bar.id === id) ?? -1;
  const bar = lane?.bars[at];
  if (lane === null || bar === undefined) return null;
  const laneIndex = drawing.lanes.indexOf(lane);
  switch (key) {
    case 'ArrowLeft':
      return lane.bars[at - 1] ?? bar;
    case 'ArrowRight':
      return lane.bars[at + 1] ?? bar;
    case 'ArrowUp':
      return nearest(drawing, laneIndex, -1, bar);
    case 'ArrowDown':
      return nearest(drawing, laneIndex, 1, bar);
    default:
      return null;
  }
}

function nearest(drawing: Drawing, from: number, direction: 1 | -1, bar: DrawnBar): DrawnBar {
  for (let index = from + direction; index in drawing.lanes; index += direction) {
    const bars = drawing.lanes[index]?.bars ?? [];
    const [first, ...others] = bars;
    if (first === undefined) continue;
    const distance = (other: DrawnBar): number => Math.abs(other.x - bar.x);
    return others.reduce((best, other) => (distance(other) < distance(best) ? other : best), first);
  }
  return bar;
}

/** A bar leads to what came of it; from there, to how it began. */
export function targetOf(bar: DrawnBar, cursor: number): number {
  return cursor === bar.lastSeq ? bar.firstSeq : bar.lastSeq;
}
