import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Moment } from '../../../simulator/trace/timeline.ts';
import { runs } from '../../../testing/runs.ts';
import { type Band, columnOf, type Need, scaleMoments } from './scale.ts';

const durations = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 2 ** 40 })),
  { minLength: 1, maxLength: 120 },
);

function momentsOf(gaps: readonly number[]): readonly Moment[] {
  const moments = [{ at: 0, step: 0 }];
  for (const gap of gaps) moments.push({ at: (moments.at(-1)?.at ?? 0) + gap, step: 0 });
  return moments;
}

const timeline = durations.chain((gaps) => {
  const moments = momentsOf(gaps);
  const need = fc
    .tuple(fc.nat(gaps.length - 1), fc.integer({ min: 1, max: 4 }), fc.nat(4), fc.nat(8))
    .map(
      ([from, length, least, more]): Need => ({
        fromMoment: from,
        toMoment: Math.min(gaps.length, from + length),
        least: Math.min(2, least + 1),
        wanted: Math.min(2, least + 1) + more,
      }),
    );
  return fc.record({
    moments: fc.constant(moments),
    needs: fc.array(need, { maxLength: 60 }),
    width: fc.integer({ min: 20, max: 150 }),
  });
});

const widthOfBand = (band: Band): number => band.columns.at(-1) ?? 0;

test('bands cover all moments in order, each within its width', () => {
  fc.assert(
    fc.property(timeline, ({ moments, needs, width }) => {
      const bands = scaleMoments(moments, needs, width);
      expect(bands[0]?.firstMoment).toBe(0);
      expect(bands.at(-1)?.lastMoment).toBe(moments.length - 1);
      for (const [index, band] of bands.entries()) {
        expect(widthOfBand(band)).toBeLessThanOrEqual(width);
        expect(band.columns).toHaveLength(band.lastMoment - band.firstMoment + 1);
        if (index > 0) expect(band.firstMoment).toBe(bands[index - 1]?.lastMoment);
      }
    }),
    runs(20_000),
  );
});

test('every stretch of time has a column at least, and every bar what it needs', () => {
  fc.assert(
    fc.property(timeline, ({ moments, needs, width }) => {
      for (const band of scaleMoments(moments, needs, width)) {
        for (const [index, column] of band.columns.entries()) {
          if (index > 0) expect(column).toBeGreaterThan(band.columns[index - 1] ?? 0);
        }
        for (const { fromMoment, toMoment, least } of needs) {
          if (fromMoment < band.firstMoment || toMoment > band.lastMoment) continue;
          const room = columnOf(band, toMoment) - columnOf(band, fromMoment);
          expect(room).toBeGreaterThanOrEqual(least);
        }
      }
    }),
    runs(20_000),
  );
});

test('where nothing is marked, a longer stretch is not drawn much shorter than a shorter one', () => {
  fc.assert(
    fc.property(durations, fc.integer({ min: 60, max: 150 }), (gaps, width) => {
      const moments = momentsOf(gaps);
      const [band, ...more] = scaleMoments(moments, [], width);
      if (band === undefined || more.length > 0) return;
      const drawn = gaps.map((duration, index) => ({
        duration,
        columns: (band.columns[index + 1] ?? 0) - (band.columns[index] ?? 0),
        marked: band.shortened.has(index),
      }));
      for (const long of drawn.filter(({ marked }) => !marked)) {
        for (const short of drawn) {
          if (short.duration * 3 < long.duration) {
            expect(long.columns).toBeGreaterThanOrEqual(short.columns);
          }
        }
      }
    }),
    runs(10_000),
  );
});
