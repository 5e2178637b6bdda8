/** Which rules get a page of their own, and in which order: what is broken most says best what it is. */

import type { Profile } from '../../../core/model/workflow.ts';
import type { Certification, RuleReport } from '../../suite/certification.ts';
import type { Verdict } from '../../suite/verdict.ts';

export interface Failure {
  /** From 1, over all profiles. */
  readonly number: number;
  readonly anchor: string;
  readonly profile: Profile;
  readonly rule: RuleReport;
  /** With its document, its scenario and its picture; of very many failures the last have none. */
  readonly isWhole: boolean;
}

const OF_THEIR_OWN: readonly Verdict[] = ['fail', 'stale', 'degraded', 'choice'];

/** Beyond these a page would take too long to open. */
const MOST_WHOLE = 48;

export const failuresOf = ({ profiles }: Certification): readonly Failure[] => {
  const shown = profiles.flatMap(({ profile, rules }) =>
    rules
      .filter(isShown)
      .toSorted((one, other) => shareOf(other) - shareOf(one))
      .map((rule) => ({ profile, rule })),
  );
  const found = shown.toSorted((one, other) => rankOf(one.rule) - rankOf(other.rule));
  return found.map(({ profile, rule }, index) => ({
    number: index + 1,
    anchor: `failure-${index + 1}`,
    profile,
    rule,
    isWhole: index < MOST_WHOLE,
  }));
};

const isShown = ({ verdict, breach, counterexample, document }: RuleReport): boolean =>
  OF_THEIR_OWN.includes(verdict) &&
  (verdict !== 'choice' || breach !== null || counterexample !== null || document !== null);

const rankOf = ({ verdict }: RuleReport): number => OF_THEIR_OWN.indexOf(verdict);

/** Some more runs than there were, so that much in few runs is less than most in many. */
const shareOf = ({ broken, runs }: RuleReport): number => broken / (runs + 5);

/** The failure of a rule in a profile; null where it has none. */
export const failureFinder = (
  failures: readonly Failure[],
): ((profile: Profile, rule: string) => Failure | null) => {
  const byName = new Map(
    failures.map((failure) => [`${failure.profile} ${failure.rule.id}`, failure]),
  );
  return (profile, rule) => byName.get(`${profile} ${rule}`) ?? null;
};
