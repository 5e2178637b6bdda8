/** A track for the run, one for each unit, and one for each undo, below what it undoes. */

import { isNamedByUndone } from '../../../../simulator/trace/explain/words.ts';
import type { Bar, Lane, Timeline, Undo } from '../../../../simulator/trace/timeline.ts';

export interface Track {
  readonly tid: number;
  readonly name: string;
  readonly bars: readonly Bar[];
}

export interface Tracks {
  readonly all: readonly Track[];
  /** Where a unit's events go; the run's own track for one that is not known. */
  of(unit: string, node: string): number;
}

export const RUN_TRACK = 1;
/** What happened to the engine itself, and what people did. */
export const ENGINE_TRACK = 2;

export function tracksOf({ lanes, turns }: Timeline): Tracks {
  const all: Track[] = [{ tid: RUN_TRACK, name: 'run', bars: [] }];
  if (turns.some(({ kind }) => ENGINE_TURNS.has(kind))) {
    all.push({ tid: ENGINE_TRACK, name: 'engine and operators', bars: [] });
  }
  const known = new Map<string, number>();
  let tid = ENGINE_TRACK;
  for (const lane of lanes) {
    for (const { key, name, bars } of splitLane(lane)) {
      tid += 1;
      all.push({ tid, name, bars });
      known.set(key, tid);
    }
  }
  return { all, of: (unit, node) => known.get(keyOf(unit, node)) ?? RUN_TRACK };
}

const ENGINE_TURNS: ReadonlySet<string> = new Set(['crash', 'resume', 'pause', 'operator']);

function splitLane(lane: Lane) {
  const { unit, node, bars, undos } = lane;
  const forward = bars.filter(({ direction }) => direction === 'forward');
  return [
    { key: keyOf(unit, node), name: unit, bars: forward },
    ...undos.map((undo) => ({
      key: keyOf(undo.unit, undo.node),
      name: isNamedByUndone(undo.node, undo.unit)
        ? `undo of ${unit}`
        : `${undo.node} undoes ${unit}`,
      bars: bars.filter((bar) => isOf(bar, undo)),
    })),
  ];
}

function isOf({ direction, unit, node }: Bar, undo: Undo): boolean {
  return direction === 'undo' && unit === undo.unit && node === undo.node;
}

/** Several nodes may undo one unit; only both names together tell which one it is. */
function keyOf(unit: string, node: string): string {
  return JSON.stringify([unit, node]);
}
