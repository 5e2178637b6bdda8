/** How an expectation judges a run. */

import type { Facts } from '../facts.ts';

export interface PropertyBreak {
  /** The step that it is about; null where the run as a whole is. */
  readonly node: string | null;
  readonly message: string;
  readonly expected: string;
  readonly observed: string;
  /** The number of the event to look at. */
  readonly seq: number | null;
}

export interface PropertyVerdict {
  /** What it speaks of happened in this run. */
  readonly isTried: boolean;
  readonly breaks: readonly PropertyBreak[];
}

export type JudgeProperty = (facts: Facts) => PropertyVerdict;

export const NOT_TRIED: PropertyVerdict = { isTried: false, breaks: [] };
export const HELD: PropertyVerdict = { isTried: true, breaks: [] };

export const broken = (...breaks: readonly PropertyBreak[]): PropertyVerdict => ({
  isTried: true,
  breaks,
});
