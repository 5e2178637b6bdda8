/** Two readings of HarnessXML, the simulator and a plain interpreter, come to the same. */

import { describe, expect, it } from 'vitest';
import { simulate } from '../../../simulator/index.ts';
import { generate } from '../../../testing/generate.ts';
import { runs } from '../../../testing/runs.ts';
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

/** Cases of the suite's own generator, all of which must be read. */
const differencesIn = (count: number, seed: number, rule?: string): readonly unknown[] => {
  const space = { profile: 'harness' as const, allows: everything, ...(rule ? { rule } : {}) };
  const wrong: unknown[] = [];
  for (let number = 0; number < count; number += 1) {
    const compared = compare(generatedCase(space, seed, number));
    if (compared instanceof NotRead) wrong.push({ number, notRead: compared.what });
    else wrong.push(...compared);
  }
  return wrong.slice(0, 3);
};

describe('simulator and second reading come to the same', () => {
  it('on generated cases of every kind', () => {
    const { numRuns, seed } = runs(60_000);
    expect(differencesIn(numRuns, seed)).toEqual([]);
  });

  // What is rare in the mix is common here.
  it.each([
    ...['retry/jitter-full', 'retry/large-counts', 'timeout/skip', 'timeout/retry-bounded'],
    ...['idempotence/never-cancelled', 'failure/all-error-edges', 'failure/cancel-ends-cancelled'],
    ...['compensation/continues', 'compensation/own-retry', 'compensation/unit-per-element'],
    ...['schedule/join-any', 'schedule/decision-first-true', 'schedule/data-edge'],
    ...['schedule/loop-bounds', 'schedule/control-edge'],
  ])('on cases about %s', (rule) => {
    const { numRuns, seed } = runs(4000);
    expect(differencesIn(numRuns, seed, rule)).toEqual([]);
  });

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
    for (const fixed of cases.filter(({ profiles }) => profiles.includes('harness'))) {
      for (let turn = 0; turn < Math.min(fixed.repeat, 3); turn += 1) {
        const testCase = fixed.testCase('harness', turn);
        if (testCase.document !== undefined) continue;
        const compared = compare(testCase);
        if (compared instanceof NotRead) notRead.add(`${testCase.name}: ${compared.what}`);
        else wrong.push(...compared);
      }
    }
    expect(wrong).toEqual([]);
    expect([...notRead]).toEqual([]);
  });
});
