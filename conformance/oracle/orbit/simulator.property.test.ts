/** Two readings of ORBIT's semantics that know nothing of each other come to the same runs. */

import { expect, test } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { interpret } from './interpret.ts';
import { tellRun } from './testing/account-of-run.ts';
import { caseOf } from './testing/cases.ts';
import { differencesOf } from './testing/differences.ts';

const { numRuns, seed: firstSeed } = runs(100_000);

/** Of runs whose abort meets a beginning at one instant few come out differently. */
const MOST_TIES = 1 / 500;

test('the simulator and the second reading agree on every generated run', () => {
  let ties = 0;
  for (let seed = firstSeed; seed < firstSeed + numRuns; seed += 1) {
    const { workflow, scenario } = caseOf(seed);
    const { account, taken } = tellRun(workflow, scenario);
    const reading = interpret(workflow, scenario, taken);
    const differences = differencesOf(reading.account, account);
    if (differences.length > 0 && reading.isTied) ties += 1;
    else expect(differences, `seed ${seed}`).toEqual([]);
  }
  expect(ties).toBeLessThanOrEqual(Math.ceil(numRuns * MOST_TIES));
});
