/** Holds a claim against a report that was made for it: what of it is so, and what is not. */

import type { Certification, ProfileReport, RuleReport } from '../../suite/certification.ts';
import { cut } from '../../suite/cut.ts';
import { obstacleText } from '../claim-sentences.ts';
import { tierName } from '../levels.ts';
import { fingerprintOf } from '../measured-choices.ts';
import { type Gap, type Support, supportOf } from '../support.ts';
import { basisDigest, rulesOfClaim, tiersOf } from './basis.ts';
import type { Claim, ProfileClaim } from './schema.ts';

export interface ClaimCheck {
  readonly verified: boolean;
  /** All that is otherwise than the claim says, what refutes it first. */
  readonly differences: readonly ClaimDifference[];
}

export interface ClaimDifference {
  /** Whether the claim is refuted by it; else it is only worth knowing. */
  readonly refutes: boolean;
  /** A sentence without its full stop. */
  readonly message: string;
}

/** @param certification By the rules of this version, whichever the claim was made by. */
export const checkClaim = (claim: Claim, certification: Certification): ClaimCheck => {
  const ofClaims = claim.claims.flatMap((each) => checkProfile(each, claim, certification));
  const differences = [
    ...checkRuntime(claim, certification),
    ...checkRuns(claim, certification),
    ...ofClaims,
    ...checkSuite(claim, certification),
    ...checkDigest(claim, certification, ofClaims.length > 0),
  ];
  return {
    verified: !differences.some(({ refutes }) => refutes),
    differences: [
      ...differences.filter(({ refutes }) => refutes),
      ...differences.filter(({ refutes }) => !refutes),
    ],
  };
};

/** Of what a claim says; more would bury what is said of it. */
const LONGEST_NAME = 100;

const refuting = (message: string): ClaimDifference => ({ refutes: true, message });
const telling = (message: string): ClaimDifference => ({ refutes: false, message });

const checkRuntime = ({ runtime }: Claim, seen: Certification): readonly ClaimDifference[] => {
  const { name, version } = seen.runtime;
  if (name !== runtime.name) {
    const claimed = cut(runtime.name, LONGEST_NAME);
    return [refuting(`the claim is of ${claimed}, and the driver leads to ${name}`)];
  }
  if (version === runtime.version) return [];
  const claimed = cut(runtime.version, LONGEST_NAME);
  return [refuting(`the claim is of ${name} ${claimed}, and this is ${name} ${version}`)];
};

const checkRuns = ({ seed, runs }: Claim, seen: Certification): readonly ClaimDifference[] =>
  seed === seen.seed && runs === seen.runs
    ? []
    : [
        refuting(
          `the claim is of ${runs} generated runs with seed ${seed}, and the report of ${seen.runs} with seed ${seen.seed}`,
        ),
      ];

const checkSuite = ({ suite, rules }: Claim, seen: Certification): readonly ClaimDifference[] => {
  if (rules !== seen.suite.rules) {
    return [
      telling(
        `the claim was made by the rules of unwind ${suite.version} (${short(rules)}); it was judged by those of unwind ${seen.suite.version} (${short(seen.suite.rules)})`,
      ),
    ];
  }
  return suite.version === seen.suite.version
    ? []
    : [
        telling(
          `the claim was made with unwind ${suite.version}, and this is ${seen.suite.version}; the rules are the same, their cases may have changed`,
        ),
      ];
};

const short = (digest: string): string => digest.slice(0, 'sha256:'.length + 12);

/** @param isTold Whether there are differences that make this one plain. */
const checkDigest = (
  claim: Claim,
  certification: Certification,
  isTold: boolean,
): readonly ClaimDifference[] => {
  if (isTold || basisDigest(certification, claim.claims) === claim.report) return [];
  const isReal = certification.driver?.clock.kind === 'real';
  const why = isReal ? ', as it may on a real clock' : '';
  return [
    telling(
      `the verdicts agree, but not how often each rule was seen: the digest of what the claim rests on is another one${why}`,
    ),
  ];
};

const checkProfile = (
  claimed: ProfileClaim,
  claim: Claim,
  certification: Certification,
): readonly ClaimDifference[] => {
  const report = certification.profiles.find(({ profile }) => profile === claimed.profile);
  const isUnsupported = (id: string): boolean =>
    report?.rules.some((rule) => rule.id === id && rule.verdict === 'unsupported') ?? false;
  if (report === undefined) {
    return [refuting(`the runtime does not declare profile ${claimed.profile} any more`)];
  }
  const supports = tiersOf(claimed).map((tier) => supportOf(report, certification, tier));
  const told = new Set([
    ...supports.flatMap(({ against }) => against.flatMap(({ rules }) => rules)),
    ...supports.flatMap(({ gaps }) => gaps.flatMap(({ rules }) => rules)).filter(isUnsupported),
  ]);
  return [
    ...supports.flatMap(checkSupport),
    ...checkGaps(claimed, supports),
    ...checkVerdicts(claimed, claim, certification, report, told),
    ...checkNames(claimed, report),
    ...checkFingerprint(claimed, report),
  ];
};

const checkSupport = ({ tier, reached, against }: Support): readonly ClaimDifference[] => {
  if (reached) return [];
  const name = tierName(tier);
  if (against.length === 0) return [refuting(`${name} is not reached: nothing of it was judged`)];
  return against.map((obstacle) => refuting(`${name} is not reached: ${obstacleText(obstacle)}`));
};

const checkGaps = (
  { gaps }: ProfileClaim,
  supports: readonly Support[],
): readonly ClaimDifference[] => {
  const now = supports.flatMap((support) => support.gaps);
  const key = ({ capability, rules }: Gap | ProfileClaim['gaps'][number]): string =>
    capability ?? rules.join(', ');
  const claimed = new Map(gaps.map((gap) => [key(gap), gap]));
  const found = new Map(now.map((gap) => [key(gap), gap]));
  return [
    ...[...found].flatMap(([name, { reason }]) => {
      const said = claimed.get(name);
      if (said === undefined) {
        return [refuting(`the runtime lacks ${name} (${reason}), which the claim does not say`)];
      }
      return said.reason === reason
        ? []
        : [
            telling(
              `of ${name} the driver now says: ${reason}; the claim says: ${cut(said.reason)}`,
            ),
          ];
    }),
    ...[...claimed.keys()]
      .filter((name) => !found.has(name))
      .slice(0, MOST_NAMES)
      .map((name) => telling(`the claim names a gap that is none: ${cut(name, LONGEST_NAME)}`)),
  ];
};

const GOOD: { readonly [verdict: string]: number } = { pass: 2, choice: 2, degraded: 1, fail: 0 };

/** @param told Rules that something was said of already. */
const checkVerdicts = (
  claimed: ProfileClaim,
  { rules }: Claim,
  { suite }: Certification,
  report: ProfileReport,
  told: ReadonlySet<string>,
): readonly ClaimDifference[] =>
  rulesOfClaim(claimed, report).flatMap((rule) => {
    const { id, verdict } = rule;
    const isNamed = Object.hasOwn(claimed.verdicts, id);
    const was = isNamed ? claimed.verdicts[id] : 'pass';
    if (was === undefined || was === verdict || told.has(id)) return [];
    // By other rules nobody knows whether the claim speaks of it.
    const isSure = isNamed || rules === suite.rules;
    return [differenceOf(rule, was, isSure)];
  });

const differenceOf = (rule: RuleReport, was: string, isSure: boolean): ClaimDifference => {
  const { id, verdict, breach, reason } = rule;
  const how = breach?.message ?? reason;
  const message = `${id} is ${verdict}, and the claim says ${was}${how === null ? '' : `: ${how}`}`;
  const is = GOOD[verdict];
  const before = GOOD[was];
  const isWorse = is !== undefined && is < (before ?? 2);
  return isSure && isWorse ? refuting(message) : telling(message);
};

/** A rule that is not judged here says nothing, whatever the claim says of it. */
const checkNames = (claimed: ProfileClaim, report: ProfileReport): readonly ClaimDifference[] => {
  const known = new Set(rulesOfClaim(claimed, report).map(({ id }) => id));
  return Object.keys(claimed.verdicts)
    .filter((id) => !known.has(id))
    .slice(0, MOST_NAMES)
    .map((id) =>
      telling(`the claim names a rule that is none of it here: ${cut(id, LONGEST_NAME)}`),
    );
};

const MOST_NAMES = 20;

const checkFingerprint = (
  { fingerprint }: ProfileClaim,
  report: ProfileReport,
): readonly ClaimDifference[] => {
  const now = partsOf(fingerprintOf(report));
  return [...partsOf(fingerprint)].slice(0, MOST_CHOICES).flatMap(([id, reading]) => {
    const seen = now.get(id);
    if (seen === undefined) {
      return [telling(`the claim names a choice that is not asked here: ${cut(id, LONGEST_NAME)}`)];
    }
    if (bare(seen) === bare(reading)) return [];
    const message = `${id} was seen as ${seen}, and the claim says ${cut(reading, LONGEST_NAME)}`;
    return [isKnown(seen) && isKnown(reading) ? refuting(message) : telling(message)];
  });
};

/** Some times as many as there are. */
const MOST_CHOICES = 200;

/** `calls=n order=reverse` by its names. */
const partsOf = (fingerprint: string): ReadonlyMap<string, string> =>
  new Map(
    fingerprint.split(' ').flatMap((part) => {
      const at = part.indexOf('=');
      return at < 1 ? [] : [[part.slice(0, at), part.slice(at + 1)] as const];
    }),
  );

/** A reading that is only declared is the same reading. */
const bare = (reading: string): string => reading.replace(/^~/, '');

const isKnown = (reading: string): boolean => !['?', '-', ''].includes(reading);
