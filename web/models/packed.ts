/**
 * Values as words of an address: `u1.` and base64url of the deflated JSON, as the command line
 * has its tokens. Packed and unpacked by the platform's own streams, a piece at a time, so that
 * a word which would fill the memory is stopped before it does.
 */

import { fromBase64Url, toBase64Url } from '../../conformance/token/base64url.ts';

export type Unpacked =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: 'no-token' | 'newer' | 'damaged' | 'too-large' };

const VERSION = 1;
/** Signs of a word, and bytes of what is in it. */
export const MOST_SIGNS = 32 * 1024;
const MOST_BYTES = 256 * 1024;

export async function pack(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const packed = await flow(bytes, new CompressionStream('deflate-raw'), Infinity);
  return `u${VERSION}.${toBase64Url(packed ?? new Uint8Array())}`;
}

export async function unpack(word: string): Promise<Unpacked> {
  const match = /^u(\d{1,9})\.([A-Za-z0-9_-]+)$/.exec(word);
  if (match === null) return { ok: false, why: 'no-token' };
  if (Number(match[1]) > VERSION) return { ok: false, why: 'newer' };
  const text = match[2] ?? '';
  if (text.length > MOST_SIGNS) return { ok: false, why: 'too-large' };
  const bytes = fromBase64Url(text);
  if (bytes === null) return { ok: false, why: 'damaged' };
  try {
    const whole = await flow(bytes, new DecompressionStream('deflate-raw'), MOST_BYTES);
    if (whole === null) return { ok: false, why: 'too-large' };
    const json = new TextDecoder('utf-8', { fatal: true }).decode(whole);
    return { ok: true, value: JSON.parse(json) };
  } catch {
    return { ok: false, why: 'damaged' };
  }
}

/** Null for what is longer than the limit. */
async function flow(
  bytes: Uint8Array,
  through: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array | null> {
  const writer = through.writable.getWriter();
  const written = writer.write(bytes as Uint8Array<ArrayBuffer>).then(() => writer.close());
  // What it fails of is told by the reader.
  written.catch(() => {});
  const reader = (through.readable as ReadableStream<Uint8Array>).getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    pieces.push(value);
    size += value.length;
    if (size <= most) continue;
    await reader.cancel().catch(() => {});
    return null;
  }
  const whole = new Uint8Array(size);
  let filled = 0;
  for (const piece of pieces) {
    whole.set(piece, filled);
    filled += piece.length;
  }
  return whole;
}
