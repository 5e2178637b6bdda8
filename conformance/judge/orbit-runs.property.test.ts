/** Two readings of ORBIT that know nothing of each other: the simulator's runs, and the rules. */

import { expect, test } from 'vitest';
import { simulate } from '../../simulator/simulate.ts';
import { generate } from '../../testing/generate.ts';
import { generateOrbit } from '../../testing/generate-orbit.ts';
import { runs } from '../../testing/runs.ts';
import { verdictsOfRun } from './verdicts-of-run.ts';

const { numRuns, seed: firstSeed } = runs(20_000);

test('no generated run of ORBIT breaks a rule, and the rules of its abort are met', () => {
  const met = new Set<string>();
  for (let seed = firstSeed; seed < firstSeed + numRuns; seed += 1) {
    const { workflow, scenario } = generateOrbit(seed);
    const verdicts = verdictsOfRun(workflow, scenario, simulate(workflow, scenario)) ?? [];
    const broken = verdicts.filter(({ verdict }) => verdict === 'fail');
    expect(broken, `seed ${seed}`).toEqual([]);
    for (const { rule, verdict } of verdicts) if (verdict === 'pass') met.add(rule);
  }
  expect([...met]).toEqual(
    expect.arrayContaining([
      'compensation/every-succeeded',
      'compensation/one-at-a-time',
      'compensation/reverse-completion',
      'compensation/unit-per-element',
      'failure/awaits-in-flight',
      'failure/cancel-compensates',
      'failure/late-success-compensated',
      'failure/queue-timeout',
      'failure/workflow-timeout-compensates',
      'idempotence/key-default',
    ]),
  );
});

test('no graph of HarnessXML that runs under ORBIT’s decisions breaks a rule of ORBIT', () => {
  for (let seed = firstSeed; seed < firstSeed + numRuns; seed += 1) {
    const generated = generate(seed);
    const workflow = { ...generated.workflow, profile: 'orbit' as const, specVersion: null };
    const run = simulate(workflow, generated.scenario);
    expect(run.stalledBecause, `seed ${seed}`).toBeNull();
    const verdicts = verdictsOfRun(workflow, generated.scenario, run) ?? [];
    const broken = verdicts.filter(({ verdict }) => verdict === 'fail');
    expect(broken, `seed ${seed}`).toEqual([]);
  }
});
