/** A run as a person reads it in a terminal: picture, story, sentence, and the world. */

import type { Run } from '../../core/model/run.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { countOf, joinWords } from '../../simulator/trace/explain/words.ts';
import { type Timeline, timelineOf } from '../../simulator/trace/timeline.ts';
import { type Notable, type NotableKind, notableEvents } from './story/notable.ts';
import { tellRun } from './story/sentence.ts';
import { type Standing, worldOf } from './story/world.ts';
import type { Glyphs } from './terminal/glyphs.ts';
import type { Tone } from './terminal/style.ts';
import { createTerminal, type Terminal } from './terminal/terminal.ts';
import { visible } from './terminal/visible.ts';
import { cutEnd, padStart, widthOf, wrap } from './terminal/width.ts';
import { renderChart } from './timeline/chart.ts';
import { type Clock, createClock } from './timeline/clock.ts';
import { renderLegend } from './timeline/legend.ts';

export interface RunReport {
  readonly workflow: Workflow;
  readonly run: Run;
  readonly seed: number;
  /** Hex; null where there is none to print. */
  readonly digest: string | null;
}

/** Rows of the story at the beginning and at the end of a long run. */
const FIRST_ROWS = 24;
const LAST_ROWS = 10;
/** Units in a list of the world's effects; nodes that never ran. */
const LISTED = 6;

/** The whole report, with a line end at its end. */
export function renderRun(report: RunReport, terminal: Terminal = createTerminal()): string {
  const { workflow, run } = report;
  const timeline = timelineOf(run.trace);
  const clock = createClock(timeline.lastAt);
  const blocks = [
    [renderTitle(report, terminal)],
    [
      ...renderChart(timeline, clock, terminal),
      ...renderNeverRan(workflow, timeline, terminal),
      ...renderLegend(timeline, terminal),
    ],
    renderStory(notableEvents(run.trace, workflow), clock, terminal),
    wrap(visible(capitalised(tellRun(run, workflow, timeline))), terminal.columns - 2).map(
      (line) => ` ${terminal.paint('strong', line)}`,
    ),
    renderWorld(worldOf(run, workflow), terminal),
    renderFooter(report, terminal),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function capitalised(text: string): string {
  // An id keeps its case: it is a name, not a word.
  return /^(all|the|there|nothing) /.test(text)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;
}

function renderTitle({ workflow, seed }: RunReport, { paint, glyphs, columns }: Terminal): string {
  const rest = ` ${glyphs.dot} seed ${seed}`;
  const name = workflow.name === null ? workflow.id : `${workflow.name} (${workflow.id})`;
  const title = cutEnd(visible(name), columns - 1 - rest.length, glyphs.ellipsis);
  return ` ${paint('strong', title)}${paint('faint', rest)}`;
}

function renderNeverRan(
  workflow: Workflow,
  timeline: Timeline,
  terminal: Terminal,
): readonly string[] {
  const ran = new Set(
    timeline.lanes.flatMap(({ node, undos, bars, marks }) => [
      ...(bars.length + marks.length > 0 ? [node] : []),
      ...undos.map((undo) => undo.node),
    ]),
  );
  const never = workflow.nodes.map(({ id }) => id).filter((id) => !ran.has(id));
  if (never.length === 0) return [];
  const more = never.length > LISTED ? ` and ${never.length - LISTED} more` : '';
  const names = never.slice(0, LISTED).map(visible).join(', ');
  return wrapped(`never ran: ${names}${more}`, 'faint', terminal);
}

function wrapped(text: string, tone: Tone, { columns, paint }: Terminal): readonly string[] {
  return wrap(text, columns - 3).map(
    (line, index) => ` ${index === 0 ? '' : '  '}${paint(tone, line)}`,
  );
}

const TONES: Readonly<Record<NotableKind, Tone>> = {
  succeeded: 'good',
  failed: 'bad',
  timed_out: 'bad',
  uncertain: 'unknown',
  cancelled: 'faint',
  skipped: 'faint',
  routed: 'plain',
  waits: 'wait',
  late: 'unknown',
  unwinding: 'undo',
  undone: 'undo',
  control: 'strong',
  end: 'strong',
};

function signOf(kind: NotableKind, glyphs: Glyphs): string {
  switch (kind) {
    case 'succeeded':
    case 'failed':
    case 'timed_out':
    case 'uncertain':
    case 'cancelled':
      return glyphs.outcome[kind];
    case 'skipped':
    case 'late':
      return glyphs.mark[kind];
    case 'routed':
      return glyphs.span;
    case 'waits':
      return glyphs.forward.wait;
    case 'unwinding':
    case 'undone':
      return glyphs.undone;
    case 'control':
      return glyphs.turn.cancel;
    case 'end':
      return glyphs.turn.end;
  }
}

function renderStory(
  events: readonly Notable[],
  clock: Clock,
  terminal: Terminal,
): readonly string[] {
  const { glyphs, paint, columns } = terminal;
  const all = events.length <= FIRST_ROWS + LAST_ROWS;
  const head = all ? events : events.slice(0, FIRST_ROWS);
  const tail = all ? [] : events.slice(-LAST_ROWS);
  const unit = clock.unit === '' ? '' : ` ${clock.unit}`;
  const times = [...head, ...tail].map(({ at }) => clock.format(at) + unit);
  const width = Math.max(...times.map(widthOf), 1);
  const render = ({ at, kind, who, what }: Notable): readonly string[] => {
    const time = padStart(clock.format(at) + unit, width);
    const text = visible(who === null ? what : `${who}: ${what}`);
    const inset = 1 + width + 2 + 2;
    const [first = '', ...rest] = wrap(text, columns - inset - 1);
    const sign = paint(TONES[kind], signOf(kind, glyphs));
    const words = kind === 'end' || kind === 'control' ? paint('strong', first) : first;
    return [
      ` ${paint('faint', time)}  ${sign} ${words}`,
      ...rest.map((line) => ' '.repeat(inset + 2) + line),
    ];
  };
  const left = events.length - head.length - tail.length;
  const gap =
    left > 0
      ? [
          paint(
            'faint',
            ` ${glyphs.ellipsis} ${countOf(left, 'event')} left out (--format events lists them)`,
          ),
        ]
      : [];
  return [...head.flatMap(render), ...gap, ...tail.flatMap(render)];
}

function renderWorld(standings: readonly Standing[], terminal: Terminal): readonly string[] {
  const { glyphs } = terminal;
  const rows: { readonly sign: string; readonly text: string; readonly tone: Tone }[] = [];
  const odd = standings.filter(({ times, mismatch }) => times > 1 || mismatch !== null);
  const undone = standings.filter(
    (standing) => standing.undoneBy !== null && !odd.includes(standing),
  );
  const stands = standings.filter(
    (standing) => standing.undoneBy === null && !odd.includes(standing),
  );
  if (stands.length > 0) {
    const text = `stands: ${listed(stands.map(({ unit }) => unit))}`;
    rows.push({ sign: glyphs.outcome.succeeded, text, tone: 'good' });
  }
  if (undone.length > 0) {
    const names = undone.map(({ unit, undoneBy }) => `${unit} (by ${undoneBy ?? unit})`);
    rows.push({ sign: glyphs.undone, text: `undone: ${listed(names)}`, tone: 'undo' });
  }
  for (const standing of odd) {
    const { times, mismatch } = standing;
    const sign = times > 1 ? glyphs.repeated : glyphs.outcome.uncertain;
    rows.push({ sign, text: tellOdd(standing), tone: mismatch === null ? 'bad' : 'unknown' });
  }
  if (rows.length === 0) return [];
  return [
    ` ${terminal.paint('faint', 'The world is left with')}`,
    ...rows.flatMap(({ sign, text, tone }) => {
      const [first = '', ...rest] = wrap(visible(text), terminal.columns - 6);
      return [`   ${terminal.paint(tone, sign)} ${first}`, ...rest.map((line) => `       ${line}`)];
    }),
  ];
}

function tellOdd({ unit, times, undoneBy, state, mismatch }: Standing): string {
  const count = times === 1 ? '' : times === 2 ? ' happened twice,' : ` happened ${times} times,`;
  const stands = undoneBy === null ? 'stands' : `is undone (by ${undoneBy})`;
  const belief = `the run has it as ${state}`;
  switch (mismatch) {
    case 'unknown-to-run':
      return `${unit}${count} ${stands}, but ${belief}: nothing undoes it`;
    case 'undo-unknown-to-run':
      return `${unit}${count} ${stands}, but ${belief}`;
    case null:
      return `${unit}${count} ${stands}`;
  }
}

function listed(names: readonly string[]): string {
  if (names.length <= LISTED) return joinWords(names);
  return `${names.slice(0, LISTED).join(', ')} and ${names.length - LISTED} more`;
}

function renderFooter({ run, digest }: RunReport, { paint, glyphs }: Terminal): readonly string[] {
  if (digest === null) return [];
  const events = countOf(run.trace.length, 'event');
  return [paint('faint', ` ${events} ${glyphs.dot} digest ${digest.slice(0, 16)}`)];
}
