/** What is written is read again: all of it where it is whole, the beginning where it is not. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { fits } from '../../protocol/schema/problems.ts';
import type { Certification } from '../../suite/certification.ts';
import { arbitraryCertification } from '../testing/arbitrary-certification.ts';
import { createRecordReader, readRecord } from './read.ts';
import { LINES } from './schema.ts';
import { writeRecord } from './write.ts';

const bytesOf = (certification: Certification, exitCode = 0): Uint8Array =>
  new TextEncoder().encode([...writeRecord(certification, exitCode)].join(''));

describe('a record', () => {
  it('holds the whole certification, and its exit code', () => {
    fc.assert(
      fc.property(arbitraryCertification, fc.nat({ max: 4 }), (certification, exitCode) => {
        const reading = readRecord(bytesOf(certification, exitCode));
        expect(reading).toEqual({
          ok: true,
          record: {
            ...{ certification, exitCode },
            digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
          },
        });
      }),
      runs(20_000),
    );
  });

  it('has lines as their schemas say, one for each thing, the header first', () => {
    fc.assert(
      fc.property(arbitraryCertification, (certification) => {
        const text = new TextDecoder().decode(bytesOf(certification));
        const lines = text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
        expect(lines[0].kind).toBe('header');
        expect(lines.at(-1)).toMatchObject({ kind: 'footer', lines: lines.length - 1 });
        for (const line of lines) {
          expect(fits(LINES[line.kind as keyof typeof LINES], line), line.kind).toBe(true);
        }
      }),
      runs(5000),
    );
  });

  it('is read alike in pieces of any size', () => {
    fc.assert(
      fc.property(
        arbitraryCertification,
        fc.integer({ min: 1, max: 999 }),
        (certification, size) => {
          const bytes = bytesOf(certification);
          const reader = createRecordReader();
          for (let at = 0; at < bytes.length; at += size)
            reader.push(bytes.subarray(at, at + size));
          expect(reader.end()).toEqual(readRecord(bytes));
        },
      ),
      runs(5000),
    );
  });

  it('that was broken off anywhere says so, and what it says is the beginning', () => {
    fc.assert(
      fc.property(
        arbitraryCertification,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (whole, part) => {
          const bytes = bytesOf(whole);
          const header = bytes.indexOf(0x0a);
          const at = header + Math.floor(part * (bytes.length - header - 2));
          const reading = readRecord(bytes.subarray(0, at));
          if (!reading.ok) throw new Error(`${reading.problem.message}, at ${at}`);
          const { certification, exitCode } = reading.record;
          expect([certification.truncated, exitCode]).toEqual([true, null]);
          certification.profiles.forEach(({ ran, rules }, index) => {
            expect(ran).toEqual(whole.profiles[index]?.ran.slice(0, ran.length));
            expect(rules).toEqual(whole.profiles[index]?.rules.slice(0, rules.length));
          });
        },
      ),
      runs(20_000),
    );
  });

  it('in which anything was changed is refused', () => {
    fc.assert(
      fc.property(
        arbitraryCertification,
        fc.nat(),
        fc.nat({ max: 94 }),
        (certification, at, by) => {
          const bytes = bytesOf(certification);
          const place = at % (bytes.lastIndexOf(0x0a, bytes.length - 2) + 1);
          const changed = bytes.slice();
          changed[place] = 32 + by;
          fc.pre(changed[place] !== bytes[place]);
          expect(readRecord(changed).ok).toBe(false);
        },
      ),
      runs(20_000),
    );
  });
});
