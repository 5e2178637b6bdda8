/** What a certification says of a profile: its words, and the look that goes with them. */

import type { Certification, ProfileReport } from '../../suite/certification.ts';
import { type Standing, standingOf } from '../../suite/standing.ts';
import type { Verdict } from '../../suite/verdict.ts';
import { claimOf, conclusionOf } from '../certification/words.ts';

export interface Conclusion {
  /** The profile, with the level that was judged. */
  readonly claim: string;
  readonly word: string;
  /** The verdict whose look it has. */
  readonly look: Verdict;
}

export const concludeProfile = (
  report: ProfileReport,
  certification: Certification,
): Conclusion => {
  const { interrupted, truncated } = certification;
  const standing = standingOf(certification, report);
  const isCutShort = interrupted === true || truncated === true;
  return {
    claim: claimOf(report, certification),
    word: conclusionOf(report, certification),
    look: isCutShort && standing !== 'broken' ? 'inconclusive' : LOOKS[standing],
  };
};

const LOOKS: Readonly<Record<Standing, Verdict>> = {
  certified: 'pass',
  unbroken: 'pass',
  broken: 'fail',
  expected: 'degraded',
  unjudged: 'vacuous',
  'left-out': 'skipped',
};
