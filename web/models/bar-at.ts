/** A bar at the cursor: not yet, under way up to now, or over. */

import type { Drawing, DrawnBar, DrawnLane } from './drawing.ts';
import type { Look } from './look.ts';

export type Phase = 'coming' | 'under-way' | 'over';

export interface BarAt {
  readonly phase: Phase;
  readonly look: Look;
  /** What has been; empty for a bar that is to come. */
  readonly path: string;
  /** What is to come; empty for a bar that is over. */
  readonly ghost: string;
  readonly spoken: string;
}

/** Part of a full bar's height. */
const LOW = 0.6;
const TIP = 8;
const END = 5;

/** Where the run has got to, in pixels. */
export function cursorX(drawing: Drawing, cursor: number): number {
  const { reach } = drawing;
  let low = 0;
  let high = reach.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((reach[middle]?.seq ?? 0) <= cursor) low = middle + 1;
    else high = middle;
  }
  return reach[low - 1]?.x ?? reach[0]?.x ?? 0;
}

/**
 * A bar that is to come, or over, is the same object at every cursor, so that a step makes
 * the page draw only the bars that it changes.
 */
export function barAt(bar: DrawnBar, cursor: number, now: number): BarAt {
  if (cursor < bar.firstSeq || cursor >= bar.lastSeq) {
    let still = stills.get(bar);
    if (still === undefined) {
      still = stillsOf(bar);
      stills.set(bar, still);
    }
    return cursor < bar.firstSeq ? still.coming : still.over;
  }
  const width = Math.min(bar.width, Math.max(bar.width > 12 ? 6 : 2, now - bar.x));
  return {
    phase: 'under-way',
    look: bar.shape === 'line' ? 'waiting' : 'running',
    path: pathOf(bar, width),
    ghost: pathOf(bar, bar.width),
    spoken: `Under way: ${bar.name}`,
  };
}

interface Stills {
  readonly coming: BarAt;
  readonly over: BarAt;
}

const stills = new WeakMap<DrawnBar, Stills>();

function stillsOf(bar: DrawnBar): Stills {
  const whole = pathOf(bar, bar.width);
  return {
    coming: {
      phase: 'coming',
      look: 'idle',
      path: '',
      ghost: whole,
      spoken: `Not yet: ${bar.name}`,
    },
    over: { phase: 'over', look: bar.look, path: whole, ghost: '', spoken: bar.name },
  };
}

/** A bar as an outline, whatever the cursor. */
export function barOutline(bar: DrawnBar): string {
  return pathOf(bar, bar.width);
}

/** For those who are to guess how it goes on. */
export function withoutGhost(at: BarAt): BarAt {
  return at.ghost === '' ? at : { ...at, ghost: '' };
}

function pathOf(bar: DrawnBar, width: number): string {
  switch (bar.shape) {
    case 'arrow':
      return arrow(bar, width, bar.height);
    case 'low':
      return arrow(bar, width, bar.height * LOW);
    case 'line':
      return `M${n(bar.x + 1)},${n(bar.y - END)}v${2 * END}m0,${-END}H${n(bar.x + width - 1)}m0,${-END}v${2 * END}`;
    case 'point': {
      const middle = n(bar.x + bar.width / 2);
      return `M${middle},${n(bar.y - 9)}l9,9l-9,9l-9,-9z`;
    }
  }
}

function arrow(bar: DrawnBar, width: number, height: number): string {
  const tip = Math.min(TIP, width / 3);
  const [left, right] = [bar.x + 0.75, bar.x + width - 0.75];
  const [top, bottom] = [bar.y - height / 2, bar.y + height / 2];
  return bar.undo
    ? `M${n(right)},${n(top)}H${n(left + tip)}L${n(left)},${n(bar.y)}L${n(left + tip)},${n(bottom)}H${n(right)}z`
    : `M${n(left)},${n(top)}H${n(right - tip)}L${n(right)},${n(bar.y)}L${n(right - tip)},${n(bottom)}H${n(left)}z`;
}

function n(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The badge with the time now, kept inside the axis, and the labels that it would hide. */
export function badgeAt(drawing: Drawing, now: number, text: string): Badge {
  const width = text.length * 7 + 12;
  const x = Math.max(width / 2, Math.min(now, drawing.axis.width - width / 2));
  return {
    x,
    width,
    hides: (label) => Math.abs(label.x - x) < width / 2 + label.text.length * 3.2,
  };
}

export interface Badge {
  readonly x: number;
  readonly width: number;
  readonly hides: (label: { readonly x: number; readonly text: string }) => boolean;
}

/** A lane's bars at the cursor, in the order of the lane. */
export type LaneAt = readonly BarAt[];

const lanes = new WeakMap<DrawnLane, { readonly key: string; readonly at: LaneAt }>();

/** The same object as long as nothing moves in the lane. */
export function laneAt(lane: DrawnLane, cursor: number, now: number): LaneAt {
  let [begun, over] = [0, 0];
  for (const bar of lane.bars) {
    if (bar.firstSeq <= cursor) begun += 1;
    if (bar.lastSeq <= cursor) over += 1;
  }
  const key = begun === over ? `${begun}` : `${begun} ${over} ${now}`;
  const known = lanes.get(lane);
  if (known?.key === key) return known.at;
  const at = lane.bars.map((bar) => barAt(bar, cursor, now));
  lanes.set(lane, { key, at });
  return at;
}
