/** Renders the notable events of a run, a line for each; of very many the middle is left out. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type { Glyphs } from '../terminal/glyphs.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { padStart, widthOf, wrap } from '../terminal/width.ts';
import type { Clock } from '../timeline/clock.ts';
import type { Notable, NotableKind } from './notable.ts';

/** Lines at the beginning and at the end of a long story. */
const FIRST = 24;
const LAST = 10;

export function renderStory(
  events: readonly Notable[],
  clock: Clock,
  terminal: Terminal,
): readonly string[] {
  const { glyphs, paint } = terminal;
  const all = events.length <= FIRST + LAST;
  const head = all ? events : events.slice(0, FIRST);
  const tail = all ? [] : events.slice(-LAST);
  const width = Math.max(0, ...[...head, ...tail].map(({ at }) => widthOf(timeOf(at, clock))));
  const render = (event: Notable) => renderEvent(event, clock, width, terminal);
  if (all) return head.flatMap(render);
  const left = countOf(events.length - FIRST - LAST, 'event');
  const gap = ` ${glyphs.ellipsis} ${left} left out (--format events lists all)`;
  return [...head.flatMap(render), paint('faint', gap), ...tail.flatMap(render)];
}

function renderEvent(
  { at, kind, text }: Notable,
  clock: Clock,
  width: number,
  { glyphs, paint, columns }: Terminal,
): readonly string[] {
  const time = paint('faint', padStart(timeOf(at, clock), width));
  const inset = 1 + width + 2 + 2;
  const [first = '', ...rest] = wrap(visible(text), columns - inset - 3);
  const words = kind === 'end' || kind === 'control' ? paint('strong', first) : first;
  return [
    ` ${time}  ${paint(TONES[kind], signOf(kind, glyphs))} ${words}`,
    ...rest.map((line) => ' '.repeat(inset + 2) + line),
  ];
}

function timeOf(at: number, clock: Clock): string {
  return clock.unit === '' ? clock.format(at) : `${clock.format(at)} ${clock.unit}`;
}

const TONES: Readonly<Record<NotableKind, Tone>> = {
  succeeded: 'good',
  failed: 'bad',
  timed_out: 'bad',
  uncertain: 'unknown',
  asked: 'unknown',
  cancelled: 'faint',
  skipped: 'faint',
  routed: 'plain',
  waits: 'wait',
  late: 'unknown',
  unwinding: 'undo',
  undone: 'undo',
  control: 'strong',
  paused: 'strong',
  operator: 'strong',
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
    case 'asked':
      return glyphs.asked;
    case 'waits':
      return glyphs.forward.wait;
    case 'unwinding':
    case 'undone':
      return glyphs.undone;
    case 'control':
      return glyphs.turn.cancel;
    case 'paused':
      return glyphs.turn.pause;
    case 'operator':
      return glyphs.turn.operator;
    case 'end':
      return glyphs.turn.end;
  }
}
