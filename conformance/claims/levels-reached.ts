/** Which claims a report supports, and what is missing for the next. */

import type { Certification, ProfileReport } from '../suite/certification.ts';
import { TIERS } from './levels.ts';
import { type Support, supportOf } from './support.ts';

export interface ProfileStanding {
  readonly profile: ProfileReport['profile'];
  /** Every claim that there is for the profile, the least first. */
  readonly standings: readonly Support[];
}

/** How each profile of a report stands to each claim that there is for it. */
export const levelsReached = (certification: Certification): readonly ProfileStanding[] =>
  certification.profiles.map((report) => ({
    profile: report.profile,
    standings: TIERS.filter(({ profile }) => profile === report.profile).map((tier) =>
      supportOf(report, certification, tier),
    ),
  }));

/** The highest level that is reached, add-ons apart; null where none is. */
export const highestOf = ({ standings }: ProfileStanding): Support | null =>
  standings.findLast(({ tier, reached }) => reached && tier.addOn === null) ?? null;

/** The level after it, if it is not reached; null where all is. */
export const nextOf = ({ standings }: ProfileStanding): Support | null =>
  standings.find(({ tier, reached }) => !reached && tier.addOn === null) ?? null;
