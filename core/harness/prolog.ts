/**
 * What stands before the root element, looked at before any parser runs: it tells a document
 * from other content, refuses a DOCTYPE before anything could be declared in it, and finds a
 * declaration of another encoding.
 */

import { quote } from '../model/show.ts';
import type { Fault } from './decode.ts';

const STRUCTURE = 'HX-1001';
const DECLARATION = /^<\?xml[ \t\r\n][^>]*?encoding[ \t\r\n]*=[ \t\r\n]*(["'])([^"'>]*)\1/;
const BLANKS = /[ \t\r\n]*/y;

/** The first reason in front of the root element why this is no document that can be read. */
export function faultOfProlog(text: string): Fault | null {
  const declared = DECLARATION.exec(text);
  if (declared !== null && declared[2]?.toLowerCase() !== 'utf-8') {
    const start = declared[0].lastIndexOf('encoding');
    return {
      code: 'HX-1005',
      message: `the XML declaration says encoding '${shorten(declared[2] ?? '')}', and a document must be UTF-8: save it so and declare UTF-8, or nothing`,
      start,
      end: declared[0].length,
    };
  }
  const at = rootOffset(text);
  if (at >= text.length) return fault(text.length === 0 ? EMPTY : NO_ROOT, 0, text.length);
  if (text.startsWith('<!DOCTYPE', at)) {
    const end = text.indexOf('>', at);
    return fault(
      'a DOCTYPE is not accepted, since it could define entities or name files: delete it',
      at,
      end < 0 ? text.length : end + 1,
    );
  }
  if (text.startsWith('<', at)) return null;
  return fault(otherContent(text, at), at, at + 1);
}

/** Offset of the first character that is no blank, comment or processing instruction. */
export function rootOffset(text: string): number {
  let at = 0;
  for (;;) {
    BLANKS.lastIndex = at;
    at += BLANKS.exec(text)?.[0].length ?? 0;
    const close = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : null;
    if (close === null) return at;
    const end = text.indexOf(close, at);
    if (end < 0) return at;
    at = end + close.length;
  }
}

const EMPTY =
  'the file is empty; a HarnessXML document begins with <harness xmlns="https://harnessxml.com/spec/1.0" …>';
const NO_ROOT =
  'the file has no element; a HarnessXML document has a root <harness xmlns="https://harnessxml.com/spec/1.0" …>';

function otherContent(text: string, at: number): string {
  const first = text.charAt(at);
  if (first === '{' || first === '[') return 'this is JSON, not XML: a document begins with `<`';
  return `this is not XML: a document begins with \`<\`, not with ${quote(String.fromCodePoint(text.codePointAt(at) ?? 0))}`;
}

function fault(message: string, start: number, end: number): Fault {
  return { code: STRUCTURE, message, start, end };
}

/** Control characters, ends of lines and marks of direction, which no line of a message holds. */
const HIDDEN = /[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** A value as it is shown in a message: not longer than a line can hold. */
export function shorten(value: string, length = 60): string {
  const flat = value.slice(0, length + 1).replace(HIDDEN, '�');
  return flat.length <= length
    ? flat
    : `${flat.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
