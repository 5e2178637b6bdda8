/** How time grows with the size of a document: ten times the nodes, at most twelve times the time. */

import assert from 'node:assert/strict';
import { readDocument } from '../../core/read.ts';
import { emptyScenario } from '../../core/scenario/read.ts';
import { compileProgram, simulateProgram } from '../../simulator/index.ts';
import { documentOfNodes } from '../documents.ts';
import { median, ratioOf, type Times, takeTurns } from '../measure.ts';
import { amount, type Row } from '../row.ts';

/** Numbers of nodes, as names of what is measured with them. */
const SIZES = ['1000', '10000', '100000'] as const;
const ROUNDS = { rounds: 3, turn: 300 };
const GOAL = { atMost: 12 };

type Size = (typeof SIZES)[number];

export function growthRows(): readonly Row[] {
  const texts = bySize((size) => documentOfNodes(Number(size)));
  const workflows = bySize((size) => readValid(texts[size]));
  const programs = bySize((size) => compileProgram(workflows[size]));

  const read = takeTurns(
    worksBySize((size) => readValid(texts[size])),
    ROUNDS,
  );
  const compile = takeTurns(
    worksBySize((size) => compileProgram(workflows[size])),
    ROUNDS,
  );
  const run = takeTurns(
    worksBySize((size) => simulateProgram(programs[size], emptyScenario)),
    ROUNDS,
  );
  const all = bySize((size) =>
    read[size].map((time, round) => time + (compile[size][round] ?? 0) + (run[size][round] ?? 0)),
  );
  return [
    ...rowsOf('read and validate', read),
    ...rowsOf('compile', compile),
    ...rowsOf('run', run),
    ...rowsOf('all three', all),
  ];
}

function rowsOf(what: string, times: Times<Size>): readonly Row[] {
  return [rowOf(what, '1000', '10000', times), rowOf(what, '10000', '100000', times)];
}

function rowOf(what: string, small: Size, large: Size, times: Times<Size>): Row {
  const shown = (size: Size): string => `${amount(Number(size))} nodes`;
  return {
    name: `growth: ${what}`,
    ratioIs: `time, ${shown(large)} : ${shown(small)}`,
    ratio: ratioOf(times[large], times[small]),
    goal: GOAL,
    measured: [small, large].map((size) => `${shown(size)} ${amount(median(times[size]))} ms`),
  };
}

function readValid(text: string) {
  const { workflow, findings } = readDocument(text);
  assert(workflow !== null, findings[0]?.message);
  return workflow;
}

function bySize<Value>(make: (size: Size) => Value): { readonly [size in Size]: Value } {
  return Object.fromEntries(SIZES.map((size) => [size, make(size)])) as {
    [size in Size]: Value;
  };
}

function worksBySize(work: (size: Size) => unknown): { readonly [size in Size]: () => unknown } {
  return bySize((size) => () => work(size));
}
