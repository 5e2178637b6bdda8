import { fc } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { runs } from '../../../../testing/runs.ts';
import { createSoonest } from './soonest.ts';

it('hands out times in their order, and infinity where there is none', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 40 }), (times) => {
      const soonest = createSoonest();
      for (const time of times) soonest.add(time);
      const taken = times.map(() => soonest.take());
      expect(taken).toEqual([...times].sort((left, right) => left - right));
      expect(soonest.take()).toBe(Number.POSITIVE_INFINITY);
    }),
    runs(10_000),
  );
});
