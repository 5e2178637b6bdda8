/** How every format names what it tells. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type {
  Certification,
  ExpectedFailure,
  ProfileReport,
  RuleReport,
} from '../../suite/certification.ts';
import { brokenSoFar, standingOf } from '../../suite/standing.ts';
import { isExpected } from '../../suite/summary.ts';
import type { Verdict } from '../../suite/verdict.ts';
import { told } from './told.ts';

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  pass: 'passed',
  fail: 'broken',
  degraded: 'degraded',
  choice: 'another reading',
  unsupported: 'unsupported',
  vacuous: 'vacuous',
  inconclusive: 'inconclusive',
  blocked: 'blocked',
  skipped: 'skipped',
  stale: 'stale',
};

/** The worst first, but for what is good. */
export const VERDICT_ORDER: readonly Verdict[] = [
  ...(['pass', 'fail', 'stale', 'degraded', 'choice', 'vacuous', 'inconclusive'] as const),
  ...(['blocked', 'unsupported', 'skipped'] as const),
];

/** `acme 2`, or how many traces. */
export const titleOf = ({ kind, runtime, profiles }: Certification): string =>
  kind === 'traces'
    ? countOf(profiles[0]?.cases ?? 0, 'trace')
    : `${runtime.name} ${runtime.version}`;

/** What is claimed of a profile: `harness, level core`. */
export const claimOf = (
  { profile }: Pick<ProfileReport, 'profile'>,
  { kind, level }: Certification,
): string =>
  profile === 'harness' && kind === 'runtime' ? `harness, level ${level ?? 'full'}` : profile;

/** What came of a profile, in a few words. */
export const conclusionOf = (report: ProfileReport, certification: Certification): string => {
  const soFar = soFarOf(certification);
  switch (standingOf(certification, report)) {
    case 'certified':
      return 'certified';
    case 'unbroken':
      return soFar === null ? 'no rule is broken' : `${soFar}; no rule is broken so far`;
    case 'broken':
      return certification.kind === 'traces' ? 'not right' : 'not certified';
    case 'expected':
      return `${soFar === null ? '' : `${soFar}; `}not certified: what is broken was expected`;
    case 'unjudged':
      return soFar === null ? 'nothing could be judged' : `${soFar}${seenSoFar(report)}`;
    case 'left-out':
      return 'nothing of it was asked for';
  }
};

const soFarOf = ({ interrupted, truncated }: Certification): string | null => {
  if (truncated === true) return 'the record is cut off';
  return interrupted === true ? 'interrupted' : null;
};

/** Where the verdicts are missing, what the runs tell. */
const seenSoFar = (report: ProfileReport): string => {
  const broken = [...brokenSoFar(report)].map(
    ([rule, runs]) => `${rule} (${countOf(runs, 'run')})`,
  );
  const { length } = report.ran;
  const told = `after ${length} of ${report.planned} runs`;
  if (broken.length === 0) return `; nothing is concluded ${told}`;
  const rest = broken.length > MOST_NAMED ? ` and ${broken.length - MOST_NAMED} more` : '';
  return `; ${told} there are breaches of ${broken.slice(0, MOST_NAMED).join(', ')}${rest}`;
};

const MOST_NAMED = 5;

const LONGEST_FAMILY = 60;

export const familyOf = ({ id }: Pick<RuleReport, 'id'>): string => {
  const end = id.indexOf('/');
  return told(end === -1 ? id : id.slice(0, end), LONGEST_FAMILY);
};

/** `broken in 3 of 90 runs`, or how often what it speaks of was seen; empty where it never was. */
export const seenOf = ({ occurrences, runs, broken }: RuleReport): string => {
  if (runs === 0) return '';
  return broken > 0
    ? `broken in ${broken} of ${countOf(runs, 'run')}`
    : `seen ${countOf(occurrences, 'time')} in ${countOf(runs, 'run')}`;
};

/** A shell takes no longer one. */
const LONGEST_TOKEN = 100_000;

/** What a person types to have a counterexample run again. */
export const replayCommand = (token: string, { driver }: Certification): string => {
  const words = driver?.words.trim() ?? '';
  if (token.length > LONGEST_TOKEN) return 'unwind replay report.json';
  return `unwind replay ${token}${words === '' ? '' : ` ${words}`}`;
};

export { isExpected };

/** `expected to fail until 2027-01-31: no clock of its own (JIRA-7)` */
export const expectationText = ({ reason, expires, ticket }: ExpectedFailure): string =>
  `expected to fail until ${expires}: ${reason}${ticket === undefined ? '' : ` (${ticket})`}`;

/** Rules that are broken, the ones that are nearly always broken first: they say best what is wrong. */
export const brokenRules = ({ rules }: ProfileReport): readonly RuleReport[] =>
  rules
    .filter((report) => report.verdict === 'fail' && !isExpected(report))
    .toSorted((one, other) => shareOf(other) - shareOf(one));

/** Some more runs than there were, so that much in few runs is less than most in many. */
const shareOf = ({ broken, runs }: RuleReport): number => broken / (runs + 5);
