/** Reads an expression from a cursor, or from a text of its own. */

import { quote } from '../../model/show.ts';
import { MAXIMUM_EXPRESSION_LENGTH } from '../limits.ts';
import {
  advance,
  type Cursor,
  createCursor,
  enter,
  expected,
  expectSign,
  expectWord,
  found,
  isSign,
  isWord,
  leave,
  Misread,
  TooLarge,
  takeSign,
} from '../syntax/cursor.ts';
import type { Token } from '../syntax/token.ts';
import { faultOfFunctions } from './calls.ts';
import { literal, readDuration, readNumber, readText } from './read-literal.ts';
import {
  type AccessPart,
  type ChainPart,
  EXPRESSION_WORDS,
  LEVELS,
  type ObjectEntry,
  type OrbitExpression,
  type OrbitOperator,
} from './syntax.ts';

export type OrbitExpressionReading =
  | { readonly ok: true; readonly expression: OrbitExpression }
  | {
      readonly ok: false;
      /** The first mistake; its offset counts UTF-16 code units of the text. */
      readonly error: { readonly message: string; readonly offset: number };
    };

/** Reads a text that is one expression and nothing else. Never throws. */
export function parseOrbitExpression(text: string): OrbitExpressionReading {
  try {
    const cursor = createCursor(text, (message, span) => {
      throw new Misread(message, span);
    });
    const expression = readExpression(cursor);
    if (cursor.token.kind !== 'end') {
      throw new Misread(`expected the end, found ${found(cursor)}`, cursor.token);
    }
    const unknown = faultOfFunctions(expression);
    return unknown === null ? { ok: true, expression } : failed(unknown.message, unknown.start);
  } catch (error) {
    if (error instanceof Misread) return failed(error.message, error.start);
    if (error instanceof TooLarge) return failed(error.message, error.at);
    throw error;
  }
}

function failed(message: string, offset: number): OrbitExpressionReading {
  return { ok: false, error: { message, offset } };
}

/**
 * Reads an expression as far as it goes; the finger then stands behind it.
 *
 * @throws Misread at the first mistake.
 */
export function readExpression(cursor: Cursor): OrbitExpression {
  const { nesting, weight } = cursor;
  const { start } = cursor.token;
  const expression = readAny(cursor);
  cursor.nesting = nesting;
  if (cursor.weight - weight > MAXIMUM_EXPRESSION_LENGTH) {
    const message = `this expression has more than ${MAXIMUM_EXPRESSION_LENGTH} characters, blanks not counted`;
    throw new Misread(message, { start, end: start + 1 }, true);
  }
  return expression;
}

function readAny(cursor: Cursor): OrbitExpression {
  return readLevel(cursor, 0);
}

/** Levels without an operator of their own make no chain; they are stepped through, not built. */
function readLevel(cursor: Cursor, level: number): OrbitExpression {
  const operators = LEVELS[level];
  if (operators === undefined) return readUnary(cursor);
  const first = readLevel(cursor, level + 1);
  let operator = operatorHere(cursor, operators);
  if (operator === null) return first;
  const rest: ChainPart[] = [];
  while (operator !== null) {
    const operatorSpan = advance(cursor);
    rest.push({ operator, operatorSpan, operand: readLevel(cursor, level + 1) });
    operator = operatorHere(cursor, operators);
  }
  return { kind: 'chain', first, rest, start: first.start, end: cursor.behind };
}

function operatorHere(
  { token }: Cursor,
  operators: ReadonlyMap<string, OrbitOperator>,
): OrbitOperator | null {
  if (token.kind !== 'sign' && token.kind !== 'name') return null;
  return operators.get(token.text) ?? null;
}

function readUnary(cursor: Cursor): OrbitExpression {
  const { start } = cursor.token;
  if (isSign(cursor, '-')) {
    enter(cursor);
    advance(cursor);
    const operand = cursor.token.kind === 'integer' ? readPostfix(cursor, true) : readUnary(cursor);
    leave(cursor);
    return { kind: 'unary', operator: '-', operand, start, end: cursor.behind };
  }
  if (isSign(cursor, '!') || isWord(cursor, 'not')) {
    enter(cursor);
    advance(cursor);
    const operand = readUnary(cursor);
    leave(cursor);
    return { kind: 'unary', operator: 'not', operand, start, end: cursor.behind };
  }
  return readPostfix(cursor, false);
}

/** @param negated Whether a minus stands before it. */
function readPostfix(cursor: Cursor, negated: boolean): OrbitExpression {
  const of = readPrimary(cursor, negated);
  if (!isSign(cursor, '.') && !isSign(cursor, '[')) return of;
  const parts: AccessPart[] = [];
  for (;;) {
    if (takeSign(cursor, '.') !== null) {
      parts.push(readMember(cursor));
    } else if (isSign(cursor, '[')) {
      parts.push(readIndex(cursor));
    } else {
      return { kind: 'access', of, parts, start: of.start, end: cursor.behind };
    }
  }
}

function readMember(cursor: Cursor): AccessPart {
  if (cursor.token.kind !== 'name') throw expected(cursor, 'the name of a field');
  const { text, start, end } = advance(cursor);
  return { kind: 'member', name: text, start, end };
}

function readIndex(cursor: Cursor): AccessPart {
  enter(cursor);
  const { start } = advance(cursor);
  const index = readAny(cursor);
  const { end } = expectSign(cursor, ']');
  leave(cursor);
  return { kind: 'index', index, start, end };
}

function readPrimary(cursor: Cursor, negated: boolean): OrbitExpression {
  const { token } = cursor;
  switch (token.kind) {
    case 'name':
      return readNamed(cursor, token);
    case 'string':
      advance(cursor);
      return literal(token, 'String', readText(token));
    case 'integer':
      return readNumber(cursor, token, 'Int', negated);
    case 'float':
      return readNumber(cursor, token, 'Float', negated);
    case 'duration':
      return readDuration(cursor, token);
    case 'sign':
      return readBracket(cursor, token);
    default:
      throw expected(cursor, 'an expression');
  }
}

function readNamed(cursor: Cursor, token: Token): OrbitExpression {
  switch (token.text) {
    case 'true':
    case 'false':
      advance(cursor);
      return literal(token, 'Bool', token.text === 'true');
    case 'null':
      advance(cursor);
      return literal(token, 'Null', null);
    case 'if':
      return readConditional(cursor);
  }
  if (EXPRESSION_WORDS.has(token.text)) throw expected(cursor, 'an expression');
  advance(cursor);
  if (isSign(cursor, '(')) return readCall(cursor, token);
  return { kind: 'name', name: token.text, start: token.start, end: token.end };
}

function readCall(cursor: Cursor, name: Token): OrbitExpression {
  const nameSpan = { start: name.start, end: name.end };
  const items = readItems(cursor, ')');
  return {
    ...{ kind: 'call', name: name.text, nameSpan, arguments: items },
    ...{ start: name.start, end: cursor.behind },
  };
}

function readBracket(cursor: Cursor, { text, start }: Token): OrbitExpression {
  switch (text) {
    case '(': {
      enter(cursor);
      advance(cursor);
      const inner = readAny(cursor);
      const { end } = expectSign(cursor, ')');
      leave(cursor);
      return { ...inner, start, end };
    }
    case '[': {
      const items = readItems(cursor, ']');
      return { kind: 'list', items, start, end: cursor.behind };
    }
    case '{':
      return readObject(cursor);
    default:
      throw expected(cursor, 'an expression');
  }
}

/** What stands between two brackets, with commas between and perhaps one behind the last. */
function readItems(cursor: Cursor, close: ')' | ']'): readonly OrbitExpression[] {
  enter(cursor);
  advance(cursor);
  const items: OrbitExpression[] = [];
  while (!isSign(cursor, close)) {
    items.push(readAny(cursor));
    if (takeSign(cursor, ',') === null && !isSign(cursor, close)) {
      throw expected(cursor, `',' or ${quote(close)}`);
    }
  }
  advance(cursor);
  leave(cursor);
  return items;
}

function readObject(cursor: Cursor): OrbitExpression {
  enter(cursor);
  const { start } = advance(cursor);
  const entries: ObjectEntry[] = [];
  while (!isSign(cursor, '}')) {
    entries.push(readEntry(cursor));
    if (takeSign(cursor, ',') === null && !isSign(cursor, '}')) {
      throw expected(cursor, "',' or '}'");
    }
  }
  advance(cursor);
  leave(cursor);
  return { kind: 'object', entries, start, end: cursor.behind };
}

function readEntry(cursor: Cursor): ObjectEntry {
  const { token } = cursor;
  if (token.kind !== 'name' && token.kind !== 'string') throw expected(cursor, 'a key');
  const key = token.kind === 'name' ? token.text : readText(token);
  advance(cursor);
  expectSign(cursor, ':');
  const keySpan = { start: token.start, end: token.end };
  return { key, keySpan, value: readAny(cursor) };
}

/** `if a then b else if c then d else e` is one conditional with two branches. */
function readConditional(cursor: Cursor): OrbitExpression {
  enter(cursor);
  const { start } = cursor.token;
  const branches: { condition: OrbitExpression; value: OrbitExpression }[] = [];
  while (isWord(cursor, 'if')) {
    advance(cursor);
    const condition = readAny(cursor);
    expectWord(cursor, 'then');
    const value = readAny(cursor);
    expectWord(cursor, 'else');
    branches.push({ condition, value });
  }
  const otherwise = readAny(cursor);
  leave(cursor);
  return { kind: 'if', branches, otherwise, start, end: cursor.behind };
}
