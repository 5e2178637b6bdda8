/**
 * Texts of drivers as a report shows them: of any length, and with whatever is in them, they
 * neither fill a screen nor drive what shows it. Each format escapes further what is its own.
 */

import { cut, LONGEST_TEXT } from '../../suite/cut.ts';
import { visible } from '../terminal/visible.ts';

const LONGEST_LINE = 500;
const MOST_LINES = 400;
const LONGEST_COMMAND = 200_000;

/** Characters that are none, which XML 1.0 refuses. */
const NON_CHARACTERS = /[\ufffe\uffff]/g;

/** On one line. */
export const told = (text: string, longest = LONGEST_TEXT): string =>
  visible(cut(text, longest)).replace(NON_CHARACTERS, '\ufffd');

/** A command, which is of no use where it is cut. */
export const copied = (command: string): string => told(command, LONGEST_COMMAND);

/** Lines of a document, a scenario, a conversation; of many the first. */
export const toldLines = (lines: readonly string[], most = MOST_LINES): readonly string[] => [
  ...lines.slice(0, most).map((line) => told(line, LONGEST_LINE)),
  ...(lines.length > most ? [`… and ${lines.length - most} lines more`] : []),
];

export const linesOf = (text: string): readonly string[] => text.trimEnd().split(/\r\n|\r|\n/);

/** A JSON value, an indented line a member. */
export const jsonLines = (value: unknown): readonly string[] =>
  JSON.stringify(value, null, 1).split('\n');
