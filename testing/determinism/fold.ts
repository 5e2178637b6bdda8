/**
 * What every engine has to compute alike: generated scenarios, each simulated and its trace
 * digested, all digests folded into one. Pure ECMAScript, since it also runs where there is
 * no module and no platform at all.
 */

import { idempotencyKey } from '../../simulator/key.ts';
import { simulate } from '../../simulator/simulate.ts';
import { digestTrace } from '../../simulator/trace/digest.ts';
import { generate } from '../generate.ts';

/** One digest for the runs of all seeds from 0 up to, not including, `count`. */
export const foldDigests = (count: number): string => {
  let folded = '';
  for (let seed = 0; seed < count; seed += 1) {
    const { workflow, scenario } = generate(seed);
    folded = idempotencyKey(folded, digestTrace(simulate(workflow, scenario).trace), '', '');
  }
  return folded;
};
