/** `retry { attempts: 10, backoff: exponential, … }` */

import { quote } from '../../model/show.ts';
import { didYouMean } from '../../model/suggest.ts';
import type { Backoff } from '../../model/workflow.ts';
import { advance, type Cursor, expected, isSign, isWord, Misread, takeSign } from './cursor.ts';
import type { Quantity, RetrySyntax } from './document.ts';
import { millisecondsOf } from './duration.ts';
import { readFloat, readInteger } from './number.ts';
import { type Outer, type Reader, readItems, readName, takeColon } from './reader.ts';

export const BACKOFFS: readonly Backoff[] = ['none', 'fixed', 'linear', 'exponential'];

const NAMES = ['attempts', 'backoff', 'initial_delay', 'max_delay', 'multiplier', 'jitter'];

type Draft = { -readonly [name in keyof RetrySyntax]: RetrySyntax[name] };

export function readRetry(reader: Reader, outer: Outer): RetrySyntax {
  const { cursor, findings } = reader;
  const retry: Draft = {
    attempts: null,
    backoff: null,
    initialDelay: null,
    maxDelay: null,
    multiplier: null,
    jitter: null,
    isBroken: false,
  };
  const { mistakes } = reader;
  const seen = new Map<string, { readonly start: number; readonly end: number }>();
  readItems(
    reader,
    () => "the block 'retry'",
    outer,
    () => {
      const name = readName(cursor, `one of ${NAMES.join(', ')}`);
      const first = seen.get(name.text);
      if (first !== undefined) {
        const related = [{ ...first, message: 'the first stands here' }];
        const { id } = reader;
        findings.add('U2004', name, `${quote(name.text)} is said twice`, { id, related });
      }
      seen.set(name.text, first ?? { start: name.start, end: name.end });
      takeColon(cursor);
      const draft = first === undefined ? retry : { ...retry };
      if (readInto(draft, name.text, reader)) return;
      const message = `'retry' has no ${quote(name.text)}${findings.suggest(name.text, NAMES)}`;
      findings.add('U2003', name, message, { id: reader.id });
      skipValue(cursor);
    },
  );
  retry.isBroken = reader.mistakes > mistakes;
  return retry;
}

/** False for a name that is not known. */
function readInto(retry: Draft, name: string, reader: Reader): boolean {
  const { cursor } = reader;
  switch (name) {
    case 'attempts':
      retry.attempts = readWhole(cursor, 'a number of attempts');
      return true;
    case 'backoff':
      retry.backoff = readBackoff(reader);
      return true;
    case 'initial_delay':
      retry.initialDelay = readDuration(reader);
      return true;
    case 'max_delay':
      retry.maxDelay = readDuration(reader);
      return true;
    case 'multiplier':
      retry.multiplier = readNumber(cursor);
      return true;
    case 'jitter':
      retry.jitter = readTruth(cursor);
      return true;
    default:
      return false;
  }
}

/** What stands behind a name that is not known: up to the comma. */
function skipValue(cursor: Cursor): void {
  while (cursor.token.kind !== 'end' && !isSign(cursor, ',') && !isSign(cursor, '}')) {
    advance(cursor);
  }
}

/** A whole number, with a minus where one is written: what is out of range is found later. */
export function readWhole(cursor: Cursor, what: string): Quantity {
  const { start } = cursor.token;
  const negated = takeSign(cursor, '-') !== null;
  if (cursor.token.kind !== 'integer') throw expected(cursor, what);
  const token = advance(cursor);
  const reading = readInteger(token.text.replace(/\D.*$/, ''), negated);
  const value = reading.ok ? reading.value : Number.POSITIVE_INFINITY;
  return { value: negated ? -value : value, start, end: token.end };
}

function readNumber(cursor: Cursor): Quantity {
  const { start } = cursor.token;
  const negated = takeSign(cursor, '-') !== null;
  const { token } = cursor;
  if (token.kind !== 'integer' && token.kind !== 'float') throw expected(cursor, 'a number');
  advance(cursor);
  const reading = readFloat(token.fault === null ? token.text : '1');
  const value = reading.ok ? reading.value : Number.POSITIVE_INFINITY;
  return { value: negated ? -value : value, start, end: token.end };
}

function readTruth(cursor: Cursor): RetrySyntax['jitter'] {
  if (!isWord(cursor, 'true') && !isWord(cursor, 'false')) {
    throw expected(cursor, 'true or false');
  }
  const { text, start, end } = advance(cursor);
  return { value: text === 'true', start, end };
}

function readBackoff({ cursor, findings, id }: Reader): RetrySyntax['backoff'] {
  const name = readName(cursor, `one of ${BACKOFFS.join(', ')}`);
  const value = BACKOFFS.find((known) => known === name.text);
  if (value !== undefined) return { value, start: name.start, end: name.end };
  const message = `backoff is one of ${BACKOFFS.join(', ')}, not ${quote(name.text)}${didYouMean(name.text, BACKOFFS)}`;
  findings.add('U2042', name, message, { id });
  return null;
}

/** A duration in ms. One that is too long is reported, and the longest stands for it. */
export function readDuration({ cursor, findings, id }: Reader): Quantity {
  const { token } = cursor;
  if (token.kind === 'integer' && token.fault === null) {
    throw new Misread(`${quote(token.text)} has no unit; write ms, s, m, h or d behind it`, token);
  }
  if (token.kind !== 'duration' && token.fault === null) {
    throw expected(cursor, 'a duration such as 30s');
  }
  advance(cursor);
  const { start, end } = token;
  // What is wrong with the token is reported already, and something harmless stands for it.
  if (token.kind !== 'duration') return { value: 1, start, end };
  const duration = millisecondsOf(token.text);
  if (duration.ok) return { value: duration.milliseconds, start, end };
  findings.add('U2041', token, duration.message, { id });
  return { value: 1, start, end };
}
