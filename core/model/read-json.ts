/**
 * Reads JSON text as RFC 8259 defines it. Written by hand because JSON.parse words its errors
 * differently in every engine, says nothing of keys that occur twice, and knows no limits.
 * Objects have no prototype, so that `toString` or `__proto__` are keys like any others.
 */

import type { Json } from './json.ts';
import { quote } from './show.ts';

export interface JsonLimits {
  /** UTF-16 code units. */
  readonly length: number;
  readonly depth: number;
}

export const JSON_LIMITS: JsonLimits = { length: 2 ** 24, depth: 100 };

/** Line and column from 1; columns in Unicode code points. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export type JsonReading =
  | { readonly ok: true; readonly value: Json }
  | ({ readonly ok: false; readonly message: string } & TextPosition);

/** Reads one JSON value, or says where and why the text is none. A byte order mark is skipped. */
export function readJson(text: string, limits: JsonLimits = JSON_LIMITS): JsonReading {
  if (text.length > limits.length) {
    const message = `the text is longer than ${limits.length} characters`;
    return { ok: false, message, line: 1, column: 1 };
  }
  try {
    return { ok: true, value: readDocument(text, limits, null) };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    const [position = { line: 1, column: 1 }] = positionsIn(text, [error.offset]);
    return { ok: false, message: error.message, ...position };
  }
}

/**
 * Where JSON pointers lead in a text that readJson accepted: the key of an object's member,
 * the beginning of anything else. The nearest parent that is there, where one leads nowhere.
 */
export function positionsOfPointers(
  text: string,
  pointers: readonly string[],
): readonly TextPosition[] {
  const offsets = new Map<string, number>();
  readDocument(text, { length: text.length, depth: JSON_LIMITS.depth }, offsets);
  const found = pointers.map((pointer) => {
    let nearest = pointer;
    while (!offsets.has(nearest) && nearest !== '') {
      nearest = nearest.slice(0, nearest.lastIndexOf('/'));
    }
    return offsets.get(nearest) ?? 0;
  });
  return positionsIn(text, found);
}

/** One step of a JSON pointer (RFC 6901), its slash included. */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/**
 * Lines and columns of offsets in UTF-16 code units, in one pass over the text. CR, LF and
 * CR LF end a line.
 */
function positionsIn(text: string, offsets: readonly number[]): readonly TextPosition[] {
  const positions: TextPosition[] = new Array(offsets.length);
  const order = offsets.map((_, index) => index);
  order.sort((one, other) => (offsets[one] as number) - (offsets[other] as number));
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  let column = 1;
  for (const index of order) {
    for (const offset = offsets[index] as number; at < offset; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) {
        line += 1;
        column = 1;
      } else if (!isSecondHalf(text, at)) {
        column += 1;
      }
    }
    positions[index] = { line, column };
  }
  return positions;
}

function isSecondHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xdc00 || unit > 0xdfff) return false;
  const previous = text.charCodeAt(at - 1);
  return previous >= 0xd800 && previous <= 0xdbff;
}

class Malformed {
  readonly message: string;
  readonly offset: number;

  constructor(message: string, offset: number) {
    this.message = message;
    this.offset = offset;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function readDocument(text: string, limits: JsonLimits, offsets: Map<string, number> | null): Json {
  let at = text.startsWith('\ufeff') ? 1 : 0;

  skipBlanks();
  const value = readValue(0, '');
  skipBlanks();
  if (at < text.length)
    throw new Malformed(`nothing may follow the value, but ${found()} does`, at);
  return value;

  function readValue(depth: number, pointer: string): Json {
    if (offsets !== null && !offsets.has(pointer)) offsets.set(pointer, at);
    switch (text[at]) {
      case '{':
        return readObject(inner(depth), pointer);
      case '[':
        return readArray(inner(depth), pointer);
      case '"':
        return readString();
      default:
        return readScalar();
    }
  }

  function inner(depth: number): number {
    if (depth === limits.depth) {
      throw new Malformed(`values are nested deeper than ${limits.depth} levels`, at);
    }
    return depth + 1;
  }

  function readObject(depth: number, pointer: string): Json {
    const object = Object.create(null) as { [key: string]: Json };
    at += 1;
    skipBlanks();
    if (text[at] === '}') return end(object);
    for (;;) {
      if (text[at] !== '"')
        throw new Malformed(`expected a key in double quotes, ${notFound()}`, at);
      const start = at;
      const key = readString();
      if (key in object) throw new Malformed(`the key ${quote(key)} occurs twice`, start);
      const memberPointer = offsets === null ? '' : pointer + pointerStep(key);
      offsets?.set(memberPointer, start);
      skipBlanks();
      if (text[at] !== ':') throw new Malformed(`expected ':' after a key, ${notFound()}`, at);
      at += 1;
      skipBlanks();
      object[key] = readValue(depth, memberPointer);
      if (separatorOrEnd('}')) return end(object);
    }
  }

  function readArray(depth: number, pointer: string): Json {
    const array: Json[] = [];
    at += 1;
    skipBlanks();
    if (text[at] === ']') return end(array);
    for (;;) {
      const itemPointer = offsets === null ? '' : pointer + pointerStep(array.length);
      array.push(readValue(depth, itemPointer));
      if (separatorOrEnd(']')) return end(array);
    }
  }

  function separatorOrEnd(close: string): boolean {
    skipBlanks();
    if (text[at] === close) return true;
    if (text[at] !== ',') throw new Malformed(`expected ',' or '${close}', ${notFound()}`, at);
    const comma = at;
    at += 1;
    skipBlanks();
    if (text[at] === close)
      throw new Malformed(`a comma stands before '${close}'; remove it`, comma);
    return false;
  }

  function end<Value>(value: Value): Value {
    at += 1;
    return value;
  }

  function readString(): string {
    const start = at;
    at += 1;
    let result = '';
    for (;;) {
      const from = at;
      while (isPlain(text.charCodeAt(at))) at += 1;
      result += text.slice(from, at);
      const next = text[at];
      if (next === '"') return end(result);
      if (next === undefined)
        throw new Malformed('a text is not closed with a double quote', start);
      if (next !== '\\') {
        throw new Malformed(
          'a line break or control character in a text is written as \\n or \\u',
          at,
        );
      }
      result += readEscape();
    }
  }

  function readEscape(): string {
    const letter = text[at + 1] ?? '';
    const simple = ESCAPES.get(letter);
    if (simple !== undefined) {
      at += 2;
      return simple;
    }
    const digits = text.slice(at + 2, at + 6);
    if (letter !== 'u' || !/^[0-9A-Fa-f]{4}$/.test(digits)) {
      throw new Malformed(`the escape ${quote(`\\${letter}`)} is not known in JSON`, at);
    }
    at += 6;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  function readScalar(): Json {
    const start = at;
    const digits = match(NUMBER);
    if (digits !== '') {
      const next = text[at] ?? '';
      if (/[\w.]/.test(next)) throw new Malformed('a number is malformed', start);
      const number = Number(digits);
      if (!Number.isFinite(number))
        throw new Malformed(`the number ${quote(digits)} is too large`, start);
      return number;
    }
    const word = match(WORD);
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    if (word !== '') {
      throw new Malformed(`${quote(word)} is no JSON value; texts are in double quotes`, start);
    }
    if (text[at] === "'") throw new Malformed('texts are in double quotes, not single ones', at);
    if (text[at] === '/') throw new Malformed('JSON has no comments', at);
    throw new Malformed(`expected a value, ${notFound()}`, at);
  }

  function skipBlanks(): void {
    while (isBlank(text.charCodeAt(at))) at += 1;
  }

  function match(pattern: RegExp): string {
    pattern.lastIndex = at;
    const matched = pattern.exec(text)?.[0] ?? '';
    at += matched.length;
    return matched;
  }

  function notFound(): string {
    return at < text.length ? `not ${found()}` : 'but the text ends';
  }

  function found(): string {
    return quote(String.fromCodePoint(text.codePointAt(at) ?? 0));
  }
}

/** What may stand in a text as it is; NaN, behind the end, may not. */
function isPlain(unit: number): boolean {
  return unit >= 0x20 && unit !== 0x22 && unit !== 0x5c;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
