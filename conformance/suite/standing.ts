/** What a report may claim for a profile: no more than what was judged. */

import type { Certification, ProfileReport } from './certification.ts';
import { LEFT_OUT } from './selection.ts';
import { countVerdicts, isCertified, isExpected } from './summary.ts';

export type Standing =
  /** All was judged that was to be, and nothing is broken. */
  | 'certified'
  /** Nothing is broken in what was judged, which is only a part. */
  | 'unbroken'
  | 'broken'
  /** Something is broken, and all of it was expected: it is not certified, and is no alarm. */
  | 'expected'
  /** Nothing is known to be broken, and nothing could be judged. */
  | 'unjudged'
  /** Nothing of it was asked for. */
  | 'left-out';

export const standingOf = (certification: Certification, report: ProfileReport): Standing => {
  const { rules, questions, blocked } = report;
  const { fail, stale } = countVerdicts(rules.filter((rule) => !isExpected(rule)));
  if (isCertified(report)) {
    if (stale > 0) return 'broken';
    return isPart(certification, report) ? 'unbroken' : 'certified';
  }
  if (fail + stale + blocked > 0 || questions.some(({ verdict }) => verdict === 'fail')) {
    return 'broken';
  }
  if (rules.some(isExpected)) return 'expected';
  const isLeftOut = rules.length > 0 && rules.every(({ verdict }) => verdict === 'skipped');
  return isLeftOut ? 'left-out' : 'unjudged';
};

/** Whether more was to be judged than was. */
const isPart = (
  { kind, interrupted, truncated, shard }: Certification,
  { rules }: ProfileReport,
): boolean =>
  kind === 'traces' ||
  interrupted === true ||
  truncated === true ||
  shard !== null ||
  rules.some(({ reason }) => reason === LEFT_OUT);

/** Rule → in how many runs it is broken, where the record ends before its verdicts. */
export const brokenSoFar = ({ ran }: ProfileReport): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { broken } of ran) {
    for (const rule of broken) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return counts;
};
