/**
 * The axis of time. Real times make slivers of short attempts beside long waits, so the
 * compressed axis gives each gap between two moments a slot that grows with the logarithm of
 * its length, prints the real times at its ends, and says `⋯ 20 s ⋯` where much was left out.
 * The true scale leaves nothing out.
 */

import { formatTime } from '../../simulator/trace/explain.ts';
import type { Moment } from '../../simulator/trace/timeline.ts';
import type { Scale } from './link.ts';

export interface Axis {
  /** In pixels; more than was asked for if the slots need it. */
  readonly width: number;
  /** x of each moment, in pixels. */
  readonly positions: readonly number[];
  readonly ticks: readonly Tick[];
  readonly gaps: readonly Gap[];
}

export interface Tick {
  readonly x: number;
  /** Middle of its text, which stays inside the axis. */
  readonly textX: number;
  readonly text: string;
  /** A tick without room for its text keeps its line. */
  readonly labelled: boolean;
}

/** Time that is drawn much shorter than it is. */
export interface Gap {
  readonly x: number;
  readonly text: string;
}

/** A slot for no time at all, for a short time, what a doubling adds, and at most.  */
const INSTANT_SLOT = 0.6;
const TIMED_SLOT = 0.7;
const DOUBLING = 0.42;
const LONGEST_SLOT = 3;
/** Pixels of a slot of weight 1. */
const LEAST_UNIT = 58;
const MOST_UNIT = 190;
/** Pixels of a letter of a label, and the air between two labels. */
const LETTER = 6.2;
const LABEL_AIR = 10;
/** Room at both sides of the axis for the first and the last label. */
export const SIDE = 26;
/** A slot is marked when it shows time this much smaller than the tightest slot does. */
const MARKED_FROM = 6;

export function axisOf(moments: readonly Moment[], available: number, scale: Scale): Axis {
  const end = moments[moments.length - 1]?.at ?? 0;
  if (scale === 'true') return trueAxis(moments, available, end);
  const weights: number[] = [];
  let sum = 0;
  for (let index = 1; index < moments.length; index += 1) {
    const weight = slotWeight((moments[index]?.at ?? 0) - (moments[index - 1]?.at ?? 0));
    weights.push(weight);
    sum += weight;
  }
  const unit = sum === 0 ? 0 : Math.min(MOST_UNIT, Math.max(LEAST_UNIT, available / sum));
  const positions = [0];
  let x = 0;
  for (const weight of weights) {
    x += weight * unit;
    positions.push(x);
  }
  const width = Math.max(available, x);
  const ticks = ticksOf(moments, positions, width);
  return { width, positions, ticks, gaps: gapsOf(moments, positions, ticks) };
}

function slotWeight(milliseconds: number): number {
  if (milliseconds <= 0) return INSTANT_SLOT;
  return Math.min(LONGEST_SLOT, TIMED_SLOT + DOUBLING * Math.log2(1 + milliseconds / 1000));
}

function trueAxis(moments: readonly Moment[], available: number, end: number): Axis {
  const positions = moments.map((moment) => (end === 0 ? 0 : (moment.at / end) * available));
  return { width: available, positions, ticks: ticksOf(moments, positions, available), gaps: [] };
}

/** One tick for each time; the labels that would touch an earlier one are left out. */
function ticksOf(
  moments: readonly Moment[],
  positions: readonly number[],
  width: number,
): readonly Tick[] {
  const ticks: { x: number; textX: number; text: string; labelled: boolean }[] = [];
  let previous: number | null = null;
  for (const [index, moment] of moments.entries()) {
    if (moment.at === previous) continue;
    previous = moment.at;
    const x = positions[index] ?? 0;
    const text = formatTime(moment.at);
    const furthest = width + SIDE - labelWidth(text) / 2;
    ticks.push({ x, textX: Math.min(x, furthest), text, labelled: true });
  }
  const last = ticks[ticks.length - 1];
  const lastStart = last === undefined ? Infinity : last.textX - labelWidth(last.text) / 2;
  let free = -Infinity;
  for (const tick of ticks) {
    const half = labelWidth(tick.text) / 2;
    const fits = tick.x - half >= free && (tick === last || tick.x + half + LABEL_AIR <= lastStart);
    tick.labelled = fits || tick === last;
    if (tick.labelled) free = tick.textX + half + LABEL_AIR;
  }
  return ticks;
}

function labelWidth(text: string): number {
  return text.length * LETTER;
}

/** Named where there is room between the labels at both ends of the slot. */
function gapsOf(
  moments: readonly Moment[],
  positions: readonly number[],
  ticks: readonly Tick[],
): readonly Gap[] {
  const slots = moments.slice(1).map((moment, index) => {
    const time = moment.at - (moments[index]?.at ?? 0);
    const from = positions[index] ?? 0;
    const to = positions[index + 1] ?? 0;
    return { time, from, to, perPixel: time / (to - from) };
  });
  const timed = slots.filter((slot) => slot.time > 0).map((slot) => slot.perPixel);
  const finest = timed.reduce((least, one) => Math.min(least, one), Infinity);
  const labels = ticks.filter((tick) => tick.labelled);
  let next = 0;
  return slots.flatMap(({ time, from, to, perPixel }) => {
    const x = (from + to) / 2;
    while ((labels[next]?.x ?? Infinity) <= x) next += 1;
    const [left, right] = [labels[next - 1], labels[next]];
    const start = left === undefined ? -Infinity : left.textX + labelWidth(left.text) / 2;
    const end = right === undefined ? Infinity : right.textX - labelWidth(right.text) / 2;
    const text = `⋯ ${formatTime(time)} ⋯`;
    const half = labelWidth(text) / 2 + LABEL_AIR / 2;
    const fits = x - half >= Math.max(from, start) && x + half <= Math.min(to, end);
    return perPixel >= finest * MARKED_FROM && fits ? [{ x, text }] : [];
  });
}
