import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate } from '../../simulator/index.ts';
import { arbitraryCase } from './arbitrary.ts';

test('fast-check finds a failure, and makes it small', () => {
  const space = { profile: 'harness', allows: () => true } as const;
  const { counterexample, numShrinks } = fc.check(
    fc.property(arbitraryCase(space), ({ workflow, scenario }) => {
      const { trace } = simulate(workflow, scenario);
      return !trace.some(({ type }) => type === 'compensation.ended');
    }),
    { seed: 3, numRuns: 200 },
  );
  const [found] = counterexample ?? [];
  expect(numShrinks).toBeGreaterThan(0);
  // One step that is undone, one that undoes it, one that fails.
  expect(found?.workflow.nodes.length).toBe(3);
  expect(found?.workflow.edges.map(({ type }) => type)).toEqual(['compensation']);
});
