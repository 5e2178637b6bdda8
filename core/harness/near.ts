/** "Did you mean", within a bound for the whole of one document. */

import { quote } from '../model/show.ts';
import { nearest } from '../model/suggest.ts';
import { MAXIMUM_COMPARISONS } from './limits.ts';

export type Nearest = (name: string, candidates: Iterable<string>) => string | null;

/** Two names take as many steps to compare as they are long. */
const LETTERS_OF_A_STEP = 16;

/**
 * Finds near names until its budget of comparisons is spent: a document with a hundred
 * thousand nodes and as many misspelt references is still read in linear time.
 */
export function createNearest(): Nearest {
  let budget = MAXIMUM_COMPARISONS;
  function* counted(candidates: Iterable<string>): Generator<string> {
    for (const candidate of candidates) {
      budget -= 1 + candidate.length / LETTERS_OF_A_STEP;
      if (budget < 0) return;
      yield candidate;
    }
  }
  return (name, candidates) => (budget < 0 ? null : nearest(name, counted(candidates)));
}

/** ` (did you mean 'x'?)`, or nothing. */
export function suggestion(near: string | null): string {
  return near === null ? '' : ` (did you mean ${quote(near)}?)`;
}
