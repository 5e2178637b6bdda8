/** A text under the reader's finger, and what all parts of the reader ask of it. */

import { quote } from '../model/show.ts';
import { Misread } from './failure.ts';
import { MAXIMUM_NESTING } from './limits.ts';
import type { Declarations } from './syntax.ts';

export interface Text {
  readonly source: string;
  /** Where the text ends: what lies behind is not the reader's. */
  readonly end: number;
  readonly declarations: Declarations;
  at: number;
  /** How many brackets, calls and signs are open. */
  nesting: number;
}

const BLANK = /[ \t\r\n]/;

export function skipBlanks(text: Text): void {
  while (text.at < text.end && BLANK.test(text.source[text.at] as string)) text.at += 1;
}

export function isAtEnd(text: Text): boolean {
  return text.at >= text.end;
}

/** Whether `expected` stands here. */
export function stands(text: Text, expected: string): boolean {
  return text.at + expected.length <= text.end && text.source.startsWith(expected, text.at);
}

/** The longest match of a sticky pattern here; the finger stays. */
export function peek(text: Text, pattern: RegExp): string {
  pattern.lastIndex = text.at;
  const matched = pattern.exec(text.source)?.[0] ?? '';
  return matched.slice(0, Math.max(0, text.end - text.at));
}

/** What stands here, for messages: `')'`, or that the text ends. */
export function found(text: Text): string {
  if (isAtEnd(text)) return 'the end';
  const word = peek(text, /[A-Za-z_0-9]+/y);
  return quote(word === '' ? String.fromCodePoint(text.source.codePointAt(text.at) ?? 0) : word);
}

export function expected(text: Text, what: string): Misread {
  return new Misread(`expected ${what}, found ${found(text)}`, text.at);
}

/** Goes one level deeper. No closure and no frame of its own: a level shall cost little stack. */
export function enter(text: Text): void {
  if (text.nesting === MAXIMUM_NESTING) {
    throw new Misread(`more than ${MAXIMUM_NESTING} levels are nested here`, text.at);
  }
  text.nesting += 1;
}

export function leave(text: Text): void {
  text.nesting -= 1;
}
