/** Numbers and texts as they are written in expressions. */

import { quote } from '../model/show.ts';
import { Misread } from './failure.ts';
import { peek, type Text } from './text.ts';

const NUMBER = /(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const NUMBER_LIKE = /[\w.]+/y;
const CODE = /^[0-9A-Fa-f]{4}$/;
/** With the flag, a pair is one character: only a half alone matches. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Reads a number as JSON writes it, without a sign: `42`, `3.14`, `1e6`. */
export function readNumber(text: Text): number {
  const start = text.at;
  const digits = peek(text, NUMBER);
  text.at += digits.length;
  if (peek(text, NUMBER_LIKE) !== '') {
    text.at = start;
    const written = peek(text, NUMBER_LIKE);
    const hint = /^0\d+$/.test(written) ? '; drop the leading zeros' : ', as in 42, 3.14 or 1e6';
    throw new Misread(`${quote(written)} is no number${hint}`, start);
  }
  const number = Number(digits);
  if (!Number.isFinite(number)) {
    throw new Misread(`the number ${quote(digits)} is too large`, start);
  }
  return number;
}

/** Reads a text in single or double quotes, with the escapes of JSON and `\'`. */
export function readString(text: Text): string {
  const start = text.at;
  const mark = text.source[start] as string;
  let result = '';
  let from = start + 1;
  for (text.at = from; text.at < text.end; text.at += 1) {
    const letter = text.source[text.at];
    if (letter === mark) {
      result += text.source.slice(from, text.at);
      text.at += 1;
      if (LONE_SURROGATE.test(result)) {
        throw new Misread('a text holds one half of a surrogate pair alone', start);
      }
      return result;
    }
    if (letter === '\\') {
      result += text.source.slice(from, text.at) + readEscape(text);
      from = text.at + 1;
    }
  }
  throw new Misread(`a text is not closed with ${mark}`, start);
}

/** Reads an escape, and leaves the finger on its last letter. */
function readEscape(text: Text): string {
  const start = text.at;
  text.at += 1;
  const letter = text.at < text.end ? (text.source[text.at] ?? '') : '';
  const simple = ESCAPES.get(letter);
  if (simple !== undefined) return simple;
  const code = text.source.slice(text.at + 1, Math.min(text.at + 5, text.end));
  if (letter === 'u' && CODE.test(code)) {
    text.at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }
  const known = '\\\\ \\\' \\" \\/ \\b \\f \\n \\r \\t \\uXXXX';
  throw new Misread(`the escape '\\${letter}' is not known; known are ${known}`, start);
}

/** Where the text literal that begins at `start` ends: behind its quote. Null if nowhere. */
export function skipString(source: string, start: number): number | null {
  const mark = source[start];
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === mark) return at + 1;
  }
  return null;
}
