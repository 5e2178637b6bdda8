/**
 * What every engine has to compute alike: many things made from seeds, each with a digest,
 * folded into one. Pure ECMAScript, since it also runs where there is no module and no
 * platform at all.
 */

import { canonicalJson } from '../../core/model/canonical-json.ts';
import { idempotencyKey } from '../../simulator/key.ts';
import { drawFor } from '../../simulator/random.ts';

/** The digest of the thing that one seed makes. */
const digestOfSeed = (seed: number): string => {
  const draws = [1, 2, 3].map((attempt) => drawFor(seed, 'run', `stép[${seed}]`, attempt));
  return idempotencyKey('tenant', canonicalJson({ seed, draws }), 'unit', 'step');
};

/** One digest for all seeds from 0 up to, not including, `count`. */
export const foldDigests = (count: number): string => {
  let folded = '';
  for (let seed = 0; seed < count; seed += 1) {
    folded = idempotencyKey(folded, digestOfSeed(seed), '', '');
  }
  return folded;
};
