/** Cases as an arbitrary of fast-check, for property tests of one's own runtime. */

import { Arbitrary, type Random, Stream, Value } from 'fast-check';
import type { TestCase } from '../suite/case.ts';
import { isPlayable } from '../suite/playable.ts';
import { smallerCases } from '../suite/shrink/shrink.ts';
import { type CaseSpace, caseFrom, settingsFor } from './case.ts';
import { chanceOf } from './chance.ts';

/** It shrinks by taking away from the case itself, whatever draws it came from. */
class CaseArbitrary extends Arbitrary<TestCase> {
  readonly #space: CaseSpace;

  constructor(space: CaseSpace) {
    super();
    this.#space = space;
  }

  generate(random: Random): Value<TestCase> {
    const { profile } = this.#space;
    const run = `${profile}-${random.nextInt(0, 0x7fff_ffff)}-${random.nextInt(0, 0x7fff_ffff)}`;
    const made = caseFrom(chanceOf(random), settingsFor(this.#space), run, run);
    return new Value(made, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is TestCase {
    return typeof value === 'object' && value !== null && 'workflow' in value;
  }

  shrink(testCase: TestCase): Stream<Value<TestCase>> {
    return new Stream(smallerCases(testCase))
      .filter(isPlayable)
      .map((smaller) => new Value(smaller, undefined));
  }
}

/**
 * Workflows with what happens to them, biased so that each rule's trigger is common.
 * @param space The profile, and which capabilities a plan may need.
 */
export const arbitraryCase = (space: CaseSpace): Arbitrary<TestCase> => new CaseArbitrary(space);
