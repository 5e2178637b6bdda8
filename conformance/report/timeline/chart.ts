/**
 * The timeline as text: a lane for each node that ran, a bar for each attempt and each wait,
 * and under them an axis with the real times. What is too wide is broken into bands, each
 * with the lanes that have something in it; of very many bands the middle is left out.
 */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type { Lane, Timeline } from '../../../simulator/trace/timeline.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { cutMiddle, padEnd, widest } from '../terminal/width.ts';
import { drawAxis } from './axis.ts';
import { drawLane, nameUndos, needsOf } from './bars.ts';
import { createRow, hasRoom, isBlank, renderRow, write } from './canvas.ts';
import type { Clock } from './clock.ts';
import { type Band, columnOf, scaleMoments } from './scale.ts';
import { stateOf } from './states.ts';

/** Bands at the beginning and at the end of a long run. */
const FIRST_BANDS = 6;
const LAST_BANDS = 3;
const INDENT = 1;
/** Columns beyond the last moment, for the end of its label. */
const OVERHANG = 1;

interface Columns {
  readonly label: number;
  readonly chart: number;
}

/** Lines of the chart, without the nodes that did nothing. */
export function renderChart(
  timeline: Timeline,
  clock: Clock,
  terminal: Terminal,
): readonly string[] {
  const lanes = timeline.lanes.filter(({ bars, marks }) => bars.length + marks.length > 0);
  if (lanes.length === 0) return [];
  const columns = divide(lanes, terminal);
  const needs = lanes.flatMap(needsOf);
  const bands = scaleMoments(timeline.moments, needs, columns.chart - OVERHANG);
  const { shown, left } = chooseBands(bands);
  const lines: string[] = [];
  for (const [index, band] of shown.entries()) {
    if (index > 0) lines.push('');
    if (left !== null && index === FIRST_BANDS) lines.push(...tellLeft(lanes, left, terminal), '');
    lines.push(...renderBand(timeline, lanes, band, columns, clock, terminal));
  }
  return lines;
}

function divide(lanes: readonly Lane[], terminal: Terminal): Columns {
  const longest = widest(lanes.map(({ unit }) => visible(unit)));
  const label = Math.min(longest, Math.max(12, Math.floor(terminal.columns / 4)));
  const state = widest(lanes.map((lane) => stateOf(lane, terminal.glyphs).word)) + 2;
  return { label, chart: terminal.columns - INDENT - label - 1 - 1 - state };
}

interface LeftOut {
  readonly firstMoment: number;
  readonly lastMoment: number;
}

function chooseBands(bands: readonly Band[]): {
  readonly shown: readonly Band[];
  readonly left: LeftOut | null;
} {
  if (bands.length <= FIRST_BANDS + LAST_BANDS) return { shown: bands, left: null };
  const middle = bands.slice(FIRST_BANDS, -LAST_BANDS);
  return {
    shown: [...bands.slice(0, FIRST_BANDS), ...bands.slice(-LAST_BANDS)],
    left: {
      firstMoment: middle[0]?.firstMoment ?? 0,
      lastMoment: middle.at(-1)?.lastMoment ?? 0,
    },
  };
}

function tellLeft(
  lanes: readonly Lane[],
  { firstMoment, lastMoment }: LeftOut,
  { glyphs, paint }: Terminal,
): readonly string[] {
  let attempts = 0;
  let nodes = 0;
  for (const { bars } of lanes) {
    const inside = bars.filter(
      ({ fromMoment, toMoment }) => fromMoment >= firstMoment && toMoment <= lastMoment,
    );
    attempts += inside.filter(({ kind }) => kind === 'attempt').length;
    if (inside.length > 0) nodes += 1;
  }
  const what = `${countOf(attempts, 'attempt')} of ${countOf(nodes, 'node')} left out here`;
  const line = ` ${glyphs.ellipsis} ${what} (--format events lists them) ${glyphs.ellipsis}`;
  return [paint('faint', line)];
}

function renderBand(
  timeline: Timeline,
  lanes: readonly Lane[],
  band: Band,
  columns: Columns,
  clock: Clock,
  terminal: Terminal,
): readonly string[] {
  const { glyphs, paint } = terminal;
  const inset = ' '.repeat(INDENT + columns.label + 1);
  const lines: string[] = [];
  const turns = renderTurns(timeline, band, columns.chart, terminal);
  if (turns !== '') lines.push(inset + turns);
  for (const lane of lanes) {
    if (!isIn(lane, band)) continue;
    const row = createRow(columns.chart);
    drawLane(row, lane, band, glyphs);
    nameUndos(row, lane, band);
    for (const { kind, moment } of turnsOf(timeline, band)) {
      const column = columnOf(band, moment);
      if (isBlank(row, column)) write(row, column, glyphs.turn[kind], 'faint');
    }
    const label = padEnd(
      cutMiddle(visible(lane.unit), columns.label, glyphs.ellipsis),
      columns.label,
    );
    const line = `${' '.repeat(INDENT)}${label} ${renderRow(row, paint)}`;
    if (!endsIn(lane, band)) {
      lines.push(line);
      continue;
    }
    const { sign, word, tone } = stateOf(lane, glyphs);
    const used = rowWidth(row);
    lines.push(`${line}${' '.repeat(columns.chart - used + 1)}${paint(tone, `${sign} ${word}`)}`);
  }
  const { rule, labels } = drawAxis(timeline, band, clock, glyphs, columns.chart);
  lines.push(inset + renderRow(rule, paint), inset + renderRow(labels, paint));
  return lines;
}

function rowWidth({ cells }: ReturnType<typeof createRow>): number {
  return cells.findLastIndex(({ character }) => character !== ' ') + 1;
}

/** The turns that a line goes through the lanes for: not an end that nothing follows. */
function turnsOf(timeline: Timeline, band: Band) {
  const last = timeline.moments.length - 1;
  return timeline.turns.flatMap(({ kind, moment }) =>
    kind === 'signal' ||
    moment < band.firstMoment ||
    moment > band.lastMoment ||
    (kind === 'end' && moment === last)
      ? []
      : [{ kind, moment }],
  );
}

const TURN_WORDS = {
  unwinding: 'unwinding',
  cancel: 'cancel',
  crash: 'crash',
  resume: 'resume',
  pause: 'paused',
  operator: 'operator',
  end: 'end',
} as const;

/** A line above the lanes that names the turns, right of their sign or else left of it. */
function renderTurns(
  timeline: Timeline,
  band: Band,
  width: number,
  { glyphs, paint }: Terminal,
): string {
  const row = createRow(width);
  const turns = turnsOf(timeline, band);
  for (const { kind, moment } of turns) {
    write(row, columnOf(band, moment), glyphs.turn[kind], 'faint');
  }
  for (const { kind, moment } of turns) {
    const column = columnOf(band, moment);
    const word = TURN_WORDS[kind];
    const places = [column + 2, column - 1 - word.length];
    const place = places.find((start) => hasRoom(row, start, word.length));
    if (place !== undefined) write(row, place, word, 'faint');
  }
  return renderRow(row, paint);
}

function isIn({ bars, marks }: Lane, { firstMoment, lastMoment }: Band): boolean {
  return (
    bars.some(({ fromMoment, toMoment }) => toMoment > firstMoment && fromMoment < lastMoment) ||
    marks.some(({ moment }) => moment >= firstMoment && moment < lastMoment)
  );
}

/** Whether nothing of the lane comes behind the band. */
function endsIn({ bars, marks }: Lane, { lastMoment }: Band): boolean {
  return (
    bars.every(({ toMoment }) => toMoment <= lastMoment) &&
    marks.every(({ moment }) => moment < lastMoment)
  );
}
