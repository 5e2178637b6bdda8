import { expect, test } from 'vitest';
import { harness, searchOf, targetOf } from '../testing/search.ts';
import { neverNotes } from './never.ts';

const target = targetOf(
  harness(
    `<node id="a" type="task"/>
     <node id="b" type="task"><inputs><input name="x" type="string" value="\${config.none}"/></inputs></node>
     <node id="c" type="task"/>`,
    '<edge from="a" to="b"/><edge from="b" to="c" type="error"/>',
  ),
);

test('a step that never succeeds is told, though no run fails for it', () => {
  const report = searchOf(target, 600);
  expect(report.notes).toEqual([
    'step that succeeded in none of 600 runs, whatever the world did: b',
  ]);
});

test('a short search, and a part of one, say nothing of it', () => {
  expect(searchOf(target, 400).notes).toEqual([]);
  const part = searchOf(target, 600, { shard: { index: 0, count: 2 } });
  expect(part.notes).toEqual([]);
  expect(neverNotes(part.coverage.groups, 1200)).toHaveLength(1);
});
