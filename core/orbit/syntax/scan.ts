/** From text to tokens, one at a time, so that a large document is never held as a list of them. */

import { quote } from '../../model/show.ts';
import { MAXIMUM_NAME_LENGTH } from '../limits.ts';
import type { Span, Token, TokenKind } from './token.ts';

/** Two characters that are one sign. */
const PAIRS: ReadonlySet<string> = new Set(['==', '!=', '<=', '>=', '&&', '||']);
const SINGLE_SIGNS = '{}()[]<>,:.?+-*/%!';

const UNITS: ReadonlySet<string> = new Set(['ms', 's', 'm', 'h', 'd']);

/** The token at `from` or behind the blanks and comments there. Never throws. */
export function scanToken(source: string, from: number): Token {
  const at = skipTrivia(source, from);
  if (at >= source.length) return token('end', source, source.length, source.length);
  const code = source.charCodeAt(at);
  if (isNameStart(code)) return scanName(source, at);
  if (isDigit(code)) return scanNumber(source, at);
  if (code === QUOTE) return scanString(source, at);
  if (code === SLASH && source.charCodeAt(at + 1) === STAR) {
    return token(
      'fault',
      source,
      at,
      source.length,
      'this comment is not closed; write */ at its end',
    );
  }
  const pair = source.slice(at, at + 2);
  if (PAIRS.has(pair)) return { kind: 'sign', start: at, end: at + 2, text: pair, fault: null };
  const sign = source.charAt(at);
  if (SINGLE_SIGNS.includes(sign)) {
    return { kind: 'sign', start: at, end: at + 1, text: sign, fault: null };
  }
  return scanUnknown(source, at);
}

/** Comments between two offsets, in their order. */
export function commentsBetween(source: string, from: number, to: number): readonly Span[] {
  const comments: Span[] = [];
  for (let at = from; at < to; ) {
    const begin = skipBlanks(source, at);
    const end = begin < to ? commentEnd(source, begin) : begin;
    if (end === begin) break;
    comments.push({ start: begin, end });
    at = end;
  }
  return comments;
}

function skipTrivia(source: string, from: number): number {
  for (let at = from; ; ) {
    const begin = skipBlanks(source, at);
    const end = commentEnd(source, begin);
    if (end === begin) return begin;
    at = end;
  }
}

function skipBlanks(source: string, from: number): number {
  let at = from;
  while (at < source.length && isBlank(source.charCodeAt(at))) at += 1;
  return at;
}

/** Behind the comment that begins here; the same offset where none does, or it is not closed. */
function commentEnd(source: string, at: number): number {
  if (source.charCodeAt(at) !== SLASH) return at;
  const second = source.charCodeAt(at + 1);
  if (second === SLASH) {
    let end = at + 2;
    while (end < source.length && !isLineEnd(source.charCodeAt(end))) end += 1;
    return end;
  }
  if (second !== STAR) return at;
  const close = source.indexOf('*/', at + 2);
  return close < 0 ? at : close + 2;
}

function scanName(source: string, at: number): Token {
  let end = at + 1;
  while (isNamePart(source.charCodeAt(end))) end += 1;
  if (end - at <= MAXIMUM_NAME_LENGTH) return token('name', source, at, end);
  const fault = `a name has at most ${MAXIMUM_NAME_LENGTH} characters, and this one has ${end - at}`;
  return token('name', source, at, end, fault);
}

function scanNumber(source: string, at: number): Token {
  let end = skipDigits(source, at);
  let kind: TokenKind = 'integer';
  if (source.charCodeAt(end) === POINT && isDigit(source.charCodeAt(end + 1))) {
    kind = 'float';
    end = skipDigits(source, end + 1);
  }
  const exponent = exponentEnd(source, end);
  if (exponent > end) {
    kind = 'float';
    end = exponent;
  }
  if (!isNamePart(source.charCodeAt(end))) return token(kind, source, at, end);
  const digits = end;
  while (isNamePart(source.charCodeAt(end))) end += 1;
  const unit = source.slice(digits, end);
  if (kind === 'integer' && UNITS.has(unit)) return token('duration', source, at, end);
  return token(kind, source, at, end, faultOfSuffix(source.slice(at, digits), unit, kind));
}

function faultOfSuffix(digits: string, unit: string, kind: TokenKind): string {
  const written = quote(digits + unit);
  if (kind === 'float' && UNITS.has(unit)) {
    return `${written} has a fraction; a duration is a whole number and a unit, as in 90s`;
  }
  if (/^(?:(?:ms|s|m|h|d)\d*)+$/.test(unit)) {
    return `${written} has several units; a duration has one, as in 90m`;
  }
  return `${written} is no number and no duration; the units are ms, s, m, h and d`;
}

function skipDigits(source: string, from: number): number {
  let at = from;
  while (isDigit(source.charCodeAt(at))) at += 1;
  return at;
}

/** Behind `e5`, `E+5` or `e-5`; the same offset where there is none. */
function exponentEnd(source: string, at: number): number {
  const code = source.charCodeAt(at);
  if (code !== SMALL_E && code !== LARGE_E) return at;
  const sign = source.charCodeAt(at + 1);
  const digits = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
  return skipDigits(source, digits) > digits ? skipDigits(source, digits) : at;
}

function scanString(source: string, at: number): Token {
  let end = at + 1;
  let fault: string | null = null;
  for (; end < source.length; end += 1) {
    const code = source.charCodeAt(end);
    if (code === QUOTE) return token('string', source, at, end + 1, fault);
    if (isLineEnd(code)) break;
    if (code < SPACE && code !== TAB) fault ??= CONTROL_FAULT;
    if (code === BACKSLASH) {
      const length = escapeLength(source, end);
      if (length === 0) fault ??= faultOfEscape(source, end);
      end += Math.max(1, length - 1);
      // What an escape lacks may be the end of the line itself.
      if (isLineEnd(source.charCodeAt(end))) break;
    }
  }
  const last = Math.min(end, source.length);
  return token('string', source, at, last, 'this text is not closed; write " at its end');
}

const CONTROL_FAULT = 'a control character stands in this text; write it as \\u and four digits';

/** Characters of an escape, its backslash included; 0 where it is none. */
function escapeLength(source: string, at: number): number {
  if ('"\\/nrt'.includes(source.charAt(at + 1)) && at + 1 < source.length) return 2;
  return /^\\u[0-9A-Fa-f]{4}/.test(source.slice(at, at + 6)) ? 6 : 0;
}

function faultOfEscape(source: string, at: number): string {
  const written = quote(String.fromCodePoint(92, source.codePointAt(at + 1) ?? 0x20));
  return `${written} is no escape; there are \\" \\\\ \\/ \\n \\r \\t and \\u with four digits`;
}

/** A run of characters that begin no token, as one fault. */
function scanUnknown(source: string, at: number): Token {
  let end = at;
  while (end < source.length && isUnknown(source, end)) end += 1;
  end = Math.max(end, at + 1);
  const first = String.fromCodePoint(source.codePointAt(at) ?? 0);
  return token('fault', source, at, end, faultOfCharacter(first));
}

function isUnknown(source: string, at: number): boolean {
  const code = source.charCodeAt(at);
  if (isBlank(code) || isNamePart(code) || code === QUOTE) return false;
  return !SINGLE_SIGNS.includes(source.charAt(at)) && !PAIRS.has(source.slice(at, at + 2));
}

function faultOfCharacter(character: string): string {
  switch (character) {
    case "'":
      return 'texts stand in double quotes: "…"';
    case '#':
      return 'a comment begins with //';
    case ';':
      return 'there is no ; here: members stand one behind the other';
    case '=':
      return 'there is no = here: a member takes a colon, and a comparison is ==';
    case '&':
    case '|':
      return `${quote(character)} is written twice, or as ${character === '&' ? 'and' : 'or'}`;
    default:
      return `${quote(character)} has no meaning here`;
  }
}

function token(
  kind: TokenKind,
  source: string,
  start: number,
  end: number,
  fault: string | null = null,
): Token {
  return { kind, start, end, text: source.slice(start, end), fault };
}

/** What a text stands for; of a faulty one, as far as that can be told. */
export function textOfString(written: string): string {
  const closed = written.length > 1 && written.endsWith('"');
  const inner = written.slice(1, closed ? -1 : undefined);
  if (!inner.includes('\\')) return inner;
  return inner.replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/gs, (_, digits, sign) =>
    digits === undefined ? (ESCAPES.get(sign) ?? sign) : String.fromCharCode(parseInt(digits, 16)),
  );
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const STAR = 0x2a;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const SLASH = 0x2f;
const LARGE_E = 0x45;
const BACKSLASH = 0x5c;
const SMALL_E = 0x65;

function isBlank(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN;
}

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isNameStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
}

function isNamePart(code: number): boolean {
  return isNameStart(code) || isDigit(code);
}
