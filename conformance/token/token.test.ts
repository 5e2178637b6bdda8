/** A run as a word: it comes back as it was, or says what is wrong with it. */

import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { readCase } from './read-case.ts';
import { findToken, readToken, type TokenContent, writeToken } from './token.ts';

const content: TokenContent = {
  document: {
    format: 'harness',
    text: '<harness xmlns="https://harnessxml.com/spec/1.0" id="x" specVersion="1.0"><nodes><node id="ä" type="task"/></nodes></harness>'.replace(
      'ä',
      'a',
    ),
  },
  scenario: {
    tasks: { a: [{ after: 1000, error: { class: 'transient', message: 'Störung ✗' } }] },
  },
  seed: 7,
  schedule: [],
  rule: 'retry/max-attempts',
  step: 12,
  digest: 'ab12',
};

const packed = (value: unknown): string =>
  `u1.${toBase64Url(deflateSync(new TextEncoder().encode(JSON.stringify(value))))}`;

const problemOf = (token: string): string => {
  const reading = readToken(token);
  return reading.ok ? 'none' : reading.message;
};

describe('a token', () => {
  const token = writeToken(content);

  it('comes back as it was', () => {
    expect(readToken(token)).toEqual({ ok: true, content });
    expect(token).toMatch(/^u1\.[A-Za-z0-9_-]+$/);
  });

  it('is found in a link, in a file and by itself', () => {
    expect(findToken(`https://example.org/#/x/${token}`)).toBe(token);
    expect(findToken(JSON.stringify({ token }))).toBe(token);
    expect(findToken(token)).toBe(token);
    expect(findToken('order.json')).toBeNull();
  });

  it('holds a run that can be run', () => {
    const read = readCase(content);
    expect(read.ok && read.workflow.nodes.map(({ id }) => id)).toEqual(['a']);
    expect(read.ok && read.scenario.seed).toBe(7);
  });

  it('of another version says so', () => {
    expect(problemOf(token.replace('u1.', 'u2.'))).toContain('version 2');
  });

  it('that was cut off, changed, or never was one, says so', () => {
    expect(problemOf(token.slice(0, -6))).toContain('damaged');
    expect(problemOf(`${token.slice(0, 40)}AAAA${token.slice(44)}`)).not.toBe('none');
    expect(problemOf('hello')).toContain('no token');
    expect(problemOf('u1.AAAAA')).toContain('a part of it is missing');
    expect(problemOf('u1.AAAA')).toContain('damaged');
  });

  it('that would fill the memory is refused before it does', () => {
    const bomb = `u1.${toBase64Url(deflateSync(new Uint8Array(64 << 20), { level: 9 }))}`;
    expect(bomb.length).toBeLessThan(100_000);
    expect(problemOf(bomb)).toContain('4096 KiB');
    expect(problemOf(`u1.${'A'.repeat((1 << 20) + 4)}`)).toContain('longer than');
  });

  it('that holds something else says so', () => {
    for (const wrong of [
      null,
      [],
      {},
      { ...content, seed: 1.5 },
      { ...content, seed: -1 },
      { ...content, scenario: 'x' },
      { ...content, document: { format: 'word', text: '' } },
      { ...content, rule: 5 },
    ]) {
      expect(problemOf(packed(wrong))).toContain('holds no run');
    }
    expect(problemOf(packed({ ...content, unknown: true }))).toBe('none');
  });

  it('whose document is not valid says what is wrong with it', () => {
    const read = readCase({ ...content, document: { format: 'harness', text: '<harness/>' } });
    expect(read).toMatchObject({ ok: false });
    expect(!read.ok && read.message).toContain('HX-');
  });
});

describe('base64url', () => {
  it('keeps bytes, whatever their number', () => {
    for (let length = 0; length < 20; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 89 + length * 7) % 256);
      expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
      const known = btoa(String.fromCharCode(...bytes));
      expect(toBase64Url(bytes)).toBe(
        known.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
      );
    }
  });
});
