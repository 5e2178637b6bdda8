/**
 * Seeded randomness, one stream a decision: the draw of one attempt depends on the seed,
 * the run, the unit and the attempt alone, so that a change elsewhere in a document
 * changes no other draw.
 */

import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** FNV-1a over UTF-16 code units, from a given basis. */
const hash = (text: string, basis: number): number => {
  let value = basis;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x0100_0193);
  }
  return value;
};

/** Spreads every bit of a word over all of it (the last step of MurmurHash3). */
const spread = (word: number): number => {
  let value = word;
  value = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2_ae35);
  return value ^ (value >>> 16);
};

/**
 * A draw in [0, 1), always the same for the same decision.
 * @param seed An integer from 0 to 2^53 − 1.
 */
export const drawFor = (seed: number, run: string, unit: string, attempt: number): number => {
  const name = `${seed}|${attempt}|${run.length}|${run}|${unit}`;
  const low = hash(name, 0x811c_9dc5 | 0);
  const high = hash(name, 0x9e37_79b9 | 0);
  // The third constant keeps the state from being all zeros, from which nothing would come.
  const state = [spread(low), spread(high ^ attempt), spread(low ^ high) | 1, spread(low + high)];
  return uniformFloat64(xoroshiro128plusFromState(state));
};
