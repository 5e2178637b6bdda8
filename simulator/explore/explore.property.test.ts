/**
 * Merging states and leaving out orders loses no end: on documents drawn at random, what is reached
 * is what is reached by each order of returns, taken one by one.
 */

import { expect, it } from 'vitest';
import { generate } from '../../testing/generate.ts';
import { runs } from '../../testing/runs.ts';
import { exploreAll } from './testing.ts';

const { numRuns } = runs(4000, 30);

const endsOf = (seed: number, faults: number, controls: readonly ('cancel' | 'crash')[] = []) => {
  const { workflow } = generate(seed);
  const shared = { faults, controls, work: 1_500_000 };
  const all = exploreAll(workflow, { ...shared, reduction: 'none' });
  // Too many to be counted one by one.
  if (!all.isComplete) return null;
  const merged = exploreAll(workflow, { ...shared, reduction: 'merged' });
  const reduced = exploreAll(workflow, shared);
  return { all, merged, reduced };
};

const expectSame = (found: ReturnType<typeof endsOf>, name: string): void => {
  if (found === null) return;
  const { all, merged, reduced } = found;
  expect([merged.ends, merged.endsDigest], name).toEqual([all.ends, all.endsDigest]);
  expect([reduced.ends, reduced.endsDigest], name).toEqual([all.ends, all.endsDigest]);
};

it('with one fault', () => {
  for (let seed = 1; seed <= numRuns; seed += 1) expectSame(endsOf(seed, 1), `seed ${seed}`);
});

it('with two faults', () => {
  for (const seed of [3, 5, 8, 12]) expectSame(endsOf(seed, 2), `seed ${seed}`);
});

it('with a cancel or a crash', () => {
  for (let seed = 101; seed <= 101 + numRuns / 5; seed += 1) {
    expectSame(endsOf(seed, 1, ['cancel', 'crash']), `seed ${seed}`);
  }
});

it('without a fault, where orders are left out the most', () => {
  let [left, taken] = [0, 0];
  for (let seed = 201; seed <= 201 + numRuns; seed += 1) {
    const found = endsOf(seed, 0);
    expectSame(found, `seed ${seed}`);
    left += found?.reduced.reached.length ?? 0;
    taken += found?.all.reached.length ?? 0;
  }
  expect(left * 2).toBeLessThan(taken);
});
