/** The command as a whole process, from start to exit, against a Node that does nothing. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentOfNodes } from '../documents.ts';
import { median, ratioOf } from '../measure.ts';
import { amount, type Row } from '../row.ts';

const NODES = 1_000;
const ROUNDS = 15;

/** What a process took in ms; processor time is null where the system does not tell it. */
interface Took {
  readonly wall: number;
  readonly processor: number | null;
}

/** @param root The repository, with the built command in it. */
export function processRows(root: string): readonly Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'unwind-bench-'));
  try {
    const file = join(folder, 'large.hxml');
    writeFileSync(file, documentOfNodes(NODES));
    const command = join(root, 'dist/cli.cjs');
    return rowsOf({
      empty: ['-e', '0'],
      json: [command, 'run', file, '--format', 'json'],
      timeline: [command, 'run', file],
      check: [command, 'check', file],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowsOf(commands: Readonly<Record<'empty' | Shown, readonly string[]>>): readonly Row[] {
  const taken = { empty: [], json: [], timeline: [], check: [] } as Record<
    keyof typeof commands,
    Took[]
  >;
  const names = Object.keys(commands) as (keyof typeof commands)[];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) taken[name].push(timeProcess(commands[name]));
  }
  return (['json', 'timeline', 'check'] as const).map((name) =>
    rowOf(name, taken[name], taken.empty),
  );
}

type Shown = 'json' | 'timeline' | 'check';

const SAID = {
  json: 'run --format json',
  timeline: 'run',
  check: 'check',
} as const;

function rowOf(name: Shown, taken: readonly Took[], empty: readonly Took[]): Row {
  const wall = (all: readonly Took[]) => all.map((took) => took.wall);
  const processor = (all: readonly Took[]) => sum(all.map((took) => took.processor ?? Number.NaN));
  const ratio = processor(taken) / processor(empty);
  return {
    name: `process: ${SAID[name]}`,
    ratioIs: `wall time, unwind ${SAID[name]} : node -e 0`,
    ratio: ratioOf(wall(taken), wall(empty)),
    goal: { atMost: 1.5 },
    measured: [
      `${NODES.toLocaleString('en')} nodes, output thrown away`,
      `unwind ${amount(median(wall(taken)))} ms, node -e 0 ${amount(median(wall(empty)))} ms`,
      ...(Number.isNaN(ratio) ? [] : [`processor time ${amount(ratio)} : 1`]),
    ],
  };
}

function timeProcess(words: readonly string[]): Took {
  const ticks = ticksOfChildren();
  const start = performance.now();
  const { status } = spawnSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const wall = performance.now() - start;
  assert.equal(status, 0);
  const after = ticksOfChildren();
  return { wall, processor: ticks === null || after === null ? null : after - ticks };
}

/**
 * What children that have ended used of processors, as Linux counts it in ticks of 10 ms.
 * Null on other systems, where Node offers no way to ask.
 */
function ticksOfChildren(): number | null {
  try {
    // The fields behind the command's name, which ends with the last bracket: proc(5).
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[13]) + Number(fields[14]);
  } catch {
    return null;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
