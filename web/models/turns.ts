/** The turns of a whole run (a cancel, a crash, its end) as lines across the timeline. */

import type { Timeline, Turn } from '../../simulator/trace/timeline.ts';

export interface DrawnTurn {
  readonly kind: Turn['kind'];
  readonly text: string;
  readonly x: number;
  /** On which side of its line the words stand. */
  readonly anchor: 'start' | 'end';
  readonly seq: number;
}

const LETTER = 7.2;
const LABEL_AIR = 10;

/**
 * From the right, since what stands to the right of a turn says how much room it has. Turns at
 * one place share the words of the first.
 */
export function drawTurns(
  timeline: Timeline,
  width: number,
  x: (moment: number) => number,
): readonly DrawnTurn[] {
  let free = width;
  const drawn: DrawnTurn[] = [];
  for (const [at, turns] of [...turnsByPlace(timeline, x)].reverse()) {
    const text = turns.map((turn) => turnWord(turn, timeline)).join(', ');
    const long = text.length * LETTER + LABEL_AIR;
    const anchor = at + long > free ? 'end' : 'start';
    free = anchor === 'end' ? at - long : at;
    for (const [index, { kind, seq }] of [...turns.entries()].reverse()) {
      drawn.push({ kind, text: index === 0 ? text : '', x: at, anchor, seq });
    }
  }
  return drawn.reverse();
}

function turnsByPlace(
  { turns }: Timeline,
  x: (moment: number) => number,
): ReadonlyMap<number, readonly Turn[]> {
  const places = new Map<number, readonly Turn[]>();
  for (const turn of turns) {
    const at = x(turn.moment);
    places.set(at, [...(places.get(at) ?? []), turn]);
  }
  return places;
}

function turnWord({ kind }: Turn, { outcome }: Timeline): string {
  return {
    unwinding: 'unwinding',
    cancel: 'cancel',
    signal: 'signal',
    crash: 'crash',
    resume: 'resumed',
    pause: 'paused',
    operator: 'operator',
    end: (outcome ?? 'end').replace('_', ' '),
  }[kind];
}
