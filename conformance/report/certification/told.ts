/**
 * Texts of drivers as a report shows them: of any length, and with whatever is in them, they
 * neither fill a screen nor drive what shows it. Each format escapes further what is its own.
 */

import { cut, LONGEST_TEXT } from '../../suite/cut.ts';
import { visible } from '../terminal/visible.ts';

const LONGEST_LINE = 500;
const MOST_LINES = 400;

/** On one line. */
export const told = (text: string, longest = LONGEST_TEXT): string => visible(cut(text, longest));

/** Lines of a document, a scenario, a conversation; of many the first. */
export const toldLines = (lines: readonly string[], most = MOST_LINES): readonly string[] => [
  ...lines.slice(0, most).map((line) => told(line, LONGEST_LINE)),
  ...(lines.length > most ? [`… and ${lines.length - most} lines more`] : []),
];

export const linesOf = (text: string): readonly string[] => text.trimEnd().split(/\r\n|\r|\n/);

/** A JSON value, an indented line a member. */
export const jsonLines = (value: unknown): readonly string[] =>
  JSON.stringify(value, null, 1).split('\n');
