/** Texts in quotes: where one ends, what is wrong with it, and what it stands for. */

import { quote } from '../../model/show.ts';
import { BACKSLASH, isLineEnd, QUOTE, SPACE, TAB } from './characters.ts';
import type { Token } from './token.ts';

export function scanString(source: string, at: number): Token {
  let end = at + 1;
  let fault: string | null = null;
  for (; end < source.length; end += 1) {
    const code = source.charCodeAt(end);
    if (code === QUOTE) return text(source, at, end + 1, fault);
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
  return text(source, at, last, 'this text is not closed; write " at its end');
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

function text(source: string, start: number, end: number, fault: string | null): Token {
  return { kind: 'string', start, end, text: source.slice(start, end), fault };
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
