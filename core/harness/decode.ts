/**
 * From bytes to text. HarnessXML is UTF-8 and nothing else (HX-1005), and a decoder that puts
 * replacement characters where it should fail would change names and values silently.
 */

import { MAXIMUM_CHARACTERS } from './limits.ts';

/** A single reason why a document can't be analysed, at offsets into its text. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export type Decoded =
  | { readonly ok: true; readonly text: string }
  /** `text` is what could be read, so that the fault's offsets have a line and a column. */
  | { readonly ok: false; readonly text: string; readonly fault: Fault };

const ENCODING = 'HX-1005';
const STRUCTURE = 'HX-1001';

/** The text of a document without its byte order mark, or the first reason why it has none. */
export function decode(source: string | Uint8Array): Decoded {
  if (typeof source === 'string') return fromText(source);
  if (source.length > 4 * MAXIMUM_CHARACTERS) return tooLarge();
  const wide = wideEncoding(source);
  if (wide !== null) {
    return failed(
      '',
      ENCODING,
      `the file is encoded in ${wide}, and a document must be UTF-8: save it as UTF-8`,
    );
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(source);
  } catch {
    return notUtf8(source);
  }
  return fromText(text);
}

function fromText(source: string): Decoded {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  if (text.length > MAXIMUM_CHARACTERS) return tooLarge();
  const lone = /[\uD800-\uDFFF]/u.exec(text);
  if (lone !== null) {
    const message = `half of a surrogate pair (${codePoint(text, lone.index)}) stands alone here, so the text has no UTF-8 form`;
    return failed(text, ENCODING, message, lone.index);
  }
  const zero = text.indexOf('\0');
  if (zero >= 0) {
    const message = 'there is a NUL character here: this is a binary file, not a document';
    return failed(text, STRUCTURE, message, zero);
  }
  return { ok: true, text };
}

function tooLarge(): Decoded {
  return failed(
    '',
    STRUCTURE,
    `the document is larger than ${MAXIMUM_CHARACTERS} characters, the limit of this reader`,
  );
}

function failed(text: string, code: string, message: string, start = 0): Decoded {
  return { ok: false, text, fault: { code, message, start, end: start + 1 } };
}

/** The name of a 16- or 32-bit encoding, told by its mark or by the zeros beside a `<`. */
function wideEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32';
  if (a === 0 && b === 0 && c === 0 && d === 0x3c) return 'UTF-32';
  if (a === 0x3c && b === 0) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0 && b === 0x3c) return 'UTF-16';
  return null;
}

function notUtf8(bytes: Uint8Array): Decoded {
  const bad = firstBadByte(bytes);
  const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, bad));
  const text = before.startsWith('\uFEFF') ? before.slice(1) : before;
  const byte = (bytes[bad] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  const remedy = looksBinary(bytes)
    ? 'this seems to be a binary file, not a document'
    : 'save the file as UTF-8';
  const message = `the byte ${byte} (number ${bad + 1} of the file) is not UTF-8: ${remedy}`;
  // The bad byte stands in the text as one replacement character, so that it has a column.
  return failed(`${text}\uFFFD`, ENCODING, message, text.length);
}

/** Index of the first byte that no well-formed UTF-8 sequence holds (RFC 3629 §4). */
function firstBadByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return Math.max(0, bytes.length - 1);
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] ?? 0;
  if (second < low || second > high) return 0;
  for (let index = at + 2; index < at + length; index += 1) {
    if (((bytes[index] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

/** Control characters that no text has, within the first kilobyte. */
function looksBinary(bytes: Uint8Array): boolean {
  return bytes
    .subarray(0, 1024)
    .some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
}

function codePoint(text: string, at: number): string {
  return `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`;
}
