/**
 * Makes a case smaller for as long as it breaks the same rule: fewer nodes and edges first, then
 * fewer faults, then simpler policies and rounder times. It works on the case itself, not on the
 * draws that it came from, so that it can take anything away.
 */

import type { TestCase } from '../case.ts';
import { isPlayable } from '../playable.ts';
import { withoutNodes } from './nodes.ts';
import { withoutEdges, withSimplerNodes } from './policies.ts';
import { withFewerFaults, withoutControls, withRounderTimes } from './world.ts';

export interface ShrinkBounds {
  /** How many smaller cases are run at most. */
  readonly tries: number;
  /** Whether it has taken long enough. */
  readonly isOver: () => boolean;
}

export interface Shrunk {
  readonly testCase: TestCase;
  readonly tries: number;
}

/** Smaller cases, those first that take most away. */
export function* smallerCases(testCase: TestCase): Generator<TestCase> {
  yield* withoutNodes(testCase);
  yield* withoutControls(testCase);
  yield* withoutEdges(testCase);
  yield* withFewerFaults(testCase);
  yield* withSimplerNodes(testCase);
  yield* withRounderTimes(testCase);
}

/** @param stillBreaks Runs a case, and says whether it breaks the rule in question. */
export const shrink = async (
  testCase: TestCase,
  stillBreaks: (smaller: TestCase, turn: number) => boolean | Promise<boolean>,
  { tries, isOver }: ShrinkBounds,
): Promise<Shrunk> => {
  let smallest = testCase;
  let turn = 0;
  let goesOn = true;
  while (goesOn) {
    goesOn = false;
    for (const smaller of smallerCases(smallest)) {
      if (turn >= tries || isOver()) return { testCase: smallest, tries: turn };
      if (!isPlayable(smaller)) continue;
      turn += 1;
      if (!(await stillBreaks(smaller, turn))) continue;
      smallest = smaller;
      goesOn = true;
      break;
    }
  }
  return { testCase: smallest, tries: turn };
};
