import { expect, it } from 'vitest';
import { workflowOf } from '../../../../testing/workflow.ts';
import { graphOf } from './graph.ts';
import { losersOf } from './losers.ts';

const losers = (links: string) => {
  const { byJoin } = losersOf(graphOf(workflowOf(links, { J: { join: 'any' } })));
  return [...byJoin].map(([join, members]) => [
    join.node.id,
    members.map(({ node }) => node.id).sort(),
  ]);
};

it('what could only lead to an any join is lost with it, however far back', () => {
  expect(losers('S > A; A > J; S > B; B > C; C > J')).toEqual([['J', ['A', 'B', 'C', 'S']]]);
});

it('what leads elsewhere too is not, nor is what leads to that', () => {
  expect(losers('S > A; A > J; B > J; B > D; S > B')).toEqual([['J', ['A']]]);
  expect(losers('A > J; A =err=> R')).toEqual([['J', []]]);
});
