/** A unit's attempts and waits as bars and lines. */

import { formatTime } from '../../../../simulator/trace/explain/words.ts';
import type { Attempt, AttemptLook, Moment } from './attempts.ts';
import { type Need, widthOf } from './axis.ts';
import { isFreeIn, placeIn, type Rows } from './rows.ts';

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

export const BAR = 24;
export const ROW = BAR + 8;
const LATE_MARK = 8;
/** What a bar holds beside its text: a shape, its sign and the ends. */
const BAR_INSIDE = 36;

export interface PlacedLane {
  readonly rows: number;
  readonly bars: readonly Bar[];
  readonly waits: readonly Wait[];
}

/** What goes on at the same time gets a row of its own. */
export const laneOf = (
  attempts: readonly Attempt[],
  top: number,
  xOf: (moment: Moment) => number,
  end: number,
): PlacedLane => {
  const rows: Rows = [];
  const placed = attempts
    .map((attempt) => ({ attempt, x: xOf(attempt.from) }))
    .sort((one, other) => one.x - other.x)
    .map(({ attempt, x }) => {
      const to = attempt.to === null ? end : xOf(attempt.to);
      const lateX = attempt.late === null ? null : xOf(attempt.late);
      const reach = lateX === null ? to : Math.max(to, lateX + LATE_MARK);
      const row = placeIn(rows, { start: x, end: reach });
      return { attempt, row, bar: barOf(attempt, x, to, lateX, top + row * ROW + ROW / 2) };
    });
  const waits = placed.flatMap((next, index): readonly Wait[] => {
    const before = placed.slice(0, index).findLast((one) => isNextOf(one.attempt, next.attempt));
    if (before === undefined) return [];
    const x = before.bar.x + before.bar.width;
    const width = next.bar.x - x;
    const row = rows[next.row] ?? [];
    const span = { start: x, end: x + width };
    if (width < 4 || !isFreeIn(row, span)) return [];
    row.push(span);
    const text = waitText(before.attempt, next.attempt);
    return [{ x, width, y: next.bar.y, text: widthOf(text) + 8 <= width ? text : '' }];
  });
  return { rows: rows.length, bars: placed.map(({ bar }) => bar), waits };
};

const textOf = ({ call, from, to }: Attempt): string => {
  const again = call.redelivered ? ' again' : '';
  const lasts = to === null ? ' …' : to.at > from.at ? ` ${formatTime(to.at - from.at)}` : '';
  return `#${call.attempt}${again}${lasts}`;
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

/** How far what is drawn of an attempt reaches at least, between its moments by their numbers. */
export const needsOf = (
  attempt: Attempt,
  numberOf: (moment: Moment) => number,
  /** Of what never ends. */
  tail: number,
): readonly Need[] => {
  const from = numberOf(attempt.from);
  const to = attempt.to === null ? tail : numberOf(attempt.to);
  const bar = { from, to, least: BAR_INSIDE + widthOf(textOf(attempt)) };
  if (attempt.late === null) return [bar];
  return [bar, { from: to, to: numberOf(attempt.late), least: 3 * LATE_MARK }];
};
