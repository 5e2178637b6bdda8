/** What becomes of a verdict that somebody expected. */

import type { Profile } from '../../../core/model/workflow.ts';
import type { Expectations, ExpectedFailure, ExpectedRule, RuleReport } from '../certification.ts';
import type { Verdict } from '../verdict.ts';

/** What was judged and is not broken. What was not judged says nothing of an expectation. */
const RIGHT: ReadonlySet<Verdict> = new Set(['pass', 'choice']);
const BROKEN: ReadonlySet<Verdict> = new Set(['fail', 'degraded']);

interface Judging {
  readonly expected?: Expectations;
  /** In a part, a rule that is broken elsewhere may be right: nothing is stale there. */
  readonly shard?: object | null;
}

/** Says of a rule that was judged whether it was expected to be broken, and what follows. */
export const judgeExpected = (
  report: RuleReport,
  profile: Profile,
  { expected, shard = null }: Judging,
): RuleReport => {
  const entry = expected?.failures.find((each) => speaksOf(each, report.id, profile));
  if (entry === undefined || expected === undefined) return report;
  const { reason, expires, ticket } = entry;
  const expectedFailure: ExpectedFailure = {
    ...{ reason, expires },
    ...(ticket === undefined ? {} : { ticket }),
  };
  if (BROKEN.has(report.verdict)) {
    if (expected.on <= expires) return { ...report, expectedFailure };
    const sentence = `it was expected to be broken until ${expires}, and is so on ${expected.on}: that excuses it no more (${reason})`;
    return { ...report, reason: sentence };
  }
  if (!RIGHT.has(report.verdict) || shard !== null) return report;
  const how =
    report.reason === null ? 'it is not' : `it is right by another reading, ${report.reason}`;
  const sentence = `it was expected to be broken, and ${how}: take the expectation away`;
  return { ...report, verdict: 'stale', expectedFailure, reason: sentence };
};

const speaksOf = ({ rule, profile }: ExpectedRule, id: string, under: Profile): boolean =>
  rule === id && (profile === undefined || profile === under);
