import { fc, test } from '@fast-check/vitest';
import { sha256 as ours } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { sha256 } from './native-sha256.ts';

test.prop([fc.array(fc.uint8Array({ maxLength: 200 }))], runs(10_000))(
  "Node's sha256 is the library's, at once and piece by piece",
  (pieces) => {
    const whole = new Uint8Array(pieces.flatMap((piece) => [...piece]));
    const expected = bytesToHex(ours(whole));
    expect(bytesToHex(sha256(whole))).toBe(expected);
    const piecemeal = sha256.create();
    for (const piece of pieces) piecemeal.update(piece);
    expect(bytesToHex(piecemeal.digest())).toBe(expected);
  },
);
