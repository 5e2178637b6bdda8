/** Draws the bars and marks of one lane. Forward and undo differ in shape, not in colour alone. */

import { formatTime } from '../../../simulator/trace/explain/words.ts';
import type { Bar, Lane, Mark } from '../../../simulator/trace/timeline.ts';
import type { Glyphs } from '../terminal/glyphs.ts';
import type { Tone } from '../terminal/style.ts';
import { visible } from '../terminal/visible.ts';
import { widthOf } from '../terminal/width.ts';
import { hasRoom, type Row, write } from './canvas.ts';
import { type Band, columnOf, type Need } from './scale.ts';

/** The room that a lane's bars and marks take at least, and would like to have. */
export function needsOf(lane: Lane): readonly Need[] {
  const bars = lane.bars.map((bar) => {
    const { fromMoment, toMoment } = bar;
    const least = bar.kind === 'queue' || isInstant(bar) || isQuestion(bar) ? 1 : 2;
    return { fromMoment, toMoment, least, wanted: Math.max(least, wantedColumns(bar, lane)) };
  });
  const marks = lane.marks.map(({ moment }) => ({
    fromMoment: moment,
    toMoment: moment + 1,
    least: 1,
    wanted: 2,
  }));
  return [...bars, ...marks];
}

function wantedColumns(bar: Bar, lane: Lane): number {
  switch (bar.kind) {
    case 'attempt':
      if (isQuestion(bar)) return 2;
      return numberOf(bar, lane).length + (bar.direction === 'undo' ? 3 : 2);
    case 'backoff':
    case 'wait':
      return bar.from === bar.to ? 1 : widthOf(formatTime(bar.to - bar.from)) + 2;
    case 'queue':
    case 'span':
      return 2;
  }
}

/** Whether it is drawn as a point: a node that calls nothing, takes no time, and holds nothing. */
function isInstant({ kind, from, to, fromMoment, toMoment }: Bar): boolean {
  const isShort = from === to && toMoment - fromMoment === 1;
  return isShort && (kind === 'span' || kind === 'backoff');
}

/** Whether it is no attempt, but asks what became of one. */
function isQuestion({ purpose }: Bar): boolean {
  return purpose === 'reconcile';
}

/** An attempt's number, where there is more than one. */
function numberOf({ direction, unit, attempt }: Bar, lane: Lane): string {
  const attempts =
    direction === 'forward'
      ? lane.attempts
      : (lane.undos.find((undo) => undo.unit === unit)?.attempts ?? 1);
  return attempts > 1 ? String(attempt) : '';
}

export function drawLane(row: Row, lane: Lane, band: Band, glyphs: Glyphs): void {
  for (const bar of lane.bars) {
    if (bar.toMoment > band.firstMoment && bar.fromMoment < band.lastMoment) {
      drawBar(row, bar, lane, band, glyphs);
    }
  }
  for (const mark of lane.marks) {
    if (mark.moment >= band.firstMoment && mark.moment < band.lastMoment) {
      write(row, columnOf(band, mark.moment), glyphs.mark[mark.kind], toneOfMark(mark));
    }
  }
}

function drawBar(row: Row, bar: Bar, lane: Lane, band: Band, glyphs: Glyphs): void {
  const start = columnOf(band, bar.fromMoment);
  const end = columnOf(band, bar.toMoment);
  const begins = bar.fromMoment >= band.firstMoment;
  const ends = bar.toMoment <= band.lastMoment;
  const tone = toneOfBar(bar);
  if (isInstant(bar) && bar.outcome === 'succeeded') {
    if (bar.kind === 'span') write(row, start, glyphs.span, tone);
    return;
  }
  if (isQuestion(bar)) {
    write(row, start, glyphs.forward.wait.repeat(end - start - 1) + glyphs.asked, 'unknown');
    return;
  }
  const fill = bar.direction === 'undo' ? glyphs.undo : glyphs.forward;
  write(row, start, fill[bar.kind].repeat(end - start), tone);
  const shortened = [...band.shortened].some(
    (moment) => moment >= bar.fromMoment && moment < bar.toMoment,
  );
  writeLabel(row, bar, lane, { start, end, whole: begins && ends, shortened }, tone);
  if (!begins) write(row, start, glyphs.continued.left, tone);
  else if (bar.direction === 'undo' && bar.kind === 'attempt') {
    write(row, start, glyphs.undoHead, tone);
  }
  if (!ends) write(row, end - 1, glyphs.continued.right, tone);
  else if (showsOutcome(bar) && (end - start > 1 || bar.direction === 'forward')) {
    write(row, end - 1, signOf(bar, glyphs), tone);
  }
}

/** A span that succeeds ends as a point would look, lest it be taken for an attempt. */
function signOf({ kind, outcome }: Bar, glyphs: Glyphs): string {
  return kind === 'span' && outcome === 'succeeded' ? glyphs.span : glyphs.outcome[outcome];
}

/** A wait that ends as planned needs no sign. */
function showsOutcome({ kind, outcome }: Bar): boolean {
  return kind === 'attempt' || kind === 'span' || (outcome !== 'succeeded' && kind !== 'queue');
}

interface Place {
  readonly start: number;
  readonly end: number;
  /** Both ends are in the band. */
  readonly whole: boolean;
  /** A part of it is drawn shorter than it was, so its length tells less than its number. */
  readonly shortened: boolean;
}

function writeLabel(row: Row, bar: Bar, lane: Lane, place: Place, tone: Tone): void {
  const { start, end } = place;
  const label = labelOf(bar, lane, end - start, place);
  const room = end - start - (bar.kind === 'attempt' ? 1 : 0);
  if (label === '') return;
  write(row, start + Math.floor((room - widthOf(label) + 1) / 2), label, tone);
}

function labelOf(
  bar: Bar,
  lane: Lane,
  length: number,
  { whole, shortened }: Pick<Place, 'whole' | 'shortened'>,
): string {
  switch (bar.kind) {
    case 'attempt': {
      const edges = bar.direction === 'undo' ? 2 : 1;
      const label =
        numberOf(bar, lane) || (shortened && whole ? formatTime(bar.to - bar.from) : '');
      return widthOf(label) + edges < length ? label : '';
    }
    case 'backoff':
    case 'wait': {
      const time = formatTime(bar.to - bar.from);
      return whole && widthOf(time) + 2 <= length ? time : '';
    }
    case 'queue':
    case 'span':
      return '';
  }
}

/** Before the first bar of an undo the node that undoes, where there is room for its name. */
export function nameUndos(row: Row, lane: Lane, band: Band): void {
  for (const { unit, node } of lane.undos) {
    const first = lane.bars.find((bar) => bar.unit === unit && bar.node === node);
    if (first === undefined || first.fromMoment < band.firstMoment) continue;
    if (first.fromMoment >= band.lastMoment) continue;
    const name = visible(node);
    const column = columnOf(band, first.fromMoment) - widthOf(name) - 1;
    if (hasRoom(row, column, widthOf(name))) write(row, column, name, 'undo');
  }
}

export function toneOfBar({ kind, direction, outcome }: Bar): Tone {
  if (kind === 'backoff' || kind === 'queue') return 'faint';
  switch (outcome) {
    case 'succeeded':
      if (kind === 'wait') return 'wait';
      return direction === 'undo' ? 'undo' : 'good';
    case 'failed':
    case 'timed_out':
      return 'bad';
    case 'uncertain':
      return 'unknown';
    case 'cancelled':
      return 'faint';
    case 'open':
      return 'plain';
  }
}

function toneOfMark({ kind }: Mark): Tone {
  return kind === 'late' ? 'unknown' : 'faint';
}
