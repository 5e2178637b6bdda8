/** The built-in runtime breaks no rule, whatever happens to it: two readings of one specification. */

import { describe, expect, it } from 'vitest';
import { simulate } from '../../simulator/index.ts';
import { generate } from '../../testing/generate.ts';
import { runs } from '../../testing/runs.ts';
import { rules } from '../rules/index.ts';
import { createView } from '../rules/view.ts';
import { observationOfRun } from './observation-of-run.ts';

describe.each(['harness', 'baseline'] as const)('generated runs of profile %s', (profile) => {
  it('break no rule', () => {
    const breaches: unknown[] = [];
    const { numRuns } = runs(50_000);
    for (let seed = 0; seed < numRuns; seed += 1) {
      const { workflow, scenario } = generate(seed);
      const scene = { ...scenario, profile };
      const view = createView(observationOfRun(workflow, scene, simulate(workflow, scene)));
      for (const rule of rules) {
        if (rule.kind !== 'run' || !rule.profiles.includes(profile)) continue;
        for (const breach of rule.judge(view).breaches) {
          breaches.push({ seed, rule: rule.id, ...breach });
        }
      }
    }
    expect(breaches.slice(0, 5)).toEqual([]);
  });
});
