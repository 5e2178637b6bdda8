/**
 * How time grows with the size of a document: ten times the nodes, at most twelve times the
 * time. Each sample has as many nodes in all, a hundred small documents or one large one, and
 * keeps what it makes to its end. So caches and garbage collectors have the same work, and what
 * is compared is ours.
 */

import assert from 'node:assert/strict';
import { readDocument } from '../../core/read.ts';
import { emptyScenario } from '../../core/scenario/read.ts';
import { compileProgram, simulateProgram } from '../../simulator/index.ts';
import { documentOfNodes } from '../documents.ts';
import { median, ratioOf, type Times, takeTurns } from '../measure.ts';
import { amount, type Row } from '../row.ts';

/** Numbers of nodes, as names of what is measured with them. */
const SIZES = ['1000', '10000', '100000'] as const;
const NODES_OF_A_SAMPLE = 100_000;
/** A sample is long enough to warm up by itself. */
const ROUNDS = { rounds: 4, turn: 1 };
const GOAL = { atMost: 12 };

type Size = (typeof SIZES)[number];

export function growthRows(): readonly Row[] {
  const read = timesBySize(textsOf, readValid);
  const compile = timesBySize((size) => textsOf(size).map(readValid), compileProgram);
  const run = timesBySize(
    (size) => textsOf(size).map((text) => compileProgram(readValid(text))),
    (program) => simulateProgram(program, emptyScenario),
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

/** The documents of a sample. */
function textsOf(size: Size): readonly string[] {
  const text = documentOfNodes(Number(size));
  return Array.from({ length: NODES_OF_A_SAMPLE / Number(size) }, () => text);
}

/** Works on each document of the samples, and says how long one of each size took. */
function timesBySize<Given>(
  prepare: (size: Size) => readonly Given[],
  work: (given: Given) => unknown,
): Times<Size> {
  const given = bySize(prepare);
  const times = takeTurns(
    bySize((size) => () => given[size].map(work)),
    ROUNDS,
  );
  return bySize((size) => times[size].map((time) => time / given[size].length));
}
