import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { formatDuration, MAXIMUM_TIME, parseDuration } from './duration.ts';

test.prop([fc.nat({ max: MAXIMUM_TIME })], runs(100_000))(
  'what is written is read as the same time',
  (milliseconds) => {
    expect(parseDuration(formatDuration(milliseconds))).toEqual({ ok: true, milliseconds });
  },
);

const piece = fc.constantFrom('P', 'T', '1', '0', '9', 'D', 'H', 'M', 'S', 'Y', 'W', '.', ',', '-');

test.prop([fc.array(piece, { maxLength: 12 })], runs(200_000))(
  'any text of the right letters is read or refused, and never as less than a part of it says',
  (pieces) => {
    const text = pieces.join('');
    const result = parseDuration(text);
    const seconds = /^PT(\d+)S$/.exec(text);
    if (seconds !== null) {
      expect(result).toEqual({ ok: true, milliseconds: Number(seconds[1]) * 1000 });
    } else if (result.ok) {
      expect(text).toMatch(/^P.*\d[DHMS]$/);
      expect(Number.isInteger(result.milliseconds) && result.milliseconds >= 0).toBe(true);
    } else {
      expect(['HX-1001', 'HX-3401']).toContain(result.code);
    }
  },
);
