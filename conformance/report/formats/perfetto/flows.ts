/** Arrows from what a unit did to what another one did because of it. */

import type { TraceEvent } from '../../../../core/model/trace.ts';
import type { Bar } from '../../../../simulator/trace/timeline.ts';
import { type FlowEvent, PROCESS } from './event.ts';
import type { Stamps } from './stamps.ts';
import type { Tracks } from './tracks.ts';

/** Causes that are followed from one bar back to another one. */
const FARTHEST = 64;

interface Placed {
  readonly bar: Bar;
  readonly tid: number;
}

export function* flowsOf(
  tracks: Tracks,
  trace: readonly TraceEvent[],
  stamps: Stamps,
): Generator<FlowEvent> {
  const byUnit = new Map<string, Placed[]>();
  for (const { tid, bars } of tracks.all) {
    for (const bar of bars) {
      const known = byUnit.get(bar.unit);
      if (known === undefined) byUnit.set(bar.unit, [{ bar, tid }]);
      else known.push({ bar, tid });
    }
  }
  let id = 0;
  for (const { tid, bars } of tracks.all) {
    const [first] = bars;
    for (const bar of bars) {
      // Only the first bar of a track comes from elsewhere; the others follow from it.
      if (bar !== first) continue;
      const source = sourceOf(bar, trace, byUnit);
      if (source === null) continue;
      id += 1;
      const end = stamps.ofMoment(bar.fromMoment);
      const name = bar.direction === 'undo' ? 'makes it undone' : 'leads to';
      const base = { pid: PROCESS, id, name, cat: 'cause' };
      const start = Math.min(end, startOf(source, stamps));
      yield { ph: 's', ...base, tid: source.tid, ts: start };
      yield { ph: 'f', bp: 'e', ...base, tid, ts: end };
    }
  }
}

interface Source extends Placed {
  /** The event of the bar's unit that led on. */
  readonly event: TraceEvent;
}

/** The bar of another unit that the first event of this one goes back to. */
function sourceOf(
  { unit, firstSeq }: Bar,
  trace: readonly TraceEvent[],
  byUnit: ReadonlyMap<string, readonly Placed[]>,
): Source | null {
  let event = trace[firstSeq - 1];
  for (let steps = 0; event !== undefined && steps < FARTHEST; steps += 1) {
    if ('unit' in event && event.unit !== undefined && event.unit !== unit) {
      const { seq } = event;
      const placed = byUnit.get(event.unit)?.findLast(({ bar }) => bar.firstSeq <= seq);
      if (placed !== undefined) return { ...placed, event };
    }
    event = event.cause === null ? undefined : trace[event.cause - 1];
  }
  return null;
}

/** Within the slice: viewers bind an arrow to the slice that is open at its start. */
function startOf({ bar, event }: Source, stamps: Stamps): number {
  const first = stamps.ofMoment(bar.fromMoment);
  const last = stamps.ofMoment(bar.toMoment) - stamps.step;
  if (event.seq >= bar.lastSeq) return last;
  return Math.min(last, Math.max(first, stamps.ofTime(event.at)));
}
