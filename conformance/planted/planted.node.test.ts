/** Each planted fault is found, and its twin raises nothing. */

import { describe, expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { designOf } from '../design/of-target.ts';
import { fuzzDocument } from '../fuzz/fuzz.ts';
import type { DocumentReport, Failure } from '../fuzz/report.ts';
import type { FuzzTarget } from '../fuzz/search/prepare.ts';
import { NO_SHARD } from '../fuzz/testing/search.ts';
import { PLANTED, type Planted } from './planted.ts';
import { plantedTarget } from './testing.ts';

/** Within so many runs each fault is found. */
const RUNS = 2000;
/** Twins are searched for longer in a soak. */
const TWIN_RUNS = Math.min(RUNS, runs(20_000, 200).numRuns);

const isMeant =
  ({ property, node }: Planted) =>
  (failure: Failure): boolean =>
    failure.property === property &&
    (node === null || failure.node === node || failure.also.some((one) => one.node === node));

/** Ends as soon as it is found, or after so many runs. */
const search = (
  target: FuzzTarget,
  most: number,
  isFound: (failure: Failure) => boolean,
): DocumentReport => {
  const options = { seed: 1, shard: NO_SHARD, faults: null, runs: most };
  const turns = fuzzDocument(target, options);
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
    const report = turn.value.found.length > 0 ? turn.value.search.report() : null;
    if (report?.failures.some(isFound)) return report;
  }
};

const told = ({ failures }: DocumentReport): readonly string[] =>
  failures.map(({ property, node, message }) => `${property} ${node}: ${message}`);

test('there are twenty at least, in both dialects', () => {
  expect(PLANTED.length).toBeGreaterThanOrEqual(20);
  expect(new Set(PLANTED.map(({ dialect }) => dialect)).size).toBe(2);
});

describe.each(PLANTED)('$name', (planted) => {
  test('is found by a search', () => {
    const report = search(plantedTarget(planted, 'fault'), RUNS, isMeant(planted));
    expect(report.failures.some(isMeant(planted)), told(report).join('\n')).toBe(true);
    expect(report.failures.filter(({ kind }) => kind === 'rule')).toEqual([]);
  });

  test('is found in the design, where that is looked for', () => {
    const codes = designOf(plantedTarget(planted, 'fault')).map(({ code }) => code);
    expect(codes).toEqual(planted.code === null ? [] : [planted.code]);
  });

  test('has a twin that raises nothing', () => {
    const target = plantedTarget(planted, 'right');
    expect(told(search(target, TWIN_RUNS, () => true))).toEqual([]);
    expect(designOf(target).map(({ message }) => message)).toEqual([]);
  });
});
