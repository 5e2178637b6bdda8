/**
 * A search against the loop written by hand: a run of a search is drawn, simulated, looked at for
 * what it reached and judged, and now and then something is made smaller. The loop only runs.
 */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { harness, searchOf, targetOf } from '../../conformance/fuzz/testing/search.ts';
import { median, ratioOf, takeTurns } from '../measure.ts';
import { amount, type Row } from '../row.ts';
import { saga } from './saga.ts';
import { runByHand } from './saga-by-hand.ts';

/** The saga of five steps as a document. */
const DOCUMENT = harness(
  ['reserve', 'charge', 'pack', 'label', 'ship', 'release', 'refund', 'unpack', 'annul']
    .map((id) => `<node id="${id}" type="task"><timeout duration="PT5S"/></node>`)
    .join(''),
  ['reserve charge', 'charge pack', 'pack label', 'label ship']
    .map((pair) => pair.split(' '))
    .map(([from, to]) => `<edge from="${from}" to="${to}"/>`)
    .concat(
      ['reserve release', 'charge refund', 'pack unpack', 'label annul']
        .map((pair) => pair.split(' '))
        .map(([from, to]) => `<edge from="${from}" to="${to}" type="compensation"/>`),
    )
    .join(''),
);

/** So many that what is found once is no matter any more. */
const RUNS = 20_000;
const RUNS_OF_A_PROCESS = 100_000;
const ROUNDS = 3;

/** @param root The repository, with the built command in it. */
export function fuzzRows(root: string): readonly Row[] {
  const target = targetOf(DOCUMENT);
  const times = takeTurns(
    { search: () => searchOf(target, RUNS), byHand: () => runByHand(saga) },
    { rounds: ROUNDS, turn: 500 },
  );
  const perRun = times.search.map((time) => time / RUNS);
  const byHand = 1000 / median(times.byHand);
  return [
    {
      name: 'fuzz: one thread',
      ratioIs: 'runs a second, search : the loop written by hand',
      ratio: ratioOf(times.byHand, perRun),
      goal: { atLeast: 1 / 40 },
      measured: [
        `search ${amount(1000 / median(perRun))} runs a second, drawn, simulated, judged`,
        `by hand ${amount(byHand)} runs a second, of one scenario`,
      ],
    },
    allCores(root, byHand),
  ];
}

function allCores(root: string, byHand: number): Row {
  const cores = availableParallelism();
  const folder = mkdtempSync(join(tmpdir(), 'unwind-bench-'));
  try {
    const file = join(folder, 'saga.hxml');
    writeFileSync(file, DOCUMENT);
    const one: number[] = [];
    const all: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      one.push(rateOf(root, file, 1));
      all.push(rateOf(root, file, cores));
    }
    return {
      name: 'fuzz: all cores',
      ratioIs: 'runs a second by the clock, unwind fuzz : the loop written by hand',
      ratio: median(all) / byHand,
      goal: { atLeast: Math.max(1, cores * 0.6) / 40 },
      measured: [
        `${cores} threads ${amount(median(all))} runs a second, one ${amount(median(one))}`,
        `that is ${amount(median(all.map((rate, round) => rate / (one[round] ?? Number.NaN))))} times as many`,
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the command itself says, by the clock. */
function rateOf(root: string, file: string, threads: number): number {
  const words = ['fuzz', file, '--runs', String(RUNS_OF_A_PROCESS), '--threads', String(threads)];
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, 'dist/cli.cjs'), ...words, '--format', 'json'],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  assert.equal(status, 0);
  return JSON.parse(stdout).timing.runsPerSecond;
}
