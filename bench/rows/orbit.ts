/** How time grows with the size of an ORBIT document, from text to a checked model. */

import assert from 'node:assert/strict';
import { readDocument } from '../../core/read.ts';
import { median, ratioOf, takeTurns } from '../measure.ts';
import { orbitDocumentOfSteps } from '../orbit-documents.ts';
import { amount, type Row } from '../row.ts';

const SMALL = 1000;
const LARGE = 10_000;
/** As many steps in each sample: so caches and garbage collector have the same work. */
const STEPS_OF_A_SAMPLE = 20_000;
const ROUNDS = { rounds: 7, turn: 1 };

export function orbitRows(): readonly Row[] {
  const texts = (steps: number): readonly string[] =>
    Array.from({ length: STEPS_OF_A_SAMPLE / steps }, () => orbitDocumentOfSteps(steps));
  const small = texts(SMALL);
  const large = texts(LARGE);
  const times = takeTurns(
    { small: () => small.map(readValid), large: () => large.map(readValid) },
    ROUNDS,
  );
  const perDocument = (list: readonly number[], count: number): readonly number[] =>
    list.map((time) => time / count);
  const one = {
    small: perDocument(times.small, small.length),
    large: perDocument(times.large, large.length),
  };
  return [
    {
      name: 'orbit: growth',
      ratioIs: `time, ${amount(LARGE)} steps : ${amount(SMALL)} steps`,
      ratio: ratioOf(one.large, one.small),
      goal: { atMost: 12 },
      measured: [
        `${amount(SMALL)} steps ${amount(median(one.small))} ms`,
        `${amount(LARGE)} steps (${((large[0]?.length ?? 0) / 1e6).toFixed(1)} MB) ${amount(median(one.large))} ms`,
      ],
    },
  ];
}

function readValid(text: string) {
  const { workflow, findings } = readDocument(text);
  assert(workflow !== null, findings[0]?.message);
  assert.equal(findings.length, 0, findings[0]?.message);
  return workflow;
}
