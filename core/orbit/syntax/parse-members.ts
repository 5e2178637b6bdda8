/** The members of a step, and of a compensation: one list of words for both. */

import { quote } from '../../model/show.ts';
import { readExpression } from '../expression/parse.ts';
import {
  advance,
  type Cursor,
  expected,
  expectSign,
  expectWord,
  isSign,
  takeSign,
} from './cursor.ts';
import type { Entry, Member, MemberKind, Name } from './document.ts';
import { readDuration, readRetry, readWhole } from './parse-retry.ts';
import {
  attempt,
  type Reader,
  readBlock,
  readItems,
  readName,
  readText,
  recover,
  refuseColon,
  report,
  takeColon,
} from './reader.ts';
import { textOfString } from './scan-string.ts';
import type { Span, Token } from './token.ts';

export const MEMBER_KINDS: readonly MemberKind[] = [
  ...(['worker', 'workflow', 'sleep', 'await', 'with', 'after', 'when', 'for'] as const),
  ...(['max_parallel', 'timeout', 'queue_timeout', 'retry', 'idempotency_key'] as const),
  ...(['using', 'compensate'] as const),
];

const WORDS: ReadonlySet<string> = new Set(MEMBER_KINDS);

/** Words whose value is a scalar, behind a colon that may be left out. */
const SCALARS: ReadonlySet<string> = new Set([
  ...['max_parallel', 'timeout', 'queue_timeout', 'idempotency_key'],
]);

/** Compensations inside each other are read this deep, to be reported; no deeper. */
const DEEPEST_COMPENSATION = 3;

/** `{ … }` of a step, or of a compensation. */
export function readMembers(reader: Reader, what: () => string, depth = 0): readonly Member[] {
  const members: Member[] = [];
  readBlock(reader, {
    what,
    outer: 'step',
    stops: ({ kind, text }) => kind === 'name' && WORDS.has(text),
    member: () => {
      const member = readMember(reader, depth);
      if (member !== null) members.push(member);
    },
  });
  return members;
}

/** Null where there is none, and a finding says so. */
function readMember(reader: Reader, depth: number): Member | null {
  const { cursor, findings, id } = reader;
  const { token } = cursor;
  if (isSign(cursor, ',')) {
    report(reader, token, 'members stand one behind the other, without commas');
    advance(cursor);
    return null;
  }
  if (token.kind !== 'name') throw expected(cursor, 'a member of a step');
  const kind = MEMBER_KINDS.find((known) => known === token.text);
  if (kind === undefined) {
    const message = `a step has no ${quote(token.text)}${findings.suggest(token.text, WORDS)}`;
    findings.add('U2003', token, message, { id });
    reader.mistakes += 1;
    advance(cursor);
    recover(cursor, 'step', isMemberWord);
    return null;
  }
  advance(cursor);
  if (SCALARS.has(kind)) takeColon(cursor);
  else refuseColon(reader, kind);
  return readKind(reader, kind, { start: token.start, end: token.end }, depth);
}

function isMemberWord({ kind, text }: Token): boolean {
  return kind === 'name' && WORDS.has(text);
}

function readKind(reader: Reader, kind: MemberKind, { start, end }: Span, depth: number): Member {
  const { cursor } = reader;
  const span = { start, end };
  switch (kind) {
    case 'worker':
      return { kind, name: readText(cursor, 'the name of a task in quotes'), ...span };
    case 'using':
      return { kind, name: readText(cursor, 'the name of a pool in quotes'), ...span };
    case 'workflow':
      return { kind, name: readName(cursor, 'the name of a workflow'), ...span };
    case 'await':
      return { kind, name: readName(cursor, 'the name of a signal'), ...span };
    case 'sleep':
    case 'timeout':
    case 'queue_timeout':
      return { kind, duration: readDuration(reader), ...span };
    case 'max_parallel':
      return { kind, count: readWhole(cursor, 'a whole number'), ...span };
    case 'with':
      return { kind, entries: readEntries(reader), ...span };
    case 'after':
      return { kind, steps: readNames(cursor), ...span };
    case 'when':
    case 'idempotency_key':
      return { kind, expression: readExpression(cursor), ...span };
    case 'for':
      return readFor(cursor, span);
    case 'retry':
      return { kind, policy: readRetry(reader, 'step'), ...span };
    case 'compensate': {
      if (depth === DEEPEST_COMPENSATION) throw expected(cursor, 'no further compensation');
      const { mistakes } = reader;
      const members = readMembers(reader, () => "the block 'compensate'", depth + 1);
      return { kind, members, isBroken: reader.mistakes > mistakes, ...span };
    }
  }
}

function readNames(cursor: Cursor): readonly Name[] {
  const names = [readName(cursor, 'the name of a step')];
  while (takeSign(cursor, ',') !== null) names.push(readName(cursor, 'the name of a step'));
  return names;
}

function readFor(cursor: Cursor, span: Span): Member {
  const variable = readName(cursor, 'the name of a loop variable');
  expectWord(cursor, 'in');
  return { kind: 'for', variable, over: readExpression(cursor), ...span };
}

/** `{ name: expression, … }` */
function readEntries(reader: Reader): readonly Entry[] {
  const { cursor } = reader;
  const entries: Entry[] = [];
  readItems(
    reader,
    () => "the block 'with'",
    'step',
    () => {
      const { token } = cursor;
      if (token.kind !== 'name' && token.kind !== 'string') throw expected(cursor, 'an input');
      advance(cursor);
      const text = token.kind === 'name' ? token.text : textOfString(token.text);
      const name = { text, start: token.start, end: token.end };
      attempt(
        reader,
        () => {
          expectSign(cursor, ':');
          entries.push({ name, value: readExpression(cursor) });
        },
        () => {
          entries.push({ name, value: null });
          recover(cursor, 'step', ({ text: sign }) => sign === ',');
        },
      );
    },
  );
  return entries;
}
