/** What a certification is made of, as lines of a record. */

import type {
  Certification,
  Counterexample,
  Incident,
  ProfileReport,
  QuestionReport,
  RanCase,
  RuleReport,
} from '../../suite/certification.ts';
import type { About } from '../../suite/course.ts';
import { standingOf } from '../../suite/standing.ts';
import { RECORD_VERSION } from './schema.ts';

/** A line before it is text. */
export type Line = { readonly kind: string } & { readonly [member: string]: unknown };

/** Whatever else a certification comes to say of itself stands in the header, too. */
export const headerOf = (about: About | Certification): Line => {
  const { kind, profiles, incidents, interrupted, truncated, stderr, ...rest } =
    about as Certification;
  return { kind: 'header', version: RECORD_VERSION, of: kind, ...rest };
};

export const profileOf = ({
  profile,
  planned,
}: Pick<ProfileReport, 'profile' | 'planned'>): Line => ({
  ...{ kind: 'profile', profile, planned },
});

export const caseOf = (profile: string, ran: RanCase): Line => ({ kind: 'case', profile, ...ran });

export const incidentOf = (incident: Incident): Line => ({
  ...{ kind: 'log', of: 'incident', incident },
});

export const stderrOf = (text: string): Line => ({ kind: 'log', of: 'stderr', text });

/** The events of its counterexample and, in a shard, its samples; then the verdict. */
export function* verdictOf(profile: string, report: RuleReport): Generator<Line> {
  const { counterexample, part } = report;
  if (counterexample !== null) yield* eventsOf(profile, report.id, counterexample);
  for (const { from, samples } of part?.sampled ?? []) {
    yield { kind: 'sample', profile, rule: report.id, from, samples };
  }
  yield {
    ...{ kind: 'verdict', profile, ...report },
    counterexample: counterexample === null ? null : withoutEvents(counterexample),
    ...(part === undefined ? {} : { part: { ...part, sampled: part.sampled.length } }),
  };
}

function* eventsOf(
  profile: string,
  rule: string,
  { observed, reference, trace = [] }: Counterexample,
): Generator<Line> {
  for (const [of, events] of Object.entries({ observed, reference, trace })) {
    for (const event of events) yield { kind: 'event', profile, rule, of, event };
  }
}

const withoutEvents = ({ observed, reference, trace, ...rest }: Counterexample): object => ({
  ...rest,
  events: {
    ...{ observed: observed.length, reference: reference.length },
    ...(trace === undefined ? {} : { trace: trace.length }),
  },
});

export const questionOf = (profile: string, report: QuestionReport): Line => ({
  ...{ kind: 'question', profile, ...report },
});

/** The questions of a profile, then its end. */
export function* profileEndOf(report: ProfileReport): Generator<Line> {
  const { ran, planned, rules, questions, ...rest } = report;
  for (const question of questions) yield questionOf(report.profile, question);
  yield { kind: 'profile-end', ...rest };
}

export const footerOf = (
  certification: Certification,
  exitCode: number,
  lines: number,
  digest: string,
): Line => ({
  ...{ kind: 'footer', lines, digest },
  certified: Object.fromEntries(
    certification.profiles.map((report) => [
      report.profile,
      standingOf(certification, report) === 'certified',
    ]),
  ),
  ...(certification.interrupted === true ? { interrupted: true } : {}),
  ...(certification.truncated === true ? { truncated: true } : {}),
  exitCode,
});

/** All lines of a certification but its footer. */
export function* linesOf(certification: Certification): Generator<Line> {
  const { profiles, incidents, stderr } = certification;
  yield headerOf(certification);
  for (const incident of incidents) yield incidentOf(incident);
  for (const report of profiles) {
    const { profile } = report;
    yield profileOf(report);
    for (const ran of report.ran) yield caseOf(profile, ran);
    for (const rule of report.rules) yield* verdictOf(profile, rule);
    yield* profileEndOf(report);
  }
  if (stderr !== undefined) yield stderrOf(stderr);
}
