import { expect, test } from 'vitest';
import type { FuzzReport } from '../report.ts';
import { harness, searchOf, targetOf } from '../testing/search.ts';
import { applyBaseline, baselineOf, isBroken } from './apply.ts';
import { readBaseline } from './read.ts';

const target = targetOf(
  harness('<node id="a" type="task"/><node id="b" type="task"/>', '<edge from="a" to="b"/>'),
  ['never failed', 'ends'],
);
const document = searchOf(target, 100);
const reportOf = (rest: Partial<FuzzReport> = {}): FuzzReport => ({
  ...{ fuzz: 1, version: '1', seed: 1, runs: 100, shard: null, documents: [document] },
  timing: { seconds: 1, runsPerSecond: 100, stoppedBy: 'runs' },
  ...rest,
});
const ON = '2027-01-31';
const entries = baselineOf([document], [], { reason: 'known', expires: ON });
const apply = (own = entries, on = ON, rest: Partial<FuzzReport> = {}) =>
  applyBaseline(reportOf(rest), { path: 'b.json', entries: own, on });

test('all that is found is excused by a baseline that was written of it', () => {
  expect(isBroken(reportOf())).toBe(true);
  const report = apply();
  expect(isBroken(report)).toBe(false);
  expect(report.documents[0]?.failures.every(({ known }) => known?.reason === 'known')).toBe(true);
  expect(report.baseline).toMatchObject({ entries: entries.length, expired: [], stale: [] });
});

test('an entry excuses until its last day, and then alarms', () => {
  const report = apply(entries, '2027-02-01');
  expect(isBroken(report)).toBe(true);
  expect(report.baseline?.expired).toEqual(entries);
  expect(report.documents[0]?.failures.some(({ known }) => known)).toBe(false);
});

test('what breaks the same at another node that is not known is not excused', () => {
  const [wide] = document.failures.filter(({ also }) => also.length > 0);
  expect(wide).toBeDefined();
  const [other] = wide?.also ?? [];
  const report = apply(entries.filter(({ fingerprint }) => fingerprint !== other?.fingerprint));
  expect(isBroken(report)).toBe(true);
});

const gone = {
  ...{ fingerprint: 'a'.repeat(32), property: 'ends', document: 'h', reason: 'x', expires: ON },
};

test('what a whole search does not find any more alarms', () => {
  const report = apply([...entries, gone]);
  expect(report.baseline?.stale).toEqual([gone]);
  expect(isBroken(report)).toBe(true);
});

test.each([
  ['a part', { shard: { index: 1, count: 2 } }],
  ['one that was stopped', { timing: { seconds: 1, runsPerSecond: 1, stoppedBy: 'time' } }],
  ['one of another document', { documents: [] }],
] as const)('what %s does not find says nothing', (_, rest) => {
  const own = 'documents' in rest ? [gone] : [...entries, gone];
  const report = apply(own, ON, rest);
  expect(report.baseline).toMatchObject({ stale: [], unseen: [gone] });
  expect(isBroken(report)).toBe(false);
});

test('what is written anew keeps reasons and other documents, and drops what is gone', () => {
  const [first] = entries;
  const mine = { ...first, reason: 'mine', expires: '2028-01-01' } as (typeof entries)[number];
  const other = { ...gone, document: 'another' };
  const again = baselineOf([document], [mine, gone, other], { reason: 'new', expires: ON });
  expect(again).toContainEqual(mine);
  expect(again).toContainEqual(other);
  expect(again).not.toContainEqual(gone);
  expect(again).toHaveLength(entries.length + 1);
  expect(readBaseline(JSON.stringify(again))).toEqual({ ok: true, entries: again });
});

test.each([
  ['{', 'it is not JSON'],
  ['{}', 'baseline must be an array of at most'],
  [[{ ...gone, extra: 1 }], 'extra'],
  [[{ ...gone, reason: ' ' }], 'baseline[0].reason must say why'],
  [[{ ...gone, expires: '2027-02-29' }], 'baseline[0].expires must be a day that there is'],
  [[{ ...gone, fingerprint: 'x' }], 'baseline[0].fingerprint'],
  [[gone, gone], 'baseline[1] has the fingerprint'],
])('a slip is told: %j', (value, message) => {
  const reading = readBaseline(typeof value === 'string' ? value : JSON.stringify(value));
  expect(reading.ok ? '' : reading.message).toContain(message);
});
