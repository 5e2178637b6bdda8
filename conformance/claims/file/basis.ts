/** What a claim rests on in a report, and its digest: the same for the same runs, however it is stored. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../../../core/model/canonical-json.ts';
import type { Certification, ProfileReport, RuleReport } from '../../suite/certification.ts';
import { countsFor, TIERS, type Tier } from '../levels.ts';
import type { ProfileClaim } from './schema.ts';

type Claimed = Pick<ProfileClaim, 'profile' | 'level' | 'addOns'>;

/** The level or profile itself first, then its add-ons; those that nobody can claim are left out. */
export const tiersOf = ({ profile, level, addOns }: Claimed): readonly Tier[] =>
  TIERS.filter(
    (tier) =>
      tier.profile === profile &&
      (tier.addOn === null ? tier.level === level : addOns.includes(tier.addOn)),
  );

/** The rules that count for a claim, in the order of the report. */
export const rulesOfClaim = (claimed: Claimed, report: ProfileReport): readonly RuleReport[] => {
  const tiers = tiersOf(claimed);
  return report.rules.filter((rule) => tiers.some((tier) => countsFor(rule, tier)));
};

/**
 * Of verdicts and of what was counted for them. Counterexamples are left out: they are looked
 * for within a time; and how the driver was named, which says nothing of the runtime.
 */
export const basisDigest = (certification: Certification, claims: readonly Claimed[]): string => {
  const { runtime, suite, seed, runs, level } = certification;
  const basis = {
    runtime: { name: runtime.name, version: runtime.version },
    ...{ rules: suite.rules, seed, runs, level },
    profiles: claims.map((claimed) => {
      const report = certification.profiles.find(({ profile }) => profile === claimed.profile);
      const { profile, level: claimedLevel, addOns } = claimed;
      return {
        claim: { profile, level: claimedLevel, addOns: addOns.toSorted() },
        rules: report === undefined ? [] : rulesOfClaim(claimed, report).map(countedOf),
        questions: claimedLevel === 'core' ? [] : (report?.questions ?? []),
      };
    }),
  };
  return `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalJson(basis))))}`;
};

const countedOf = ({ id, verdict, occurrences, runs, broken }: RuleReport): object => ({
  ...{ id, verdict, occurrences, runs, broken },
});
