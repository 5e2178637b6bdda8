/**
 * What every engine has to compute alike: generated scenarios, each simulated and its trace
 * digested, all digests folded into one. Pure ECMAScript, since it also runs where there is
 * no module and no platform at all.
 */

import { idempotencyKey } from '../../simulator/key.ts';
import { simulate } from '../../simulator/simulate.ts';
import { digestTrace } from '../../simulator/trace/digest.ts';
import { type Generated, generate } from '../generate.ts';
import { generateOrbit } from '../generate-orbit.ts';

const fold = (count: number, make: (seed: number) => Generated): string => {
  let folded = '';
  for (let seed = 0; seed < count; seed += 1) {
    const { workflow, scenario } = make(seed);
    folded = idempotencyKey(folded, digestTrace(simulate(workflow, scenario).trace), '', '');
  }
  return folded;
};

/** One digest for the runs of all seeds from 0 up to, not including, `count`. */
export const foldDigests = (count: number): string => fold(count, generate);

/** The same for runs of ORBIT. */
export const foldOrbitDigests = (count: number): string =>
  fold(count, (seed) => generateOrbit(seed));
