/** Makes a claim of a report, or says what stands against it. */

import type { Profile } from '../../../core/model/workflow.ts';
import { rules } from '../../rules/index.ts';
import type { AddOn, Level } from '../../rules/rule.ts';
import type { Certification, ProfileReport } from '../../suite/certification.ts';
import { ruleSetDigest } from '../../suite/rule-set-digest.ts';
import { claimable, obstacleText } from '../claim-sentences.ts';
import { countsFor, TIERS, tierName } from '../levels.ts';
import { levelsReached } from '../levels-reached.ts';
import { fingerprintOf } from '../measured-choices.ts';
import type { Support } from '../support.ts';
import { basisDigest, rulesOfClaim } from './basis.ts';
import { driverInWords } from './driver-words.ts';
import { CLAIM_VERSION, type Claim, type ProfileClaim } from './schema.ts';

/** What somebody wants to claim; what is left out is claimed as far as the report supports it. */
export interface Wanted {
  readonly profiles?: readonly Profile[] | undefined;
  readonly level?: Level | undefined;
  readonly addOns?: readonly AddOn[] | undefined;
}

export type MadeClaim =
  | {
      readonly ok: true;
      readonly claim: Claim;
      /** What is not claimed, and why, in sentences. */
      readonly left: readonly string[];
    }
  | { readonly ok: false; readonly refusals: readonly string[] };

export const makeClaim = (certification: Certification, wanted: Wanted = {}): MadeClaim => {
  const refusals = reportRefusals(certification, wanted);
  if (refusals.length > 0) return { ok: false, refusals };
  const claims: ProfileClaim[] = [];
  const left: string[] = [];
  const refused: string[] = [];
  for (const report of certification.profiles) {
    if (wanted.profiles?.includes(report.profile) === false) continue;
    const made = claimOf(certification, report, wanted);
    if (made.claim !== null) claims.push(made.claim);
    left.push(...made.left);
    refused.push(...made.refused);
  }
  if (refused.length > 0 || claims.length === 0) {
    const all = [...refused, ...(claims.length === 0 ? left : [])];
    return { ok: false, refusals: all.length > 0 ? all : ['The report has nothing to claim.'] };
  }
  const { runtime, suite, seed, runs, level } = certification;
  const driver = driverInWords(certification.driver?.words ?? '');
  if (driver === null) throw new RangeError('the report was refused for want of a driver');
  const claim: Claim = {
    claim: CLAIM_VERSION,
    runtime: { name: runtime.name, version: runtime.version },
    claims,
    suite: { name: suite.name, version: suite.version },
    rules: suite.rules,
    report: basisDigest(certification, claims),
    ...{ driver, seed, runs, asked: level },
  };
  return { ok: true, claim, left };
};

/** What makes a report no ground for any claim. */
const reportRefusals = (
  { kind, driver, suite, profiles }: Certification,
  wanted: Wanted,
): readonly string[] => {
  if (kind === 'traces' || driver === null) {
    return ['The report is of traces, and traces show single runs, not a runtime.'];
  }
  if (suite.rules !== ruleSetDigest(rules)) {
    return [
      `The report was made by other rules, of unwind ${suite.version}: make the claim with that version, or certify again.`,
    ];
  }
  if (driverInWords(driver.words) === null) {
    return [`The report names its driver in words that can't be read: ${driver.words}`];
  }
  const missing = wanted.profiles?.filter(
    (name) => !profiles.some((each) => each.profile === name),
  );
  if (missing !== undefined && missing.length > 0) {
    return missing.map((name) => `The report says nothing of profile ${name}.`);
  }
  return strangeWishes(wanted, wanted.profiles ?? profiles.map(({ profile }) => profile));
};

/** A level or an add-on that none of the profiles has: what is left would be another claim. */
const strangeWishes = (
  { level, addOns = [] }: Wanted,
  profiles: readonly Profile[],
): readonly string[] => {
  const tiers = TIERS.filter(({ profile }) => profiles.includes(profile));
  const names = profiles.join(', ');
  return [
    ...(level === undefined || tiers.some((tier) => tier.level !== null)
      ? []
      : [`Only profile harness has levels, and this is of ${names}.`]),
    ...addOns
      .filter((addOn) => !tiers.some((tier) => tier.addOn === addOn))
      .map((addOn) => `There is no add-on ${addOn} to ${names}.`),
  ];
};

interface MadeOfProfile {
  readonly claim: ProfileClaim | null;
  readonly left: readonly string[];
  /** What was wanted and is not there. */
  readonly refused: readonly string[];
}

const claimOf = (
  certification: Certification,
  report: ProfileReport,
  wanted: Wanted,
): MadeOfProfile => {
  const { profile } = report;
  const standings =
    levelsReached(certification).find((each) => each.profile === profile)?.standings ?? [];
  const absent = absentRules(report, standings);
  const supported = standings.filter((support) => !absent.has(support));
  const lost = standings.filter((support) => absent.has(support));
  const { level } = wanted;
  const within = supported.filter(
    ({ tier }) => level === undefined || tier.level === null || tier.level === level,
  );
  const chosen = claimable(within).filter(
    ({ tier }) => tier.addOn === null || wanted.addOns?.includes(tier.addOn) !== false,
  );
  const asked = [...within, ...lost].filter((support) => isAsked(support, wanted, standings));
  const refused = asked
    .filter((support) => !chosen.includes(support))
    .map((support) => againstSentence(support, absent.get(support)));
  const [base, ...addOns] = chosen;
  const left = standings
    .filter((support) => (!support.reached || absent.has(support)) && !asked.includes(support))
    .map((support) => againstSentence(support, absent.get(support)));
  if (base === undefined) return { claim: null, left, refused };
  const claimed = {
    profile,
    level: base.tier.level,
    addOns: addOns.flatMap(({ tier }) => (tier.addOn === null ? [] : [tier.addOn])),
  };
  const counted = rulesOfClaim(claimed, report);
  const gaps = new Map(
    chosen.flatMap((each) => each.gaps).map((gap) => [JSON.stringify(gap), gap]),
  );
  return {
    left,
    refused,
    claim: {
      ...claimed,
      gaps: [...gaps.values()].map((gap) => ({ ...gap, rules: [...gap.rules] })),
      verdicts: Object.fromEntries(
        counted.flatMap(({ id, verdict }) => (verdict === 'pass' ? [] : [[id, verdict]])),
      ),
      fingerprint: fingerprintOf(report),
      notes: [...report.notes],
    },
  };
};

/** Somebody named it, or the level or profile that it stands for. */
const isAsked = (
  { tier }: Support,
  { profiles, level, addOns }: Wanted,
  standings: readonly Support[],
): boolean => {
  if (tier.addOn !== null) return addOns?.includes(tier.addOn) === true;
  if (tier.level !== null) return level === tier.level;
  return profiles?.includes(tier.profile) === true && standings.length > 0;
};

/** Rules that a claim asks for and the report does not have: it was changed, or made otherwise. */
const absentRules = (
  report: ProfileReport,
  standings: readonly Support[],
): ReadonlyMap<Support, readonly string[]> => {
  const there = new Set(report.rules.map(({ id }) => id));
  return new Map(
    standings.flatMap((support) => {
      const absent = rules
        .filter(
          ({ id, profiles, level, addOn = null }) =>
            !there.has(id) &&
            profiles.includes(report.profile) &&
            countsFor({ level, addOn }, support.tier),
        )
        .map(({ id }) => id);
      return absent.length === 0 ? [] : [[support, absent] as const];
    }),
  );
};

const againstSentence = ({ tier, against }: Support, absent: readonly string[] = []): string => {
  const causes = [
    ...(absent.length === 0
      ? []
      : [obstacleText({ why: 'the report does not have them', rules: absent })]),
    ...against.map(obstacleText),
  ];
  const shown = causes.slice(0, MOST_CAUSES);
  const rest = causes.length > MOST_CAUSES ? `; and ${causes.length - MOST_CAUSES} more` : '';
  return `No claim of ${tierName(tier)}: ${shown.join('; ') || 'nothing of it was judged'}${rest}.`;
};

const MOST_CAUSES = 20;
