/** A text under the reader's finger, and what all parts of the reader ask of it. */

import { quote } from '../../model/show.ts';
import { MAXIMUM_NESTING, MAXIMUM_TOKENS } from '../limits.ts';
import { scanToken } from './scan.ts';
import type { Span, Token } from './token.ts';

export interface Cursor {
  readonly source: string;
  /** What stands under the finger. Never a fault: those are reported and stepped over. */
  token: Token;
  /** Where the token before it ended. */
  behind: number;
  /** How many brackets, calls, signs and ifs are open. */
  nesting: number;
  /** Tokens read so far. */
  count: number;
  /** Characters of the tokens that were stepped over. */
  weight: number;
  readonly report: ReportFault;
}

/** Takes what is wrong with the text of a token. */
export type ReportFault = (message: string, span: Span) => void;

/** How reading stops at a mistake: thrown inside, caught where reading can go on. */
export class Misread {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is a limit of this reader, and no mistake of grammar. */
  readonly isLimit: boolean;

  constructor(message: string, { start, end }: Span, isLimit = false) {
    this.message = message;
    this.start = start;
    this.end = end;
    this.isLimit = isLimit;
  }
}

/** Thrown where reading cannot go on at all. */
export class TooLarge {
  readonly message =
    `the document has more than ${MAXIMUM_TOKENS} words and signs, the limit of this reader`;
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }
}

const NOTHING: Token = { kind: 'end', start: 0, end: 0, text: '', fault: null };

export function createCursor(source: string, report: ReportFault): Cursor {
  const cursor = { source, token: NOTHING, behind: 0, nesting: 0, count: 0, weight: 0, report };
  load(cursor, 0);
  return cursor;
}

/** Steps over the token under the finger and gives it. */
export function advance(cursor: Cursor): Token {
  const { token } = cursor;
  cursor.behind = token.end;
  cursor.weight += token.end - token.start;
  load(cursor, token.end);
  return token;
}

/** What stands behind a token; faults are stepped over in silence. */
export function tokenBehind({ source }: Cursor, token: Token): Token {
  let next = scanToken(source, token.end);
  while (next.kind === 'fault') next = scanToken(source, next.end);
  return next;
}

function load(cursor: Cursor, from: number): void {
  for (let at = from; ; ) {
    const token = scanToken(cursor.source, at);
    cursor.count += 1;
    if (cursor.count > MAXIMUM_TOKENS) throw new TooLarge(token.start);
    if (token.fault !== null) cursor.report(token.fault, token);
    if (token.kind !== 'fault') {
      cursor.token = token;
      return;
    }
    at = token.end;
  }
}

export function isSign(cursor: Cursor, sign: string): boolean {
  const { token } = cursor;
  return token.kind === 'sign' && token.text === sign;
}

export function isWord(cursor: Cursor, word: string): boolean {
  const { token } = cursor;
  return token.kind === 'name' && token.text === word;
}

/** Steps over the sign if it stands here. */
export function takeSign(cursor: Cursor, sign: string): Token | null {
  return isSign(cursor, sign) ? advance(cursor) : null;
}

/** @throws Misread where the sign does not stand here. */
export function expectSign(cursor: Cursor, sign: string): Token {
  if (isSign(cursor, sign)) return advance(cursor);
  throw expected(cursor, quote(sign));
}

/** @throws Misread where the word does not stand here. */
export function expectWord(cursor: Cursor, word: string): Token {
  if (isWord(cursor, word)) return advance(cursor);
  throw expected(cursor, quote(word));
}

export function expected(cursor: Cursor, what: string): Misread {
  return new Misread(`expected ${what}, found ${found(cursor)}`, cursor.token);
}

/** What stands here, for messages: `'}'`, or that the document ends. */
export function found({ token }: Cursor): string {
  switch (token.kind) {
    case 'end':
      return 'the end';
    case 'string':
      return `the text ${quote(token.text.slice(1, -1))}`;
    default:
      return quote(token.text);
  }
}

/** Goes one level deeper; costs no frame of its own. */
export function enter(cursor: Cursor): void {
  if (cursor.nesting === MAXIMUM_NESTING) {
    throw new Misread(`more than ${MAXIMUM_NESTING} levels are nested here`, cursor.token, true);
  }
  cursor.nesting += 1;
}

export function leave(cursor: Cursor): void {
  cursor.nesting -= 1;
}
