/** What a certification says of a profile, in a few words. */

import type { Certification, ProfileReport } from '../../suite/certification.ts';
import { standingOf } from '../../suite/standing.ts';
import type { Verdict } from '../../suite/verdict.ts';

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
  const { kind, level, interrupted, truncated } = certification;
  const isTraces = kind === 'traces';
  const claim =
    report.profile === 'harness' && !isTraces
      ? `harness, level ${level ?? 'full'}`
      : report.profile;
  const said = (word: string, look: Verdict): Conclusion => ({ claim, word, look });
  switch (standingOf(certification, report)) {
    case 'certified':
      return said('certified', 'pass');
    case 'unbroken':
      return interrupted === true || truncated === true
        ? said('no rule is broken so far', 'inconclusive')
        : said('no rule is broken', 'pass');
    case 'broken':
      return said(isTraces ? 'not right' : 'not certified', 'fail');
    case 'unjudged':
      return said('nothing could be judged', 'vacuous');
    case 'left-out':
      return said('not asked for', 'skipped');
  }
};
