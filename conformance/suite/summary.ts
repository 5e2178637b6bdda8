/** What a certification says as a whole: counts, and the exit code of the command. */

import type { Certification, ProfileReport, RuleReport } from './certification.ts';
import type { Verdict } from './verdict.ts';

export type Counts = { readonly [verdict in Verdict]: number };

export const countVerdicts = (reports: readonly RuleReport[]): Counts => {
  const counts: { [verdict in Verdict]: number } = {
    ...{ pass: 0, fail: 0, degraded: 0, choice: 0, unsupported: 0, vacuous: 0 },
    ...{ inconclusive: 0, blocked: 0, skipped: 0, stale: 0 },
  };
  for (const { verdict } of reports) counts[verdict] += 1;
  return counts;
};

/** Declared by somebody as broken, and it is: no alarm. It stands against a claim all the same. */
export const isExpected = ({ verdict, expectedFailure }: RuleReport): boolean =>
  (verdict === 'fail' || verdict === 'degraded') && expectedFailure !== null;

const ASSESSED: ReadonlySet<Verdict> = new Set([
  ...(['pass', 'fail', 'degraded', 'choice', 'inconclusive'] as const),
]);

/** Certified: no MUST is broken, no declared choice is another one, nothing was lost. */
export const isCertified = ({ rules, questions, blocked }: ProfileReport): boolean =>
  blocked === 0 &&
  !rules.some(({ verdict }) => verdict === 'fail') &&
  !questions.some(({ verdict }) => verdict === 'fail') &&
  rules.some(({ verdict }) => ASSESSED.has(verdict));

/**
 * Driver protocol, Verdicts: the lowest of 1, 3 and 4 wins. Of a shard only failures count: what it
 * has not seen, another may have.
 */
export const exitCodeOf = ({ profiles, shard }: Certification, isStrict: boolean): number => {
  const rules = profiles.flatMap((profile) => profile.rules);
  const counts = countVerdicts(rules.filter((rule) => !isExpected(rule)));
  const isWrong =
    counts.fail + counts.stale > 0 ||
    profiles.some(({ questions }) => questions.some(({ verdict }) => verdict === 'fail'));
  if (isWrong) return 1;
  if (profiles.some(({ blocked }) => blocked > 0)) return 3;
  if (shard !== null) return 0;
  if (!rules.some(({ verdict }) => ASSESSED.has(verdict))) return 2;
  const isUnclear = counts.degraded + counts.vacuous + counts.inconclusive + counts.blocked > 0;
  return isStrict && isUnclear ? 4 : 0;
};
