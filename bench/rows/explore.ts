/** An exploration, bounded to some states and to ten times as many: time and memory for each. */

import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { askedOf, USUAL_BOUNDS } from '../../conformance/explore/target.ts';
import { gatherExpectations } from '../../conformance/fuzz/expectations/gather.ts';
import { readDocument } from '../../core/read.ts';
import { explore } from '../../simulator/explore/explore.ts';
import type { Exploration } from '../../simulator/explore/types.ts';
import { median, ratioOf, takeTurns } from '../measure.ts';
import { amount, type Row } from '../row.ts';

const FEW = 5_000;
const MANY = 50_000;
/** Steps side by side: more states than are wanted. */
const WIDTH = 12;

const textOf = (width: number): string => {
  const names = Array.from({ length: width }, (_, index) => `n${index}`);
  const limit = '<timeout duration="PT10S"/>';
  const nodes = names.map((name) => `<node id="${name}" type="task">${limit}</node>`);
  const edges = names.map(
    (name) => `<edge from="first" to="${name}"/><edge from="${name}" to="last"/>`,
  );
  return `<harness xmlns="https://harnessxml.com/spec/1.0" id="wide" specVersion="1.0">
    <nodes><node id="first" type="task"/>${nodes.join('')}<node id="last" type="task"/></nodes>
    <edges>${edges.join('')}</edges></harness>`;
};

export function exploreRows(): readonly Row[] {
  const text = textOf(WIDTH);
  const { workflow, dialect } = readDocument(text);
  assert(workflow !== null && dialect !== null);
  const path = 'wide.hxml';
  const { expected } = gatherExpectations({ path, text, workflow, file: null, options: [] });
  const document = { path, text, dialect, workflow, expected, digest: '', profile: null };
  const { target, options } = askedOf(
    { ...document, inputs: [], documents: {} },
    { ...USUAL_BOUNDS, faults: 1, work: 1_000_000_000 },
  );
  const run = (states: number): Exploration => {
    const turns = explore(target, { ...options, states });
    for (let turn = turns.next(); ; turn = turns.next()) if (turn.done === true) return turn.value;
  };
  const times = takeTurns({ few: () => run(FEW), many: () => run(MANY) }, { rounds: 5, turn: 200 });
  const { levels } = run(MANY);
  assert.equal(
    levels.reduce((sum, { unique }) => sum + unique, 0),
    MANY,
  );
  const perState = bytesOf(() => {
    const turns = explore(target, { ...options, states: MANY });
    // Held in the middle of its work: what an exploration keeps it gives back at its end.
    for (let turn = turns.next(); turn.done !== true; turn = turns.next()) {
      if (turn.value.unique > HELD) return { kept: turns, count: turn.value.unique };
    }
    throw new Error('the exploration ended too soon');
  });
  return [
    {
      name: 'explore: growth',
      ratioIs: `processor time, ${MANY.toLocaleString('en')} states : ${FEW.toLocaleString('en')}`,
      ratio: ratioOf(times.many, times.few),
      goal: { atMost: 12 },
      measured: [
        `${amount((MANY / median(times.many)) * 1000)} states a second of processor time, with judging`,
        `${amount(perState)} bytes a state`,
      ],
    },
  ];
}

const HELD = MANY * 0.9;

/** What something keeps, in bytes for each of its parts. */
const bytesOf = (make: () => { readonly kept: unknown; readonly count: number }): number => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const made = make();
  collect();
  const after = process.memoryUsage().heapUsed;
  assert(made.kept !== null);
  return (after - before) / made.count;
};
