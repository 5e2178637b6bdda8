/** The built-in runtime breaks no rule, whatever happens to it: two readings of one specification. */

import { describe, expect, it } from 'vitest';
import type { Profile } from '../../core/model/workflow.ts';
import { simulate } from '../../simulator/index.ts';
import { type Generated, generate } from '../../testing/generate.ts';
import { generateOrbit } from '../../testing/generate-orbit.ts';
import { runs } from '../../testing/runs.ts';
import { rules } from '../rules/index.ts';
import { createView } from '../rules/view.ts';
import { observationOfRun } from './observation-of-run.ts';

const breachesOf = (
  made: (seed: number) => Generated,
  profile: Profile,
  numRuns: number,
  hasTrace: boolean,
): readonly unknown[] => {
  const breaches: unknown[] = [];
  for (let seed = 0; seed < numRuns; seed += 1) {
    const { workflow, scenario } = made(seed);
    const scene = { ...scenario, profile };
    const seen = observationOfRun(workflow, scene, simulate(workflow, scene));
    const view = createView(hasTrace ? seen : { ...seen, trace: null });
    for (const rule of rules) {
      if (rule.kind !== 'run' || !rule.profiles.includes(profile)) continue;
      for (const breach of rule.judge(view).breaches) {
        breaches.push({ seed, rule: rule.id, ...breach });
      }
    }
  }
  return breaches.slice(0, 5);
};

describe.each([
  ['harness', generate, 50_000],
  ['baseline', generate, 50_000],
  ['orbit', (seed: number) => generateOrbit(seed), 50_000],
] as const)('generated runs of profile %s', (profile, made, full) => {
  it('break no rule', () => {
    expect(breachesOf(made, profile, runs(full).numRuns, true)).toEqual([]);
  });

  it('break none that looks at calls and the outcome alone', () => {
    expect(breachesOf(made, profile, runs(full / 2).numRuns, false)).toEqual([]);
  });
});
