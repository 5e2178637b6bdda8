/**
 * From moments to columns. Time is drawn to scale as far as that works: each stretch between
 * two moments gets the columns that its bars need at least, and a stretch so long that the
 * others would shrink to nothing is drawn shorter and marked. What does not fit side by side
 * is broken into bands, like a line of text.
 */

import type { Moment } from '../../../simulator/trace/timeline.ts';

/** A stretch of moments that a bar spans, with the columns that it wants and needs. */
export interface Need {
  readonly fromMoment: number;
  readonly toMoment: number;
  readonly least: number;
  readonly wanted: number;
}

export interface Band {
  readonly firstMoment: number;
  readonly lastMoment: number;
  /** The column of each of its moments, from 0; the last one is the width. */
  readonly columns: readonly number[];
  /** The moments behind which time is drawn shorter than it was. */
  readonly shortened: ReadonlySet<number>;
}

interface Gap {
  readonly duration: number;
  readonly least: number;
  readonly wanted: number;
}

/** The column of a moment, clamped into the band. */
export function columnOf(band: Band, moment: number): number {
  const inside = Math.min(band.lastMoment, Math.max(band.firstMoment, moment));
  return band.columns[inside - band.firstMoment] ?? 0;
}

export function scaleMoments(
  moments: readonly Moment[],
  needs: readonly Need[],
  width: number,
): readonly Band[] {
  const gaps = gapsOf(moments, needs);
  const sum = (key: 'least' | 'wanted') => gaps.reduce((total, gap) => total + gap[key], 0);
  if (sum('wanted') <= width) return [layOut(gaps, 0, width, 'wanted')];
  if (sum('least') <= width) return [layOut(gaps, 0, width, 'least')];
  return breakUp(gaps, width);
}

function gapsOf(moments: readonly Moment[], needs: readonly Need[]): readonly Gap[] {
  const least: number[] = [];
  const wanted: number[] = [];
  for (const { fromMoment, toMoment, ...need } of needs) {
    // A bar over several stretches has a column for each of them: enough in all cases.
    if (toMoment - fromMoment !== 1) continue;
    least[fromMoment] = Math.max(least[fromMoment] ?? 1, need.least);
    wanted[fromMoment] = Math.max(wanted[fromMoment] ?? 1, need.wanted);
  }
  return moments.slice(1).map((moment, index) => ({
    duration: moment.at - (moments[index]?.at ?? 0),
    least: least[index] ?? 1,
    wanted: wanted[index] ?? 1,
  }));
}

function breakUp(gaps: readonly Gap[], width: number): readonly Band[] {
  const bands: Band[] = [];
  let first = 0;
  let used = 0;
  for (const [index, gap] of gaps.entries()) {
    if (used + gap.wanted > width && index > first) {
      bands.push(layOut(gaps.slice(first, index), first, width, 'wanted'));
      first = index;
      used = 0;
    }
    used += gap.wanted;
  }
  // The last band keeps the scale of its minimum, lest one bar fill the whole width.
  const rest = gaps.slice(first);
  const roomy = Math.min(width, Math.max(used, Math.ceil((width * rest.length) / 8)));
  return [...bands, layOut(rest, first, roomy, 'wanted')];
}

function layOut(
  gaps: readonly Gap[],
  firstMoment: number,
  width: number,
  key: 'least' | 'wanted',
): Band {
  const least = gaps.map((gap) => gap[key]);
  const capped = capLongGaps(gaps, least, width);
  const widths = distribute(gaps, least, capped, width);
  const columns = [0];
  for (const gapWidth of widths) columns.push((columns.at(-1) ?? 0) + gapWidth);
  return {
    firstMoment,
    lastMoment: firstMoment + gaps.length,
    columns,
    shortened: shortenedGaps(gaps, capped, widths, firstMoment),
  };
}

/** By how much a stretch must be off the scale of the others to be marked. */
const NOTICEABLE = 3;

function shortenedGaps(
  gaps: readonly Gap[],
  capped: ReadonlyMap<number, number>,
  widths: readonly number[],
  firstMoment: number,
): ReadonlySet<number> {
  let duration = 0;
  let columns = 0;
  for (const [index, gap] of gaps.entries()) {
    if (gap.duration === 0 || capped.has(index)) continue;
    duration += gap.duration;
    columns += widths[index] ?? 0;
  }
  const perColumn = columns === 0 ? 0 : duration / columns;
  return new Set(
    [...gaps.keys()]
      .filter((index) => capped.has(index))
      .filter((index) => {
        const own = (gaps[index]?.duration ?? 0) / (widths[index] ?? 1);
        return own >= perColumn * NOTICEABLE;
      })
      .map((index) => index + firstMoment),
  );
}

/** Gaps that get fewer columns than time would give them: index → columns. */
function capLongGaps(
  gaps: readonly Gap[],
  least: readonly number[],
  width: number,
): ReadonlyMap<number, number> {
  const capped = new Map<number, number>();
  const byLength = gaps
    .map(({ duration }, index) => ({ duration, index }))
    .filter(({ duration }) => duration > 0)
    .sort((a, b) => b.duration - a.duration || a.index - b.index);
  const cap = Math.max(8, Math.floor(width / 4));
  for (const [position, { index }] of byLength.entries()) {
    const others = byLength.slice(position);
    const total = others.reduce((sum, { duration }) => sum + duration, 0);
    const room = width - [...capped.values()].reduce((sum, columns) => sum + columns, 0);
    const tiny = others.filter(({ duration }) => (duration * room) / total < 1).length;
    const next = Math.max(cap >> capped.size, least[index] ?? 1);
    const deserved = ((others[0]?.duration ?? 0) * room) / total;
    if (tiny * 3 <= others.length || others.length < 2 || deserved <= next * 1.25) break;
    capped.set(index, next);
  }
  return capped;
}

/** Columns for each gap, in all `width` (which is no less than the sum of `least`) or fewer. */
function distribute(
  gaps: readonly Gap[],
  least: readonly number[],
  capped: ReadonlyMap<number, number>,
  width: number,
): readonly number[] {
  const widths = gaps.map((_, index) => capped.get(index) ?? least[index] ?? 1);
  let excess = widths.reduce((sum, columns) => sum + columns, 0) - width;
  for (const [index, columns] of widths.entries()) {
    // Capped gaps give way where the others need all the room.
    if (excess <= 0) break;
    const given = Math.min(excess, columns - (least[index] ?? 1));
    widths[index] = columns - given;
    excess -= given;
  }
  growToScale(gaps, capped, widths, -excess);
  return widths;
}

/**
 * Hands out columns one by one to the gap that is drawn most short of its scale. Gaps without
 * duration do not grow: there is nothing to see in them.
 */
function growToScale(
  gaps: readonly Gap[],
  capped: ReadonlyMap<number, number>,
  widths: number[],
  columns: number,
): void {
  const growing = [...gaps.keys()].filter(
    (index) => (gaps[index]?.duration ?? 0) > 0 && !capped.has(index),
  );
  for (let left = columns; left > 0 && growing.length > 0; left -= 1) {
    let shortest = 0;
    let shortestRatio = -1;
    for (const index of growing) {
      const ratio = (gaps[index]?.duration ?? 0) / ((widths[index] ?? 1) + 1);
      if (ratio > shortestRatio) [shortest, shortestRatio] = [index, ratio];
    }
    widths[shortest] = (widths[shortest] ?? 0) + 1;
  }
}
