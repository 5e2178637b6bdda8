/** Numbers, texts and durations of an expression. */

import { advance, type Cursor, Misread } from '../syntax/cursor.ts';
import { millisecondsOf } from '../syntax/duration.ts';
import { readFloat, readInteger } from '../syntax/number.ts';
import { textOfString } from '../syntax/scan-string.ts';
import type { Token } from '../syntax/token.ts';
import type { LiteralType, OrbitExpression } from './syntax.ts';

export function literal(
  { start, end }: Token,
  type: LiteralType,
  value: null | boolean | number | string,
  exact = true,
): OrbitExpression {
  return { kind: 'literal', type, value, exact, start, end };
}

export function readText(token: Token): string {
  const text = textOfString(token.text);
  if (!/[\ud800-\udfff]/u.test(text)) return text;
  throw new Misread('half of a surrogate pair stands alone in this text', token);
}

export function readNumber(
  cursor: Cursor,
  token: Token,
  type: 'Int' | 'Float',
  negated: boolean,
): OrbitExpression {
  // What is wrong with the token is reported already, and something harmless stands for it.
  if (token.fault !== null) {
    advance(cursor);
    return literal(token, type, 0);
  }
  const reading = type === 'Int' ? readInteger(token.text, negated) : readFloat(token.text);
  if (!reading.ok) throw new Misread(reading.message, token);
  advance(cursor);
  return literal(token, type, reading.value, reading.exact);
}

export function readDuration(cursor: Cursor, token: Token): OrbitExpression {
  const duration = millisecondsOf(token.text);
  if (!duration.ok) throw new Misread(duration.message, token);
  advance(cursor);
  return literal(token, 'Duration', duration.milliseconds);
}
