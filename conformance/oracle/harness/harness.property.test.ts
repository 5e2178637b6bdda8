/** Two readings of HarnessXML and of the baseline, the simulator and a plain interpreter, come to the same. */

import { describe, expect, it } from 'vitest';
import { simulate } from '../../../simulator/index.ts';
import { generate } from '../../../testing/generate.ts';
import { type Runs, runs } from '../../../testing/runs.ts';
import { cases } from '../../cases/index.ts';
import { generatedCase } from '../../generate/case.ts';
import type { TestCase } from '../../suite/case.ts';
import { isValidPlan } from '../../suite/playable.ts';
import { interpret } from './interpret.ts';
import { NotRead } from './state.ts';
import { differencesBetween, drawsOf } from './testing/difference.ts';

/** What is wrong with a case, or why the second reading leaves it to others. */
const compare = ({ name, workflow, scenario }: TestCase): readonly unknown[] | NotRead => {
  const run = simulate(workflow, scenario, { events: 50_000 });
  try {
    const differences = differencesBetween(interpret(workflow, scenario, drawsOf(run)), run);
    return differences.length === 0 ? [] : [{ name, differences }];
  } catch (error) {
    if (error instanceof NotRead) return error;
    throw error;
  }
};

const everything = () => true;

/** Cases of the suite's own generator; all of HarnessXML's must be read. */
const differencesIn = (
  profile: 'harness' | 'baseline',
  { numRuns, seed }: Runs,
  rule?: string,
): readonly unknown[] => {
  const space = { profile, allows: everything, ...(rule ? { rule } : {}) };
  const wrong: unknown[] = [];
  let notRead = 0;
  for (let number = 0; number < numRuns; number += 1) {
    const compared = compare(generatedCase(space, seed, number));
    if (compared instanceof NotRead) notRead += 1;
    else wrong.push(...compared);
  }
  const most = profile === 'harness' ? 0 : numRuns / 4;
  return notRead > most ? [{ notRead }] : wrong.slice(0, 3);
};

describe('simulator and second reading come to the same', () => {
  it('on generated cases of every kind', () => {
    expect(differencesIn('harness', runs(60_000))).toEqual([]);
  });

  it('on generated cases of the baseline', () => {
    expect(differencesIn('baseline', runs(40_000))).toEqual([]);
  });

  // What is rare in the mix is common here.
  it.each([
    ...['retry/jitter-full', 'retry/large-counts', 'timeout/skip', 'timeout/retry-bounded'],
    ...['idempotence/never-cancelled', 'failure/all-error-edges', 'failure/cancel-ends-cancelled'],
    ...['compensation/continues', 'compensation/own-retry', 'compensation/unit-per-element'],
    ...['schedule/join-any', 'schedule/decision-first-true', 'schedule/data-edge'],
    ...['schedule/loop-bounds', 'schedule/control-edge'],
  ])('on cases about %s', (rule) => {
    expect(differencesIn('harness', runs(4000), rule)).toEqual([]);
  });

  it.each(['durability/', 'operator/', 'idempotence/uncertain-recorded'])(
    'on cases of the baseline about %s',
    (rule) => {
      expect(differencesIn('baseline', runs(4000, 60), rule)).toEqual([]);
    },
  );

  it('on graphs that are drawn without regard for ties', () => {
    const wrong: unknown[] = [];
    const { numRuns } = runs(20_000);
    let read = 0;
    for (let seed = 0; seed < numRuns; seed += 1) {
      const { workflow, scenario } = generate(seed);
      const drawn = { name: `graph ${seed}`, workflow, scenario };
      if (!isValidPlan(drawn)) continue;
      const compared = compare(drawn);
      if (compared instanceof NotRead) continue;
      read += 1;
      wrong.push(...compared);
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(read).toBeGreaterThan(numRuns / 10);
  });

  it('on the fixed cases, save what it does not read', () => {
    const notRead = new Set<string>();
    const wrong: unknown[] = [];
    for (const fixed of cases) {
      for (const profile of fixed.profiles) {
        if (profile === 'orbit') continue;
        for (let turn = 0; turn < Math.min(fixed.repeat, 3); turn += 1) {
          const testCase = fixed.testCase(profile, turn);
          if (testCase.document !== undefined) continue;
          const compared = compare(testCase);
          if (compared instanceof NotRead) notRead.add(`${testCase.name}: ${compared.what}`);
          else wrong.push(...compared);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect([...notRead]).toEqual([]);
  });
});
