/** The axis under the lanes: a tick for each moment that has a label, and the real times. */

import type { Timeline } from '../../../simulator/trace/timeline.ts';
import type { Glyphs } from '../terminal/glyphs.ts';
import { widthOf } from '../terminal/width.ts';
import { createRow, hasRoom, type Row, write } from './canvas.ts';
import type { Clock } from './clock.ts';
import { type Band, columnOf } from './scale.ts';

export interface Axis {
  readonly rule: Row;
  readonly labels: Row;
}

/** `width` is that of the rows; the last label may reach beyond the band. */
export function drawAxis(
  timeline: Timeline,
  band: Band,
  clock: Clock,
  glyphs: Glyphs,
  width: number,
): Axis {
  const { axis } = glyphs;
  const rule = createRow(width);
  const labels = createRow(width);
  const end = columnOf(band, band.lastMoment);
  write(rule, 0, axis.line.repeat(end + 1), 'faint');
  for (const moment of band.shortened) {
    const from = columnOf(band, moment);
    const length = columnOf(band, moment + 1) - from;
    const sign = axis.shortened.repeat(Math.min(3, Math.max(1, length - 2)));
    write(rule, from + Math.ceil((length - sign.length) / 2), sign, 'strong');
  }
  for (const moment of labelOrder(timeline, band)) {
    const at = timeline.moments[moment]?.at ?? 0;
    const first = moment === band.firstMoment;
    const text =
      first && clock.unit !== '' ? `${clock.format(at)} ${clock.unit}` : clock.format(at);
    const column = columnOf(band, moment);
    const start = startOf(column, widthOf(text), width);
    if (!hasRoom(labels, start, widthOf(text))) continue;
    write(labels, start, text, 'faint');
    write(rule, column, axis.tick, 'faint');
  }
  write(rule, 0, axis.start, 'faint');
  write(rule, end, axis.end, 'faint');
  return { rule, labels };
}

/** Labels stand centred under their tick, as far as the row allows. */
function startOf(column: number, length: number, width: number): number {
  return Math.max(0, Math.min(column - Math.floor((length - 1) / 2), width - length));
}

/** First come both ends and the turns of the run, then both sides of shortened stretches. */
function labelOrder(timeline: Timeline, band: Band): readonly number[] {
  const { firstMoment, lastMoment } = band;
  const all = Array.from(
    { length: lastMoment - firstMoment + 1 },
    (_, index) => index + firstMoment,
  );
  const turns = timeline.turns.map(({ moment }) => moment);
  const order = [firstMoment, lastMoment, ...turns, ...band.shortened, ...all];
  const inside = order.filter((moment) => moment >= firstMoment && moment <= lastMoment);
  return firstOfEachInstant(timeline, [...new Set(inside)], lastMoment);
}

/** A time is printed once, however many steps its instant has: at the end of a band the last. */
function firstOfEachInstant(
  timeline: Timeline,
  moments: readonly number[],
  lastMoment: number,
): readonly number[] {
  const firstAt = timeline.moments[moments[0] ?? 0]?.at ?? 0;
  const seen = new Set([firstAt]);
  return moments.filter((moment, index) => {
    if (index === 0) return true;
    const at = timeline.moments[moment]?.at ?? 0;
    if (seen.has(at) && (moment !== lastMoment || at === firstAt)) return false;
    seen.add(at);
    return true;
  });
}
