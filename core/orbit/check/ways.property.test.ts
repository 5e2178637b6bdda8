/** Labels and searches say the same as walking every way. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { circlesIn } from './circles.ts';
import { createWays } from './ways.ts';

/** Of each step some of those before it, in an order of their own. */
const dependencies = fc
  .tuple(fc.integer({ min: 1, max: 14 }), fc.array(fc.nat(), { minLength: 100, maxLength: 100 }))
  .map(([count, draws]) => {
    const names = Array.from({ length: count }, (_, index) => index).sort(
      (left, right) => (draws[left] ?? 0) - (draws[right] ?? 0),
    );
    const lists: number[][] = names.map(() => []);
    names.forEach((step, place) => {
      for (let before = 0; before < place; before += 1) {
        if ((draws[(place * 7 + before * 3) % 100] ?? 0) % 4 === 0) {
          lists[step]?.push(names[before] as number);
        }
      }
    });
    return lists;
  });

function reachedFrom(start: number, edges: readonly (readonly number[])[]): ReadonlySet<number> {
  const reached = new Set<number>();
  const open = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const target of edges[next] ?? []) {
      if (!reached.has(target)) open.push(target);
      reached.add(target);
    }
  }
  return reached;
}

test('a step depends on another if there is a way back to it', () => {
  fc.assert(
    fc.property(dependencies, (lists) => {
      const ways = createWays(lists);
      lists.forEach((_, step) => {
        const reached = reachedFrom(step, lists);
        const found = lists.flatMap((__, to) => (ways.dependsOn(step, to) ? [to] : []));
        expect(found).toEqual(
          lists.flatMap((__, to) => (to === step || reached.has(to) ? [to] : [])),
        );
      });
    }),
    runs(20_000),
  );
});

const graphs = fc.integer({ min: 1, max: 8 }).chain((count) =>
  fc.array(fc.uniqueArray(fc.nat({ max: count - 1 }), { maxLength: 3 }), {
    minLength: count,
    maxLength: count,
  }),
);

test('each knot of a graph gives one circle, which is one, and all are found', () => {
  fc.assert(
    fc.property(graphs, (edges) => {
      const circles = circlesIn(edges);
      const reached = edges.map((_, member) => reachedFrom(member, edges));
      const knots = new Set(
        edges.flatMap((_, member) =>
          reached[member]?.has(member) === true
            ? [edges.findIndex((__, at) => reached[member]?.has(at) && reached[at]?.has(member))]
            : [],
        ),
      );
      expect(circles.map(([first]) => first)).toEqual([...knots].sort((a, b) => a - b));
      for (const circle of circles) {
        circle.forEach((member, place) => {
          expect(edges[member]).toContain(circle[(place + 1) % circle.length]);
        });
        expect(new Set(circle).size).toBe(circle.length);
      }
    }),
    runs(20_000),
  );
});
