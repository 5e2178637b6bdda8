/** The lines of the event log: the text equivalent of the timeline. */

import type { TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { formatTime, type Headline, headlineOf } from '../../simulator/trace/explain.ts';
import { type Look, lookOfEvent } from './look.ts';
import { writeSelection } from './selection.ts';
import type { Step } from './steps.ts';
import { unbroken } from './text.ts';

export interface LogLine {
  readonly index: number;
  /** Its leading event, by `seq`. */
  readonly lead: number;
  /** Where the cursor goes. */
  readonly cursor: number;
  readonly node: string | null;
  /** The attempt that it is about, as a selection is written; null for none. */
  readonly about: string | null;
  /** Empty where it is that of the line before. */
  readonly time: string;
  readonly look: Look;
  readonly undo: boolean;
  readonly subject: string | null;
  readonly what: string;
}

/** Lines around the current one; more than this are not put into the page at once. */
const WINDOW = 200;

export interface LogWindow {
  readonly lines: readonly LogLine[];
  /** Steps before and after the window. */
  readonly before: number;
  readonly after: number;
  readonly total: number;
  /** Letters of the longest time. */
  readonly timeLetters: number;
}

/**
 * The step that the window begins with. It moves in leaps of half the window, so that most
 * steps change no line but the current one.
 */
export function windowStart(total: number, current: number): number {
  if (total <= WINDOW) return 0;
  const half = WINDOW / 2;
  const leap = Math.floor(Math.max(current, 0) / half);
  return Math.min(Math.max(0, (leap - 1) * half), total - WINDOW);
}

export function logWindow(steps: readonly Step[], from: number, workflow: Workflow): LogWindow {
  const to = steps.length <= WINDOW ? steps.length : from + WINDOW * 1.5;
  return windowOf(steps, from, Math.min(steps.length, to), workflow);
}

function windowOf(steps: readonly Step[], from: number, to: number, workflow: Workflow): LogWindow {
  const lines = linesOf(steps, from, to, workflow);
  return {
    lines,
    before: from,
    after: steps.length - to,
    total: steps.length,
    timeLetters: lines.reduce((most, line) => Math.max(most, line.time.length), 0),
  };
}

function linesOf(
  steps: readonly Step[],
  from: number,
  to: number,
  workflow: Workflow,
): readonly LogLine[] {
  return steps.slice(from, to).map((step, offset) => {
    const { lead } = step;
    const before = offset === 0 ? undefined : steps[from + offset - 1];
    const unit = 'unit' in lead ? lead.unit : '';
    return {
      index: step.index,
      lead: lead.seq,
      cursor: step.last,
      node: 'node' in lead ? lead.node : null,
      about: 'attempt' in lead ? writeSelection(lead.unit, lead.attempt) : null,
      time: before?.lead.at === lead.at ? '' : unbroken(formatTime(lead.at)),
      look: lookOfEvent(lead),
      undo: unit.startsWith('compensate:'),
      ...headline(lead, workflow),
    };
  });
}

/** A line without a subject is a sentence of its own. */
function headline(event: TraceEvent, workflow: Workflow): Headline {
  const { subject, what } = headlineOf(event, workflow);
  const text = subject === null ? what.charAt(0).toUpperCase() + what.slice(1) : what;
  return { subject, what: unbroken(text) };
}

/** Whole sentence for a line, for the scrubber and for those who listen. */
export function spokenStep(steps: readonly Step[], index: number, workflow: Workflow): string {
  const step = steps[index];
  if (step === undefined) return `before the first of ${steps.length} steps`;
  const { subject, what } = headlineOf(step.lead, workflow);
  const name = subject === null ? '' : `${subject}, `;
  return `step ${index + 1} of ${steps.length}: ${name}${what}, ${formatTime(step.lead.at)}`;
}
