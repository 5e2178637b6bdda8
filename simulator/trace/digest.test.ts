import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../core/model/canonical-json.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import { digestTrace } from './digest.ts';

const signals = (count: number): TraceEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    at: index,
    type: 'signal.received',
    name: '😀'.repeat(index % 7),
    value: { b: index, a: null },
    cause: null,
  }));

const whole = (trace: readonly TraceEvent[]): string =>
  bytesToHex(sha256(utf8ToBytes(trace.map((event) => `${canonicalJson(event)}\n`).join(''))));

describe('the digest of a trace', () => {
  it.each([0, 1, 3000])('is that of its lines: %d events', (count) => {
    expect(digestTrace(signals(count))).toBe(whole(signals(count)));
  });
});
