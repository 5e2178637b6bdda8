import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { pop, push, type Queued, RANK, type Rank } from './queue.ts';

const planned = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 20 }),
    rank: fc.constantFrom<Rank>(RANK.return, RANK.timeout, RANK.timer, RANK.control),
  }),
);

describe('the queue', () => {
  it('hands out what it holds by time, then rank, then order of planning', () => {
    fc.assert(
      fc.property(planned, (plans) => {
        const items: Queued[] = plans.map((plan, order) => ({ ...plan, order }));
        const heap: Queued[] = [];
        for (const item of items) push(heap, item);
        const taken = items.map(() => pop(heap));
        const sorted = [...items].sort(
          (left, right) => left.at - right.at || left.rank - right.rank || left.order - right.order,
        );
        expect(taken).toEqual(sorted);
        expect(pop(heap)).toBeUndefined();
      }),
      runs(100_000),
    );
  });
});
