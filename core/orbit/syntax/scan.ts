/** From text to tokens, one at a time, so that a large document is never held as a list of them. */

import { quote } from '../../model/show.ts';
import { MAXIMUM_NAME_LENGTH } from '../limits.ts';
import {
  isBlank,
  isDigit,
  isLineEnd,
  isNamePart,
  isNameStart,
  LARGE_E,
  MINUS,
  PLUS,
  POINT,
  QUOTE,
  SLASH,
  SMALL_E,
  STAR,
} from './characters.ts';
import { scanString } from './scan-string.ts';
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
