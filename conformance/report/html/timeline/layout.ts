/**
 * Two runs of one case above each other on one axis, as data: what the built-in runtime does, and
 * what was observed. A lane for each unit, in both the same; a bar for each attempt, a line for
 * each wait. Nothing in a lane overlaps: what goes on at the same time gets a row of its own.
 */

import type { ShownCall } from '../../../suite/certification.ts';
import { visible } from '../../terminal/visible.ts';
import { type Attempt, attemptsOf, type Moment } from './attempts.ts';
import { type Axis, axisOf, type Need, SIDE, widthOf } from './axis.ts';
import { type Bar, laneOf, needsOf, ROW, type Wait } from './lane.ts';
import { type Outside, placeTurns, type Turn, type TurnAt, turnsOf } from './turns.ts';

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly axis: Axis;
  readonly axisY: number;
  readonly panels: readonly Panel[];
  /** Lines through all lanes: the breach, and what happened from outside. */
  readonly turns: readonly Turn[];
  /** Calls that are in the table alone. */
  readonly left: number;
}

export interface Panel {
  readonly title: string;
  readonly y: number;
  readonly bottom: number;
  readonly lanes: readonly Lane[];
}

export interface Lane {
  readonly name: string;
  readonly y: number;
  readonly bars: readonly Bar[];
  readonly waits: readonly Wait[];
}

export interface TimelineInput extends Outside {
  readonly reference: readonly ShownCall[];
  readonly observed: readonly ShownCall[];
}

/** More would be no picture: the table has them all. */
export const MOST_DRAWN = 32;
/** Pixels of a picture beside which nothing stands. */
const AVAILABLE = 960;
const NAME = 18;
const LANE_AIR = 6;
const TITLE = 26;
const PANEL_AIR = 12;
const AXIS = 38;
const LONGEST_NAME = 40;
/** The titles of both panels fit in. */
const LEAST_WIDTH = 250;

/** Null where neither side made a call. */
export const layOut = (input: TimelineInput): Drawing | null => {
  const reference = attemptsOf(input.reference, input.observed);
  const observed = attemptsOf(input.observed, input.reference);
  if (reference.length + observed.length === 0) return null;
  const sides = [reference.slice(0, MOST_DRAWN), observed.slice(0, MOST_DRAWN)] as const;
  const drawn = [...sides[0], ...sides[1]];
  const turns = turnsOf(input);
  const moments = momentsOf(drawn, turns);
  const numbers = new Map(moments.map((moment, index) => [nameOf(moment), index]));
  const numberOf = (moment: Moment): number => numbers.get(nameOf(moment)) ?? 0;
  const tail = moments.length - 1;
  const needs = drawn.flatMap((attempt): readonly Need[] => needsOf(attempt, numberOf, tail));
  const axis = axisOf(moments, needs, AVAILABLE);
  const xOf = (moment: Moment): number => axis.positions[numberOf(moment)] ?? 0;
  const lanes = [...new Set(drawn.map(({ lane }) => lane))];
  const placedTurns = placeTurns(turns, xOf, axis.width);
  let y = placedTurns.reduce((low, { label }) => Math.max(low, label.y + 6), 0);
  const panels = sides.map((attempts, index): Panel => {
    const top = y;
    y += TITLE;
    const drawnLanes = lanes.map((name): Lane => {
      const own = attempts.filter(({ lane }) => lane === name);
      const { rows, bars, waits } = laneOf(own, y + NAME, xOf, axis.width);
      const lane = { name, y, bars, waits };
      y += NAME + Math.max(1, rows) * ROW + LANE_AIR;
      return lane;
    });
    const bottom = y;
    y += PANEL_AIR;
    return { title: TITLES[index] ?? '', y: top, bottom, lanes: drawnLanes };
  });
  return {
    width: Math.ceil(pictureWidth(axis, placedTurns, lanes)),
    height: y + AXIS,
    axis,
    axisY: y,
    panels,
    turns: placedTurns,
    left: reference.length + observed.length - drawn.length,
  };
};

/** As wide as what sticks out furthest. */
const pictureWidth = (axis: Axis, turns: readonly Turn[], lanes: readonly string[]): number => {
  const ticks = axis.ticks.flatMap(({ label }) => (label === null ? [] : [label]));
  const labels = [...ticks, ...turns.map(({ label }) => label)];
  const ends = labels.map(({ x, text }) => x + widthOf(text) / 2 + 4);
  const names = lanes.map((name) => widthOf(laneName(name)) + 8);
  return SIDE + Math.max(LEAST_WIDTH, axis.width + SIDE, ...ends, ...names);
};

/** The beginning and the end of a long one, in which iterations are told apart. */
export const laneName = (name: string): string => {
  const shown = visible(name);
  return shown.length <= LONGEST_NAME ? shown : `${shown.slice(0, 24)}…${shown.slice(-15)}`;
};

const TITLES = ['Expected: the built-in runtime', 'Observed: this runtime'];

const nameOf = ({ at, rank }: Moment): string => `${at} ${rank}`;

/** All in order, and one behind them for what never ends. */
const momentsOf = (attempts: readonly Attempt[], turns: readonly TurnAt[]): readonly Moment[] => {
  const all = attempts.flatMap(({ from, to, late }) => [from, to ?? from, late ?? from]);
  const byName = new Map(
    [...all, ...turns.map(({ at }) => at)].map((each) => [nameOf(each), each]),
  );
  const sorted = [...byName.values()].sort(
    (one, other) => one.at - other.at || one.rank - other.rank,
  );
  const last = sorted.at(-1) ?? { at: 0, rank: 0 };
  const isOpen = attempts.some(({ to }) => to === null);
  return isOpen ? [...sorted, { at: last.at, rank: last.rank + 1 }] : sorted;
};
