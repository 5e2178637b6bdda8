/** Generated cases: valid, over by themselves, the same for the same seed, and as can be sent. */

import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { CAPABILITIES, type Capability } from '../protocol/schema/names.ts';
import { needsOf } from '../suite/needs.ts';
import { isDecided, isValidPlan } from '../suite/playable.ts';
import { generatedCase } from './case.ts';

const everything = () => true;

describe.each(['harness', 'baseline', 'orbit'] as const)('cases of profile %s', (profile) => {
  const { numRuns, seed } = runs(20_000);

  it('are valid plans, which end by themselves and without ties', () => {
    const space = { profile, allows: everything };
    const wrong: number[] = [];
    let undecided = 0;
    for (let number = 0; number < numRuns; number += 1) {
      const testCase = generatedCase(space, seed, number);
      if (!isValidPlan(testCase)) wrong.push(number);
      if (!isDecided(testCase)) undecided += 1;
    }
    expect(wrong).toEqual([]);
    // After a few tries the last one is taken as it is.
    expect(undecided / numRuns).toBeLessThan(0.01);
  });

  it('are the same for the same seed, and others for another', () => {
    const make = (from: number) =>
      JSON.stringify(
        Array.from({ length: 20 }, (_, number) =>
          generatedCase({ profile, allows: everything }, from, number),
        ),
      );
    expect(make(1)).toBe(make(1));
    expect(make(1)).not.toBe(make(2));
  });

  it('need no more than a runtime can do', () => {
    const wrong: string[] = [];
    for (const missing of CAPABILITIES) {
      const space = { profile, allows: (capability: Capability) => capability !== missing };
      for (let number = 0; number < numRuns / 10; number += 1) {
        const testCase = generatedCase(space, seed, number);
        if (needsOf(testCase).has(missing)) wrong.push(`${missing} in case ${number}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
