/**
 * Two runs of one case above each other on one axis, as data: what the built-in runtime does, and
 * what was observed. A lane for each unit, in both the same; a bar for each attempt, a line for
 * each wait. Nothing in a lane overlaps: what goes on at the same time gets a row of its own.
 */

import { formatTime } from '../../../../simulator/trace/explain/words.ts';
import type { ShownCall } from '../../../suite/certification.ts';
import { visible } from '../../terminal/visible.ts';
import { type Attempt, type AttemptLook, attemptsOf, type Moment, timeOf } from './attempts.ts';
import { type Axis, axisOf, type Need, SIDE, widthOf } from './axis.ts';

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

export interface Bar {
  readonly x: number;
  readonly width: number;
  /** Middle of its row. */
  readonly y: number;
  readonly kind: Attempt['kind'];
  readonly look: AttemptLook;
  readonly text: string;
  /** Where its result came, too late; null where none did. */
  readonly lateX: number | null;
  readonly lateLook: 'succeeded' | 'failed';
  /** It goes on behind the end of the picture. */
  readonly isOpen: boolean;
  readonly isOnlyHere: boolean;
}

export interface Wait {
  readonly x: number;
  readonly width: number;
  readonly y: number;
  /** Empty where there is no room for it. */
  readonly text: string;
}

export interface Turn {
  readonly x: number;
  readonly kind: 'breach' | 'control';
  /** Its middle and the line that it stands on. */
  readonly label: { readonly x: number; readonly y: number; readonly text: string };
}

export interface TimelineInput {
  readonly reference: readonly ShownCall[];
  readonly observed: readonly ShownCall[];
  /** When the breach is, in ms; null where it has no time. */
  readonly breachAt: number | null;
  readonly controls: readonly { readonly at: number; readonly action: string }[];
}

/** More would be no picture: the table has them all. */
export const MOST_DRAWN = 32;
const MOST_CONTROLS = 8;
/** Pixels of a picture beside which nothing stands. */
const AVAILABLE = 960;
export const BAR = 24;
const ROW = BAR + 8;
const NAME = 18;
const LANE_AIR = 6;
const TITLE = 26;
const PANEL_AIR = 12;
const TURN_ROW = 15;
const AXIS = 38;
/** What a bar holds beside its text: a shape, its sign and the ends. */
const BAR_INSIDE = 36;
const LATE_MARK = 8;
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

interface TurnAt {
  readonly kind: Turn['kind'];
  readonly at: Moment;
  readonly word: string;
}

const turnsOf = ({ breachAt, controls }: TimelineInput): readonly TurnAt[] => {
  const outside = controls.slice(0, MOST_CONTROLS).map(
    ({ at, action }): TurnAt => ({
      kind: 'control',
      at: { at: timeOf(at), rank: 0 },
      word: action.slice(0, 24),
    }),
  );
  if (breachAt === null) return outside;
  return [{ kind: 'breach', at: { at: timeOf(breachAt), rank: 0 }, word: 'breach' }, ...outside];
};

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

const textOf = ({ call, from, to }: Attempt): string => {
  const again = call.redelivered ? ' again' : '';
  const lasts = to === null ? ' …' : to.at > from.at ? ` ${formatTime(to.at - from.at)}` : '';
  return `#${call.attempt}${again}${lasts}`;
};

const needsOf = (
  attempt: Attempt,
  numberOf: (moment: Moment) => number,
  tail: number,
): readonly Need[] => {
  const from = numberOf(attempt.from);
  const to = attempt.to === null ? tail : numberOf(attempt.to);
  const bar = { from, to, least: BAR_INSIDE + widthOf(textOf(attempt)) };
  if (attempt.late === null) return [bar];
  return [bar, { from: to, to: numberOf(attempt.late), least: 3 * LATE_MARK }];
};

interface PlacedLane {
  readonly rows: number;
  readonly bars: readonly Bar[];
  readonly waits: readonly Wait[];
}

const laneOf = (
  attempts: readonly Attempt[],
  top: number,
  xOf: (moment: Moment) => number,
  end: number,
): PlacedLane => {
  const rows: { readonly start: number; readonly end: number }[][] = [];
  const placed = attempts
    .map((attempt) => ({ attempt, x: xOf(attempt.from) }))
    .sort((one, other) => one.x - other.x)
    .map(({ attempt, x }) => {
      const to = attempt.to === null ? end : xOf(attempt.to);
      const lateX = attempt.late === null ? null : xOf(attempt.late);
      const reach = lateX === null ? to : Math.max(to, lateX + LATE_MARK);
      const row = firstFree(rows, x, reach);
      return { attempt, row, bar: barOf(attempt, x, to, lateX, top + row * ROW + ROW / 2) };
    });
  const waits = placed.flatMap((next, index): readonly Wait[] => {
    const before = placed.slice(0, index).findLast((one) => isNextOf(one.attempt, next.attempt));
    if (before === undefined) return [];
    const x = before.bar.x + before.bar.width;
    const width = next.bar.x - x;
    const row = rows[next.row] ?? [];
    const isFree = row.every((each) => each.end <= x || each.start >= x + width);
    if (width < 4 || !isFree) return [];
    row.push({ start: x, end: x + width });
    const text = waitText(before.attempt, next.attempt);
    return [{ x, width, y: next.bar.y, text: widthOf(text) + 8 <= width ? text : '' }];
  });
  return { rows: rows.length, bars: placed.map(({ bar }) => bar), waits };
};

const firstFree = (
  rows: { readonly start: number; readonly end: number }[][],
  start: number,
  end: number,
): number => {
  const free = rows.findIndex((row) => row.every((each) => each.end <= start || each.start >= end));
  const row = free < 0 ? rows.length : free;
  const known = rows[row];
  if (known === undefined) rows.push([{ start, end }]);
  else known.push({ start, end });
  return row;
};

const isNextOf = (before: Attempt, next: Attempt): boolean =>
  before.to !== null &&
  before.kind === next.kind &&
  before.call.unit === next.call.unit &&
  before.to.at < next.from.at;

const waitText = (before: Attempt, next: Attempt): string =>
  formatTime(next.from.at - (before.to?.at ?? 0));

const barOf = (attempt: Attempt, x: number, to: number, lateX: number | null, y: number): Bar => ({
  x,
  width: to - x,
  y,
  kind: attempt.kind,
  look: attempt.look,
  text: textOf(attempt),
  lateX,
  lateLook: attempt.call.reply.then.kind === 'error' ? 'failed' : 'succeeded',
  isOpen: attempt.to === null,
  isOnlyHere: attempt.isOnlyHere,
});

/** A bold letter is wider. */
const BOLD = 1.12;

/** Each with its word in the first row in which it touches none before. */
const placeTurns = (
  turns: readonly TurnAt[],
  xOf: (moment: Moment) => number,
  width: number,
): readonly Turn[] => {
  const rows: { readonly start: number; readonly end: number }[][] = [];
  return turns.map(({ kind, at, word }) => {
    const x = xOf(at);
    const text = `${word} ${formatTime(at.at)}`;
    const half = (widthOf(text) * BOLD) / 2;
    const middle = Math.max(half + 4 - SIDE, Math.min(x, width + SIDE - half - 4));
    const row = firstFree(rows, middle - half - 4, middle + half + 4);
    return { x, kind, label: { x: middle, y: (row + 1) * TURN_ROW, text } };
  });
};
