/** The lessons by name. What they say and ask is loaded with the first that is opened. */

import { findExample } from '../models/catalogue.ts';
import type { LessonBase } from '../state/base.ts';
import { catalogue, type ExampleText, loadExample } from '../state/examples.ts';
import type { Lesson } from './lesson.ts';

export interface LessonEntry {
  readonly id: string;
  /** From 1; an entry without one belongs to the numbered one before it. */
  readonly number: number | null;
  readonly title: string;
  readonly lead: string;
}

const NAMES: readonly (readonly [string, number | null, string, string])[] = [
  ['wait', 1, 'A 503, then success', 'What happens while a workflow waits.'],
  ['deadline', 2, 'Backoff, cap and deadline', 'What ends a series of attempts.'],
  ['herd', 3, 'The thundering herd', 'Why waits need chance.'],
  ['timeout', 4, 'A timeout is not a failure', 'One silence, two worlds.'],
  ['lost-reply', 5, 'A lost reply, with a key', 'Why a second call can be safe.'],
  ['nobody-knows', 6, 'A lost reply, without a key', 'When no move is safe.'],
  ['saga', 7, 'A saga is undone', 'What is undone, and in which order.'],
  ['undo-fails', 8, 'An undo can fail', 'Undoing is work like any other.'],
  ['cancel', 9, 'A cancel races', 'What a cancel stops, and what it does not.'],
  ['cancel-orbit', null, 'A cancel races, in ORBIT', 'The same run in another dialect.'],
  ['crash', 10, 'Crash and replay', 'What an engine remembers.'],
  ['counterexample', 11, 'Open a counterexample', 'Find what is wrong, mend it, run it again.'],
];

export const ENTRIES: readonly LessonEntry[] = NAMES.map(([id, number, title, lead]) => ({
  id,
  number,
  title,
  lead,
}));

/** How many lessons there are beside the counterexample. */
const COUNT = 10;

export function placeWords({ number }: LessonEntry): string {
  if (number === null) return 'Beside lesson 9';
  return number > COUNT ? 'After the lessons' : `Lesson ${number} of ${COUNT}`;
}

/** The lessons before and behind one; null where there is none. */
export function neighbours({ id }: LessonEntry): {
  readonly before: LessonEntry | null;
  readonly after: LessonEntry | null;
} {
  const at = ENTRIES.findIndex((entry) => entry.id === id);
  return { before: ENTRIES[at - 1] ?? null, after: ENTRIES[at + 1] ?? null };
}

export function entryOf(id: string): LessonEntry | null {
  return ENTRIES.find((entry) => entry.id === id) ?? null;
}

export const lessons: readonly LessonBase[] = ENTRIES.map(({ id, title, lead }) => ({
  id,
  title,
  lead,
  async load() {
    const { lessonOf } = await import('./taught/index.ts');
    const lesson = lessonOf(id);
    const text = await textOf(lesson);
    return { ...text, ...(lesson.faults === undefined ? {} : { faults: lesson.faults }) };
  },
}));

async function textOf({ runs, withoutControls }: Lesson): Promise<ExampleText> {
  if (typeof runs !== 'string') return runs;
  const example = findExample(catalogue, runs);
  const text = example === null ? null : await loadExample(example);
  if (text === null) throw new Error(`example ${runs} is not there`);
  return withoutControls === true ? { ...text, scenario: uncontrolled(text.scenario) } : text;
}

export function uncontrolled(scenario: string): string {
  const { controls: _, ...rest } = JSON.parse(scenario) as Record<string, unknown>;
  return `${JSON.stringify(rest, null, 2)}\n`;
}
