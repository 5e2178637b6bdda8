import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { toBase64Url } from '../../conformance/token/base64url.ts';
import { readDocument } from '../../core/read.ts';
import { NO_FAULTS } from './faults.ts';
import { pack, unpack } from './packed.ts';
import { type Play, readPlay, writePlay } from './play.ts';
import { TEMPLATE } from './template.ts';

const play: Play = {
  document: '<harness id="ä"/>',
  scenario: '{"seed": 3}',
  seed: 9,
  faults: {
    answers: [{ unit: 'a', node: 'a', attempt: 1, make: { kind: 'silent', done: true } }],
    inputs: [{ after: '', delay: 5, action: 'cancel' }],
  },
  title: 'Mine',
  digest: 'ab'.repeat(32),
};

const roundTrip = async (one: Play) => {
  const unpacked = await unpack(await pack(writePlay(one)));
  if (!unpacked.ok) throw new Error(unpacked.why);
  return readPlay(unpacked.value);
};

describe('free play in a word', () => {
  it('comes back as it was', async () => {
    expect(await roundTrip(play)).toEqual({ ok: true, play });
    const bare: Play = {
      ...{ document: 'workflow W { }', scenario: '', seed: null, faults: NO_FAULTS },
      ...{ title: null, digest: null },
    };
    expect(await roundTrip(bare)).toEqual({ ok: true, play: bare });
    expect(await pack(writePlay(play))).toMatch(/^u1\.[A-Za-z0-9_-]+$/);
  });

  it('that was cut off, is newer, or was never one, says which', async () => {
    const word = await pack(writePlay(play));
    expect(await unpack(word.slice(0, -8))).toEqual({ ok: false, why: 'damaged' });
    expect(await unpack('u1.AAAAA')).toEqual({ ok: false, why: 'damaged' });
    expect(await unpack(word.replace('u1.', 'u7.'))).toEqual({ ok: false, why: 'newer' });
    expect(await unpack('hello')).toEqual({ ok: false, why: 'no-token' });
    expect(await unpack(`u1.${toBase64Url(deflateSync(new Uint8Array([0xff, 1])))}`)).toEqual({
      ok: false,
      why: 'damaged',
    });
  });

  it('that would fill the memory is stopped before it does', async () => {
    const bomb = `u1.${toBase64Url(deflateSync(new Uint8Array(24 << 20), { level: 9 }))}`;
    expect(bomb.length).toBeLessThan(33_000);
    expect(await unpack(bomb)).toEqual({ ok: false, why: 'too-large' });
    expect(await unpack(`u1.${'A'.repeat(33_000)}`)).toEqual({ ok: false, why: 'too-large' });
  });
});

describe('what a document of one\u2019s own begins as', () => {
  it('is valid, without so much as a warning', () => {
    expect(readDocument(TEMPLATE.document).findings).toEqual([]);
  });
});

describe('what a stranger wrote', () => {
  const written = writePlay(play) as object;

  it.each([
    [null, 'missing'],
    [{}, 'missing'],
    [{ ...written, v: 2 }, 'version 2'],
    [{ ...written, src: 5 }, 'missing'],
    [{ ...written, src: 'x'.repeat(2 << 20) }, 'longer'],
    [{ ...written, src: '<!doctype a><a/>' }, 'document type'],
    [{ ...written, scenario: {} }, 'scenario'],
    [{ ...written, faults: [5] }, 'faults'],
    [{ ...written, seed: 'x' }, 'seed'],
    [{ ...written, seed: -1 }, 'seed'],
  ])('%# is refused, and says why', (value, words) => {
    const reading = readPlay(value);
    expect(reading.ok ? '' : reading.message).toContain(words);
  });

  it('keeps only what is known', () => {
    const reading = readPlay({ ...written, digest: 'x', title: 5, more: true });
    expect(reading).toEqual({ ok: true, play: { ...play, digest: null, title: null } });
  });
});
