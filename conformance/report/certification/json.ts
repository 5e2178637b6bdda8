/** A certification as data. */

import type { Certification } from '../../suite/certification.ts';
import { countVerdicts, isCertified } from '../../suite/summary.ts';
import { safeJson } from '../terminal/visible.ts';

/** `certify --format json`: one object. */
export const renderCertificationJson = (certification: Certification, exitCode: number): string => {
  const profiles = certification.profiles.map((report) => ({
    ...report,
    certified: isCertified(report) && certification.interrupted !== true,
    counts: countVerdicts(report.rules),
  }));
  return `${safeJson(JSON.stringify({ ...certification, profiles, exitCode }, null, 2))}\n`;
};
