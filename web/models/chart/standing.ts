/** Where something stands in its chart at the cursor, how it came there, and what may come. */

import type { Move } from './move.ts';
import type { Chart, ChartArrow } from './read.ts';

export interface Standing {
  /** Null before it begins. */
  readonly state: string | null;
  /** The move that led there. */
  readonly last: Move | null;
  /** How often each way was gone, by `from to`. */
  readonly taken: ReadonlyMap<string, number>;
  /** Moves so far, oldest first, without the beginning. */
  readonly moves: readonly Move[];
  readonly next: readonly ChartArrow[];
}

export function standingAt(chart: Chart, moves: readonly Move[], cursor: number): Standing {
  const past = moves.filter(({ seq }) => seq <= cursor);
  const last = past.at(-1) ?? null;
  const state = last?.to ?? null;
  const taken = new Map<string, number>();
  for (const { from, to } of past) {
    if (from === null) continue;
    const way = wayOf(from, to);
    taken.set(way, (taken.get(way) ?? 0) + 1);
  }
  return {
    state,
    last: last?.from == null ? last : lastArrival(past, last),
    taken,
    moves: past.filter(({ from }) => from !== null),
    next: state === null ? [] : chart.arrows.filter(({ from }) => from === state),
  };
}

export const wayOf = (from: string, to: string): string => `${from} ${to}`;

/** What changes no state is no arrival. */
function lastArrival(past: readonly Move[], last: Move): Move {
  return past.findLast(({ from, to }) => from !== to) ?? last;
}
