import { expect, test } from 'vitest';
import {
  failuresOf,
  harness,
  NO_SHARD,
  scenarioFor,
  searchOf,
  targetOf,
} from '../testing/search.ts';
import { createSearch } from './search.ts';
import { runSlice } from './slice.ts';

const SAGA = harness(
  `<node id="reserve" type="task"/>
   <node id="charge" type="task">
     <outputs><output name="amount" type="number"/></outputs>
     <retry maxAttempts="3" backoff="fixed" initialDelay="PT1S"/>
   </node>
   <node id="large" type="decision"><cases>
     <case when="${'${charge.amount > 1000}'}" to="approve"/><otherwise to="ship"/>
   </cases></node>
   <node id="approve" type="human"><timeout duration="PT1H"/></node>
   <node id="ship" type="task"><timeout duration="PT2S"/></node>
   <node id="apologise" type="task"/>
   <node id="release" type="task" compensates="reserve"/>
   <node id="refund" type="task" compensates="charge"><retry maxAttempts="5"/></node>`,
  `<edge from="reserve" to="charge"/><edge from="charge" to="large"/>
   <edge from="reserve" to="release" type="compensation"/>
   <edge from="charge" to="refund" type="compensation"/>
   <edge from="approve" to="apologise" type="error"/>`,
);

const EXPECT = ['if charge then refund or ship', 'ends within 1h', 'never failed under 1 fault'];

test('the same seed gives the same bytes, another seed another search', () => {
  const target = targetOf(SAGA, EXPECT);
  const first = JSON.stringify(searchOf(target, 300));
  expect(JSON.stringify(searchOf(target, 300))).toBe(first);
  expect(JSON.stringify(searchOf(target, 300, { seed: 2 }))).not.toBe(first);
});

test('a search in slices of any size, taken in any order, is the same search', () => {
  const target = targetOf(SAGA, EXPECT);
  const options = { seed: 7, shard: NO_SHARD, faults: null };
  const search = createSearch(target, options);
  // Workers have nothing but the target, the options and the generation as data.
  const worker = createSearch(target, options).prepared;
  for (const size of [7, 1, 50, 33]) {
    const generation = JSON.parse(JSON.stringify(search.generation()));
    const slices = [];
    for (let from = generation.from; from < generation.to; from += size) {
      slices.push(runSlice(worker, generation, from, Math.min(from + size, generation.to)));
    }
    for (const slice of slices.reverse()) search.absorb(JSON.parse(JSON.stringify(slice)));
  }
  const { runs } = search.report();
  expect(runs).toBe(32 + 64 + 128 + 256);
  expect(JSON.stringify(search.report())).toBe(JSON.stringify(searchOf(target, runs, { seed: 7 })));
});

test('a search that is stopped early is the search with so many runs', () => {
  const target = targetOf(SAGA, EXPECT);
  const search = createSearch(target, { seed: 7, shard: NO_SHARD, faults: null });
  const generation = search.generation();
  search.absorb(runSlice(search.prepared, generation, 0, 20));
  expect(JSON.stringify(search.report())).toBe(JSON.stringify(searchOf(target, 20, { seed: 7 })));
});

test('shards do runs of their own, and each is the same whenever it is done', () => {
  const target = targetOf(SAGA, EXPECT);
  const shard = (index: number) => searchOf(target, 100, { shard: { index, count: 2 } });
  expect(JSON.stringify(shard(0))).toBe(JSON.stringify(shard(0)));
  expect(JSON.stringify(shard(0))).not.toBe(JSON.stringify(shard(1)));
});

test('everything that can go wrong with a small document is tried', () => {
  const { coverage } = searchOf(targetOf(SAGA), 2000);
  const missing = coverage.groups.flatMap(({ id, missing: names }) =>
    names.map((name) => `${id}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('what breaks is told with the fewest faults, and so for every one of them', () => {
  const report = searchOf(targetOf(SAGA, EXPECT), 1000);
  const [failure] = failuresOf(report, 'if-then');
  expect(failure?.node).toBe('charge');
  expect(failure?.causes).toEqual([
    "'charge' takes effect, but its reply is lost (attempts 1, 2, 3)",
  ]);
  const [never] = failuresOf(report, 'never');
  expect(never).toMatchObject({ node: 'reserve', faults: 1, isMinimal: true });
  expect(never?.also.map(({ node }) => node)).toEqual([]);
});

test('no run with more faults than allowed is looked at', () => {
  const words = ['never failed, compensated'];
  const refuses = failuresOf(searchOf(targetOf(SAGA, words), 300, { faults: 0 }), 'never');
  expect(refuses).toEqual([]);
  expect(failuresOf(searchOf(targetOf(SAGA, words), 300, { faults: 1 }), 'never')).toMatchObject([
    { node: 'reserve', faults: 1 },
  ]);
});

test('a fingerprint stays with its fault, whatever the seed and whatever lines move', () => {
  const named = (document: string, seed: number) =>
    new Map(
      searchOf(targetOf(document, EXPECT), 1000, { seed }).failures.map(
        ({ property, message, fingerprint }) => [`${property}: ${message}`, fingerprint],
      ),
    );
  const first = named(SAGA, 1);
  expect([...named(`\n\n${SAGA}`, 1)]).toEqual([...first]);
  const common = [...named(SAGA, 2)].filter(([name]) => first.has(name));
  expect(common.length).toBeGreaterThan(5);
  for (const [name, fingerprint] of common) expect(fingerprint, name).toBe(first.get(name));
});

test('regression files are tried first', () => {
  const target = targetOf(SAGA, EXPECT);
  const [failure] = failuresOf(searchOf(target, 500), 'if-then');
  const scenario = scenarioFor(target, JSON.stringify(failure?.scenario));
  const again = searchOf(target, 1, { regressions: [{ name: 'a.json', scenario }] });
  expect(failuresOf(again, 'if-then')).toMatchObject([
    { firstRun: -1, fingerprint: failure?.fingerprint },
  ]);
  const held = scenarioFor(target, '{}');
  const report = searchOf(target, 1, { regressions: [{ name: 'b.json', scenario: held }] });
  expect(report.notes).toContain('b.json breaks nothing any more');
});
