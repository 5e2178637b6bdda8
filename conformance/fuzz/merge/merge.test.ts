import { expect, test } from 'vitest';
import type { FuzzReport } from '../report.ts';
import { harness, searchOf, targetOf } from '../testing/search.ts';
import { mergeFuzzReports } from './merge.ts';

const target = targetOf(
  harness(
    `<node id="a" type="task"/><node id="b" type="task"><retry maxAttempts="2"/></node>
     <node id="undo" type="task" compensates="a"/>`,
    '<edge from="a" to="b"/><edge from="a" to="undo" type="compensation"/>',
  ),
  ['never failed'],
);
const COUNT = 3;
const partOf = (index: number, rest: Partial<FuzzReport> = {}): FuzzReport => ({
  ...{ fuzz: 1, version: '1', seed: 1, runs: 60, shard: { index, count: COUNT } },
  documents: [searchOf(target, 60, { shard: { index: index - 1, count: COUNT } })],
  timing: { seconds: index, runsPerSecond: 10, stoppedBy: 'runs' },
  ...rest,
});
const parts = [1, 2, 3].map((index) => partOf(index));
const merge = (reports: readonly FuzzReport[]) =>
  mergeFuzzReports(reports.map((report, index) => ({ name: `p${index}.json`, report })));
const merged = (reports: readonly FuzzReport[]): FuzzReport => {
  const merging = merge(reports);
  if (!merging.ok) throw new Error(merging.message);
  return merging.report;
};

test('what parts counted is added, what they found is told once, in any order', () => {
  const report = merged(parts);
  const [document] = report.documents;
  expect(report).toMatchObject({ shard: null, runs: 180, timing: { seconds: 3 } });
  expect(document?.runs).toBe(180);
  const own = parts.flatMap(({ documents }) => documents);
  const broken = own.map(({ expectations }) => expectations[0]?.broken ?? 0);
  expect(document?.expectations[0]?.broken).toBe(broken.reduce((sum, each) => sum + each, 0));
  const prints = (failures: NonNullable<typeof document>['failures']) =>
    failures.flatMap(({ fingerprint, also }) => [fingerprint, ...also.map((a) => a.fingerprint)]);
  const all = prints(document?.failures ?? []);
  expect(new Set(all).size).toBe(all.length);
  expect(new Set(all)).toEqual(new Set(own.flatMap(({ failures }) => prints(failures))));
  expect(merged([...parts].reverse())).toEqual(report);
});

test('what one part reached is not missing in the whole', () => {
  const [document] = merged(parts).documents;
  for (const group of document?.coverage.groups ?? []) {
    const of = parts.map(({ documents }) =>
      documents[0]?.coverage.groups.find(({ id }) => id === group.id),
    );
    const most = Math.max(...of.map((each) => each?.reached ?? 0));
    expect(group.reached).toBeGreaterThanOrEqual(most);
    if (group.reachable !== null) {
      expect(group.reached + group.unreached).toBe(group.reachable);
      expect(of.every((each) => group.missing.every((name) => each?.missing.includes(name)))).toBe(
        true,
      );
    }
  }
});

test('a part that was stopped before a document is told', () => {
  const { documents } = merged([...parts.slice(0, 2), partOf(3, { documents: [] })]);
  expect(documents[0]?.notes.at(-1)).toBe('1 of 3 parts were stopped before they came to it');
});

const [first, second, third] = parts as [FuzzReport, FuzzReport, FuzzReport];
const changed = { ...third.documents[0], digest: 'other' } as FuzzReport['documents'][number];
test.each([
  ['a gap', [first, third], 'part 2 of 3 is missing: runs 1, 4, … are missing'],
  [
    'an overlap',
    [first, second, second, third],
    'are both part 2 of 3: their runs would count twice',
  ],
  ['a whole', [{ ...first, shard: null }], 'is a whole search, not a part of one'],
  ['another seed', [first, second, { ...third, seed: 2 }], 'the seed differs (1 and 2)'],
  ['another version', [first, second, { ...third, version: '2' }], 'the version of unwind differs'],
  ['other runs', [first, second, { ...third, runs: 9 }], 'the number of runs asked for differs'],
  [
    'another content',
    [first, second, { ...third, documents: [changed] }],
    'the content of test.hxml',
  ],
  ['nothing', [], 'there is nothing to merge'],
] as const)('%s is refused', (_, reports, message) => {
  const merging = merge([...reports]);
  expect(merging.ok ? '' : merging.message).toContain(message);
});
