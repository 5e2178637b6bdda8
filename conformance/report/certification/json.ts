/** A certification as data. */

import { tierName } from '../../claims/levels.ts';
import { levelsReached } from '../../claims/levels-reached.ts';
import { fingerprintOf, measuredChoices } from '../../claims/measured-choices.ts';
import type { Certification, ProfileReport } from '../../suite/certification.ts';
import { standingOf } from '../../suite/standing.ts';
import { countVerdicts, isCertified } from '../../suite/summary.ts';
import { safeJson } from '../terminal/visible.ts';

/** `certify --format json`: one object. */
export const renderCertificationJson = (certification: Certification, exitCode: number): string => {
  const profiles = certification.profiles.map((report) => ({
    ...report,
    ...ranOf(report),
    certified: isCertified(report) && isWhole(certification),
    standing: standingOf(certification, report),
    counts: countVerdicts(report.rules),
    claims: claimsOf(certification, report),
    fingerprint: fingerprintOf(report),
    choices: measuredChoices(report),
  }));
  return `${safeJson(JSON.stringify({ ...certification, profiles, exitCode }, null, 2))}\n`;
};

/** What the report supports of what there is to claim. */
const claimsOf = (certification: Certification, { profile }: ProfileReport): readonly object[] =>
  levelsReached(certification)
    .filter((each) => each.profile === profile)
    .flatMap(({ standings }) => standings)
    .map(({ tier, reached, against, gaps, degraded }) => ({
      ...{ name: tierName(tier), level: tier.level, addOn: tier.addOn },
      ...{ reached, against, gaps, degraded },
    }));

/** What is only a part certifies nothing. */
const isWhole = ({ interrupted, truncated, shard }: Certification): boolean =>
  interrupted !== true && truncated !== true && shard === null;

/** Of each profile; a text can not be longer than some hundred million units. The record has all. */
const MOST_RAN = 100_000;

const ranOf = ({ ran }: ProfileReport): object =>
  ran.length <= MOST_RAN ? {} : { ran: ran.slice(0, MOST_RAN), ranLeftOut: ran.length - MOST_RAN };
