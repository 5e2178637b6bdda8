/** What a report leaves open: what was not judged, and why. */

import type { Certification, ProfileReport, RuleReport } from '../../suite/certification.ts';
import { table } from '../formats/markdown/text.ts';
import { plain } from './escape-markdown.ts';
import { expectationText, isExpected } from './words.ts';

export const gapSections = (certification: Certification): readonly (readonly string[])[] =>
  certification.profiles.flatMap((report) => [
    chapter(report, 'was expected to fail', report.rules.filter(isExpected), expectedReason),
    chapter(report, 'is unsupported', withVerdict(report, 'unsupported'), ownReason),
    // Of traces most rules have nothing to say.
    ...(certification.kind === 'traces'
      ? []
      : [chapter(report, 'never happened (vacuous)', withVerdict(report, 'vacuous'), ownReason)]),
    chapter(report, 'is not clear', withVerdict(report, 'inconclusive', 'blocked'), ownReason),
    chapter(report, 'is kept under another reading', withVerdict(report, 'choice'), ownReason),
  ]);

const withVerdict = (
  { rules }: ProfileReport,
  ...wanted: readonly RuleReport['verdict'][]
): readonly RuleReport[] => rules.filter(({ verdict }) => wanted.includes(verdict));

const ownReason = ({ reason }: RuleReport): string => reason ?? '';

const expectedReason = ({ expectedFailure }: RuleReport): string =>
  expectedFailure === null ? '' : expectationText(expectedFailure);

/** Rules with one reason share a row. */
const chapter = (
  { profile }: ProfileReport,
  what: string,
  rules: readonly RuleReport[],
  reasonOf: (rule: RuleReport) => string,
): readonly string[] => {
  const byReason = new Map<string, string[]>();
  for (const rule of rules) {
    const reason = reasonOf(rule);
    byReason.set(reason, [...(byReason.get(reason) ?? []), rule.id]);
  }
  const rows = [...byReason].map(([reason, ids]) => [
    plain(reason, 300),
    ids.map((id) => plain(id, 80)).join(', '),
  ]);
  return rows.length === 0
    ? []
    : [`## What ${what} (${profile})`, '', ...table(['why', 'rules'], rows)];
};
