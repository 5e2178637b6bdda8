/** One run before all rules that judge runs. */

import type { Observation } from '../rules/observation.ts';
import { type Rule, type RunRule, type Strength, strengthOf } from '../rules/rule.ts';
import { createView, type View } from '../rules/view.ts';
import type { RunVerdict } from './verdict.ts';

/** Whether what a rule must see is there. */
export const canSee = ({ sees }: Pick<Rule, 'sees'>, observation: Observation): boolean =>
  sees.some((evidence) => {
    if (evidence === 'trace') return observation.trace !== null;
    return evidence === 'outcome' ? observation.report !== null : true;
  });

/** What each rule that can be judged on this run says of it. */
export const judgeRun = (
  rules: readonly Rule[],
  observation: Observation,
): readonly RunVerdict[] => {
  const view = createView(observation);
  return rules.flatMap((rule) =>
    rule.kind === 'run' && rule.profiles.includes(observation.profile) && canSee(rule, observation)
      ? [verdictOf(rule, view)]
      : [],
  );
};

export const verdictOf = (rule: RunRule, view: View): RunVerdict => {
  const { occurrences, breaches } = rule.judge(view);
  return {
    rule: rule.id,
    verdict: wordFor(strengthOf(rule, view.observation.profile), occurrences, breaches.length),
    occurrences,
    breaches,
  };
};

const wordFor = (
  strength: Strength,
  occurrences: number,
  breaches: number,
): RunVerdict['verdict'] => {
  if (breaches > 0) return strength === 'MUST' ? 'fail' : 'degraded';
  return occurrences > 0 ? 'pass' : 'vacuous';
};
