/** Which rules catch a mutant, and how soon. */

import type { Profile } from '../../core/model/workflow.ts';
import type { Observation } from '../rules/observation.ts';
import type { Rule, RunRule, Sample, SampleRule } from '../rules/rule.ts';
import { createView, type View } from '../rules/view.ts';
import type { TestCase } from '../suite/case.ts';
import { canSee } from '../suite/judge-run.ts';
import type { Mutant } from './mutant.ts';
import { type Observe, observerOf } from './runtime.ts';

/** Rule → how many runs it took, in the profile in which it took least. */
export type Kills = ReadonlyMap<string, number>;

export interface Hunt {
  /** Cases of a profile, by number from 0. */
  readonly caseOf: (profile: Profile, number: number) => TestCase;
  /** Runs in each profile. */
  readonly runs: number;
  readonly rules: readonly Rule[];
}

/** Runs the mutant until each of the rules has caught it, or there are no runs left. */
export const hunt = (mutant: Mutant, { caseOf, runs, rules }: Hunt): Kills => {
  const kills = new Map<string, number>();
  const observe = observerOf(mutant);
  for (const profile of mutant.profiles) {
    const open = new Set(rules.filter((rule) => rule.profiles.includes(profile)));
    for (const rule of open) if (kills.has(rule.id)) open.delete(rule);
    const samples = new Map<Rule, Sample[]>();
    for (let number = 0; number < runs && open.size > 0; number += 1) {
      const observation = observed(observe, caseOf(profile, number));
      if (observation === null) continue;
      const view = createView(observation);
      for (const rule of open) {
        if (!catches(rule, view, observation, samples, number)) continue;
        kills.set(rule.id, number + 1);
        open.delete(rule);
      }
    }
  }
  return kills;
};

/** A mutant that throws has a defect of its own; the suite would call it blocked. */
const observed = (observe: Observe, testCase: TestCase): Observation | null => {
  try {
    return observe(testCase);
  } catch (error) {
    if (error instanceof Error && error.name === 'ProtocolError') return null;
    throw error;
  }
};

const catches = (
  rule: Rule,
  view: View,
  observation: Observation,
  samples: Map<Rule, Sample[]>,
  number: number,
): boolean => {
  if (!canSee(rule, observation)) return false;
  switch (rule.kind) {
    case 'run':
      return breaks(rule, view);
    case 'sample':
      return concludes(rule, view, samples, number);
    case 'document':
      return false;
  }
};

const breaks = (rule: RunRule, view: View): boolean => rule.judge(view).breaches.length > 0;

/** What many runs show is looked at again every so many runs. */
const LOOK = 20;

const concludes = (
  rule: SampleRule,
  view: View,
  samples: Map<Rule, Sample[]>,
  number: number,
): boolean => {
  const known = samples.get(rule) ?? [];
  samples.set(rule, known);
  known.push(...rule.sample(view));
  return number % LOOK === LOOK - 1 && rule.conclude(known).breaches.length > 0;
};
