/**
 * A run as one word: document, scenario, seed and what to look at, so that a failure travels in
 * a link, a mail or a shell. It holds decisions, not a seed alone, and so outlives changes to the
 * generators. `u1.` and base64url of the deflated JSON.
 */

import { deflateSync, Inflate } from 'fflate';
import type { Json } from '../../core/model/json.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';

export interface TokenContent {
  readonly document: { readonly format: 'harness' | 'orbit' | 'plan'; readonly text: string };
  /** In its JSON form. */
  readonly scenario: Json;
  readonly seed: number;
  /** Which of several things that could come next came, by number; empty for the usual order. */
  readonly schedule: readonly number[];
  /** The rule that is broken; null where the run as a whole is meant. */
  readonly rule: string | null;
  /** The number of the event to look at. */
  readonly step: number | null;
  /** The hex sha256 of the built-in runtime's trace. */
  readonly digest: string | null;
}

export type TokenReading =
  | { readonly ok: true; readonly content: TokenContent }
  /** What is wrong with it, in a sentence. */
  | { readonly ok: false; readonly message: string };

const VERSION = 1;

/** Signs of a token, and bytes of what is in it: a link should not fill a memory. */
export interface TokenLimits {
  readonly signs: number;
  readonly bytes: number;
}

const LIMITS: TokenLimits = { signs: 1 << 20, bytes: 4 << 20 };
/** Deflate packs 1032 to 1 at most, so each piece stays below a megabyte. */
const PIECE = 1000;

export const writeToken = (content: TokenContent): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  return `u${VERSION}.${toBase64Url(deflateSync(bytes, { level: 9 }))}`;
};

/** The first token in a text: a link holds one, and so may a file. Null where there is none. */
export const findToken = (text: string): string | null =>
  /(?<![A-Za-z0-9_-])u\d+\.[A-Za-z0-9_-]+/.exec(text)?.[0] ?? null;

export const readToken = (token: string, limits: TokenLimits = LIMITS): TokenReading => {
  const match = /^u(\d{1,9})\.([A-Za-z0-9_-]+)$/.exec(token.trim());
  if (match === null) return wrong('this is no token: one begins with u1. and holds no blanks');
  if (Number(match[1]) !== VERSION) {
    return wrong(
      `the token is of version ${match[1]}, and this version of unwind reads version ${VERSION}`,
    );
  }
  const text = match[2] ?? '';
  if (text.length > limits.signs) {
    return wrong(`the token is longer than ${limits.signs} signs, the limit`);
  }
  const packed = fromBase64Url(text);
  if (packed === null) return wrong('the token is damaged: a part of it is missing');
  const unpacked = inflate(packed, limits.bytes);
  if (unpacked === 'too-large') {
    return wrong(`the token holds more than ${limits.bytes >> 10} KiB, the limit`);
  }
  return unpacked === null ? damaged() : readContent(unpacked);
};

const wrong = (message: string): TokenReading => ({ ok: false, message });

const damaged = (): TokenReading =>
  wrong('the token is damaged: it was cut off or changed on its way');

/** Null for what was never deflated, or not as a whole. */
const inflate = (packed: Uint8Array, largest: number): Uint8Array | 'too-large' | null => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  const stream = new Inflate((piece, isLast) => {
    pieces.push(piece);
    size += piece.length;
    isWhole ||= isLast;
  });
  try {
    for (let from = 0; from < packed.length; from += PIECE) {
      stream.push(packed.subarray(from, from + PIECE), from + PIECE >= packed.length);
      if (size > largest) return 'too-large';
    }
  } catch {
    return null;
  }
  if (!isWhole) return null;
  const bytes = new Uint8Array(size);
  let filled = 0;
  for (const piece of pieces) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  return bytes;
};

const readContent = (bytes: Uint8Array): TokenReading => {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return damaged();
  }
  const content = contentOf(value);
  return content === null
    ? wrong('the token holds no run: a field is missing or is not what it should be')
    : { ok: true, content };
};

const FORMATS: readonly unknown[] = ['harness', 'orbit', 'plan'];

const contentOf = (value: unknown): TokenContent | null => {
  if (!isObject(value) || !isObject(value['document'])) return null;
  const {
    document,
    scenario,
    seed,
    schedule = [],
    rule = null,
    step = null,
    digest = null,
  } = value;
  const { format, text } = document;
  if (!FORMATS.includes(format) || typeof text !== 'string' || !isObject(scenario)) return null;
  if (!isWhole(seed) || !Array.isArray(schedule) || !schedule.every(isWhole)) return null;
  if (!(rule === null || typeof rule === 'string') || !(step === null || isWhole(step)))
    return null;
  if (!(digest === null || typeof digest === 'string')) return null;
  return {
    document: { format: format as TokenContent['document']['format'], text },
    scenario: scenario as Json,
    ...{ seed, schedule, rule, step, digest },
  };
};

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
