/**
 * The axis of time. True to scale a short attempt is a sliver beside a long wait, so each gap
 * between two moments gets a slot that grows slowly with its length; the real times stand at the
 * ticks, and `⋯ 20 s ⋯` where much was left out.
 */

import { formatTime } from '../../../../simulator/trace/explain/words.ts';
import type { Moment } from './attempts.ts';

export interface Axis {
  /** In pixels. */
  readonly width: number;
  /** x of each moment, in pixels; never less than the one before. */
  readonly positions: readonly number[];
  readonly ticks: readonly Tick[];
  /** Time that is drawn much shorter than it is. */
  readonly gaps: readonly Label[];
}

export interface Label {
  /** Middle of the text. */
  readonly x: number;
  readonly text: string;
}

export interface Tick {
  readonly x: number;
  /** Null where there was no room for it: the tick keeps its line. */
  readonly label: Label | null;
}

/** What lies between two moments, by their numbers, needs so many pixels. */
export interface Need {
  readonly from: number;
  readonly to: number;
  readonly least: number;
}

/** Pixels of a letter at the size of labels, and the air between two of them. */
export const LETTER = 6.3;
const AIR = 8;
/** Room at both sides for the first and the last label. */
export const SIDE = 30;
const LEAST_SLOT = 12;
const SLOT = 34;
/** Stretched to fill the page, but a short run need not be wide. */
const WIDEST_STRETCH = 2.4;
/** A slot is marked when it shows time this much smaller than the usual slot does. */
const MARKED_FROM = 6;

export const widthOf = (text: string): number => text.length * LETTER;

/** @param moments In order, each once. */
export const axisOf = (
  moments: readonly Moment[],
  needs: readonly Need[],
  available: number,
): Axis => {
  const positions = stretch(place(moments, needs), available);
  const width = positions.at(-1) ?? 0;
  const ticks = ticksOf(moments, positions, width);
  return { width, positions, ticks, gaps: gapsOf(moments, positions, ticks) };
};

/** Each moment as far left as its slot and all that ends at it allow. */
const place = (moments: readonly Moment[], needs: readonly Need[]): readonly number[] => {
  const ending = new Map<number, Need[]>();
  for (const need of needs) {
    const known = ending.get(need.to);
    if (known === undefined) ending.set(need.to, [need]);
    else known.push(need);
  }
  const positions: number[] = [];
  moments.forEach((moment, index) => {
    const before = moments[index - 1];
    let x = before === undefined ? 0 : (positions[index - 1] ?? 0) + slotOf(moment.at - before.at);
    for (const { from, least } of ending.get(index) ?? []) {
      if (from < index) x = Math.max(x, (positions[from] ?? 0) + least);
    }
    positions.push(x);
  });
  return positions;
};

const stretch = (positions: readonly number[], available: number): readonly number[] => {
  const width = positions.at(-1) ?? 0;
  const factor = width === 0 ? 1 : Math.min(WIDEST_STRETCH, Math.max(1, available / width));
  return positions.map((x) => Math.round(x * factor * 10) / 10);
};

/** A doubling of the time adds the same again: by steps, for logarithms differ between engines. */
const slotOf = (milliseconds: number): number => {
  if (milliseconds <= 0) return LEAST_SLOT;
  let weight = 0.7;
  let reached = 1000;
  while (reached <= milliseconds && weight < 3) {
    weight += 0.42;
    reached *= 2;
  }
  return Math.max(LEAST_SLOT, weight * SLOT);
};

/** One for each time; labels that would touch an earlier one, or the last, are left out. */
const ticksOf = (
  moments: readonly Moment[],
  positions: readonly number[],
  width: number,
): readonly Tick[] => {
  const places: { readonly x: number; readonly text: string; readonly middle: number }[] = [];
  let previous: number | null = null;
  moments.forEach(({ at }, index) => {
    if (at === previous) return;
    previous = at;
    const x = positions[index] ?? 0;
    const text = formatTime(at);
    const half = widthOf(text) / 2;
    const middle = Math.max(half - SIDE, Math.min(x, width + SIDE - half));
    places.push({ x, text, middle });
  });
  const last = places.at(-1);
  const lastStart = last === undefined ? 0 : last.middle - widthOf(last.text) / 2;
  let free = Number.NEGATIVE_INFINITY;
  return places.map((tick) => {
    const half = widthOf(tick.text) / 2;
    const isRoomy =
      tick.middle - half >= free && (tick === last || tick.middle + half + AIR <= lastStart);
    if (!isRoomy) return { x: tick.x, label: null };
    free = tick.middle + half + AIR;
    return { x: tick.x, label: { x: tick.middle, text: tick.text } };
  });
};

/** Named where there is room between the labels at both ends of the slot. */
const gapsOf = (
  moments: readonly Moment[],
  positions: readonly number[],
  ticks: readonly Tick[],
): readonly Label[] => {
  const slots = moments.slice(1).map((moment, index) => {
    const time = moment.at - (moments[index]?.at ?? 0);
    const from = positions[index] ?? 0;
    const to = positions[index + 1] ?? 0;
    return { time, from, to, density: time / Math.max(1, to - from) };
  });
  const timed = slots.filter(({ time }) => time > 0).map(({ density }) => density);
  const usual = timed.sort((one, other) => one - other)[(timed.length - 1) >> 1] ?? 0;
  const labels = ticks.flatMap(({ label }) => (label === null ? [] : [label]));
  return slots.flatMap(({ time, from, to, density }) => {
    if (time <= 0 || density < usual * MARKED_FROM) return [];
    const text = `⋯ ${formatTime(time)} ⋯`;
    const x = (from + to) / 2;
    const half = (widthOf(text) + AIR) / 2;
    const isFree = labels.every((label) => Math.abs(label.x - x) >= half + widthOf(label.text) / 2);
    return isFree && x - half >= from && x + half <= to ? [{ x, text }] : [];
  });
};
