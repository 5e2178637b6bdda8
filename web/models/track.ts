/**
 * On a narrow page the event list is the timeline: each line carries the bar that it is about,
 * at its place between the beginning and the end of the run.
 */

import type { Bar, Timeline } from '../../simulator/trace/timeline.ts';
import { axisOf } from './axis.ts';
import { type Look, lookOfBar } from './look.ts';
import type { Step } from './steps.ts';

export interface Track {
  /** Parts of the whole, from 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly look: Look;
  readonly undo: boolean;
  readonly line: boolean;
}

/** By index of step; a step about no bar has none. */
export function tracksOf(steps: readonly Step[], timeline: Timeline): readonly (Track | null)[] {
  const { positions } = axisOf(timeline.moments, 0, 'compressed');
  const whole = Math.max(1, positions[positions.length - 1] ?? 1);
  const bars = new Map<string, Bar[]>();
  for (const bar of timeline.lanes.flatMap((lane) => lane.bars)) {
    bars.set(bar.unit, [...(bars.get(bar.unit) ?? []), bar]);
  }
  return steps.map((step) => {
    const { lead } = step;
    const bar = 'unit' in lead ? barOf(step, bars.get(lead.unit) ?? []) : undefined;
    if (bar === undefined) return null;
    return {
      from: (positions[bar.fromMoment] ?? 0) / whole,
      to: (positions[bar.toMoment] ?? 0) / whole,
      look: lookOfBar(bar),
      undo: bar.direction === 'undo',
      line: isWait(bar),
    };
  });
}

/** What waits is told by its timer, what runs by its beginning and its end. */
function barOf({ lead, first, last }: Step, bars: readonly Bar[]): Bar | undefined {
  if (lead.type === 'timer.set') {
    return bars.find((bar) => isWait(bar) && bar.firstSeq <= lead.seq && lead.seq < bar.lastSeq);
  }
  const within = (seq: number): boolean => first <= seq && seq <= last;
  return lead.type === 'attempt.started'
    ? bars.find((bar) => !isWait(bar) && within(bar.firstSeq))
    : bars.find((bar) => within(bar.lastSeq));
}

function isWait(bar: Bar): boolean {
  return bar.kind === 'backoff' || bar.kind === 'wait' || bar.kind === 'queue';
}

/** In a field of 100 by 16. */
export function trackPath({ from, to, undo, line }: Track): string {
  const left = from * 98 + 1;
  const right = Math.max(to * 98 + 1, left + 2);
  if (line) return `M${round(left)},4v8m0,-4H${round(right)}m0,-4v8`;
  const tip = Math.min(6, (right - left) / 2);
  return undo
    ? `M${round(right)},2H${round(left + tip)}L${round(left)},8L${round(left + tip)},14H${round(right)}z`
    : `M${round(left)},2H${round(right - tip)}L${round(right)},8L${round(right - tip)},14H${round(left)}z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
