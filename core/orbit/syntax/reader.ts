/** How the parts of the parser read, report and go on behind a mistake. */

import { quote } from '../../model/show.ts';
import type { Details, Findings } from '../findings.ts';
import {
  advance,
  type Cursor,
  expected,
  expectSign,
  found,
  isSign,
  Misread,
  takeSign,
  tokenBehind,
} from './cursor.ts';
import type { Name } from './document.ts';
import { textOfString } from './scan-string.ts';
import type { Span, Token } from './token.ts';

export interface Reader {
  readonly cursor: Cursor;
  readonly findings: Findings;
  /** The declaration or step that is being read. */
  id: string | null;
  /** How many parts could not be read. */
  mistakes: number;
  /** Where a missing brace was told: those around it are missing there as well. */
  told: number;
}

export function reportMisread(reader: Reader, misread: Misread): void {
  const { findings, id } = reader;
  reader.mistakes += 1;
  findings.add(misread.isLimit ? 'U2008' : 'U2001', misread, misread.message, { id });
}

export function report(reader: Reader, span: Span, message: string, details: Details = {}): void {
  reader.findings.add('U2001', span, message, { id: reader.id, ...details });
}

/** What may begin behind a mistake, whatever is open: the next step, or only a declaration. */
export type Outer = 'step' | 'declaration';

/** Whether a step or a declaration begins here, whatever is still open. */
export function startsOuter(cursor: Cursor, outer: Outer): boolean {
  const { token } = cursor;
  if (token.kind !== 'name') return false;
  switch (token.text) {
    case 'step':
      return outer === 'step' && isFollowedBy(cursor, 'name');
    case 'record':
    case 'workflow':
      return isFollowedBy(cursor, 'name');
    case 'task':
      return isFollowedBy(cursor, 'string');
    default:
      return false;
  }
}

function isFollowedBy(cursor: Cursor, kind: 'name' | 'string'): boolean {
  const name = tokenBehind(cursor, cursor.token);
  return name.kind === kind && tokenBehind(cursor, name).text === '{';
}

/**
 * Steps over what was not understood, to a token at which reading can go on: one that `stops`
 * knows, the end of what is open, or the next step or declaration.
 */
export function recover(cursor: Cursor, outer: Outer, stops: (token: Token) => boolean): void {
  let depth = 0;
  let behindPoint = false;
  for (;;) {
    const { token } = cursor;
    if (token.kind === 'end' || startsOuter(cursor, outer)) return;
    if (token.kind === 'sign') {
      if ('{[('.includes(token.text)) depth += 1;
      else if ('}])'.includes(token.text)) {
        if (depth === 0 && token.text === '}') return;
        depth = Math.max(0, depth - 1);
      }
    }
    if (depth === 0 && !behindPoint && stops(token)) return;
    behindPoint = token.text === '.';
    advance(cursor);
  }
}

export interface Block {
  /** As messages name it: `the block of step 'a'`. */
  readonly what: () => string;
  readonly outer: Outer;
  /** Whether a member can begin here: where reading goes on behind a mistake. */
  readonly stops: (token: Token) => boolean;
  /** What stands between members, and is no mistake behind one. */
  readonly separator?: string;
  /** Reads one member. Throws Misread at its first mistake. */
  readonly member: () => void;
}

/** `{ … }`: members until the brace closes. Mistakes in a member are reported and stepped over. */
export function readBlock(reader: Reader, block: Block): void {
  const { cursor } = reader;
  const open = expectSign(cursor, '{');
  for (;;) {
    if (isSign(cursor, '}')) {
      advance(cursor);
      return;
    }
    if (cursor.token.kind === 'end' || startsOuter(cursor, block.outer)) {
      reportUnclosed(reader, block.what(), open);
      return;
    }
    const before = cursor.token.start;
    attempt(reader, block.member, () => {
      recover(cursor, block.outer, block.stops);
      if (block.separator !== undefined) takeSign(cursor, block.separator);
    });
    if (cursor.token.start === before && !isSign(cursor, '}')) advance(cursor);
  }
}

/** Runs a part of the parser; a mistake in it is reported, and `mend` finds where to go on. */
export function attempt(reader: Reader, read: () => void, mend: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    reportMisread(reader, error);
    reader.cursor.nesting = 0;
    mend();
  }
}

function reportUnclosed(reader: Reader, what: string, open: Span): void {
  const { token } = reader.cursor;
  if (reader.told === token.start) return;
  reader.told = token.start;
  const related = [{ start: open.start, end: open.end, message: 'it begins here' }];
  report(reader, token, `expected '}' at the end of ${what}, found ${found(reader.cursor)}`, {
    related,
  });
}

/** `{ a: …, b: … }`: items with commas between them, and perhaps one behind the last. */
export function readItems(
  reader: Reader,
  what: () => string,
  outer: Outer,
  item: () => void,
): void {
  const { cursor } = reader;
  readBlock(reader, {
    what,
    outer,
    stops: ({ text }) => text === ',',
    separator: ',',
    member: () => {
      if (isSign(cursor, ',')) {
        throw expected(cursor, `an entry of ${what()}`);
      }
      item();
      if (takeSign(cursor, ',') !== null || isSign(cursor, '}')) return;
      if (cursor.token.kind === 'end' || startsOuter(cursor, outer)) return;
      if (cursor.token.kind === 'name' || cursor.token.kind === 'string') {
        report(reader, cursor.token, `expected ',' before ${found(cursor)}`);
        return;
      }
      throw expected(cursor, "',' or '}'");
    },
  });
}

/** A word that is a name. */
export function readName(cursor: Cursor, what: string): Name {
  if (cursor.token.kind !== 'name') throw expected(cursor, what);
  const { text, start, end } = advance(cursor);
  return { text, start, end };
}

/** A text that names something. */
export function readText(cursor: Cursor, what: string): Name {
  if (cursor.token.kind !== 'string') throw expected(cursor, what);
  const { text, start, end } = advance(cursor);
  return { text: textOfString(text), start, end };
}

/** The colon of a scalar member may be left out. */
export function takeColon(cursor: Cursor): void {
  takeSign(cursor, ':');
}

/** A member that names something takes no colon; one that is there is reported and passed. */
export function refuseColon(reader: Reader, word: string): void {
  const { cursor } = reader;
  if (!isSign(cursor, ':')) return;
  report(reader, cursor.token, `${quote(word)} takes no colon`);
  advance(cursor);
}
