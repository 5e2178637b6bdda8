/** A certification as data. */

import type { Certification } from '../../suite/certification.ts';
import { standingOf } from '../../suite/standing.ts';
import { countVerdicts, isCertified } from '../../suite/summary.ts';
import { safeJson } from '../terminal/visible.ts';

/** `certify --format json`: one object. */
export const renderCertificationJson = (certification: Certification, exitCode: number): string => {
  const profiles = certification.profiles.map((report) => ({
    ...report,
    certified: isCertified(report) && isWhole(certification),
    standing: standingOf(certification, report),
    counts: countVerdicts(report.rules),
  }));
  return `${safeJson(JSON.stringify({ ...certification, profiles, exitCode }, null, 2))}\n`;
};

/** What is only a part certifies nothing. */
const isWhole = ({ interrupted, truncated, shard }: Certification): boolean =>
  interrupted !== true && truncated !== true && shard === null;
