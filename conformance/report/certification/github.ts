/**
 * A certification as workflow commands of GitHub Actions, which it shows as annotations: of each
 * kind ten a step, so the last one says how many more there are.
 */

import type { Certification, ProfileReport, RuleReport } from '../../suite/certification.ts';
import { standingOf } from '../../suite/standing.ts';
import {
  type AnnotationKind,
  withinAnnotations,
  workflowCommand,
} from '../formats/workflow-command.ts';
import { told } from './told.ts';
import {
  brokenRules,
  claimOf,
  conclusionOf,
  expectationText,
  isExpected,
  replayCommand,
  seenOf,
  titleOf,
} from './words.ts';

const LONGEST_MESSAGE = 2000;

export const renderCertificationGithub = (certification: Certification): string => {
  const { profiles } = certification;
  const errors = [
    ...wholeness(certification),
    ...profiles.flatMap((report) => errorsOf(report, certification)),
  ];
  const warnings = profiles.flatMap(warningsOf);
  const notices = profiles.flatMap((report) => {
    const standing = standingOf(certification, report);
    const isNoted = standing === 'certified' || standing === 'unbroken' || standing === 'expected';
    return [
      ...(isNoted ? [noticeOf(report, certification)] : []),
      ...report.rules.filter(isExpected).map((rule) => ruleAnnotation(report, rule)),
    ];
  });
  const lines = [
    ...commands('error', errors),
    ...commands('warning', warnings),
    ...commands('notice', notices),
  ];
  return lines.map((line) => `${line}\n`).join('');
};

interface Annotation {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What is no failure of a rule, and no success either. */
const wholeness = (certification: Certification): readonly Annotation[] => {
  const { truncated, interrupted, profiles, incidents } = certification;
  const isLost = profiles.some(({ blocked }) => blocked > 0);
  return [
    ...(truncated === true
      ? [{ title: 'The report is cut off', lines: ['The record ends before its end.'] }]
      : []),
    ...(interrupted === true
      ? [{ title: 'Interrupted', lines: ['Somebody stopped it before its end.'] }]
      : []),
    ...(profiles.length === 0 ? [{ title: 'Nothing was judged', lines: [] }] : []),
    ...(isLost
      ? [
          {
            title: 'Runs could not be judged',
            lines: incidents.slice(0, 3).map(({ message }) => message),
          },
        ]
      : []),
  ];
};

const errorsOf = (report: ProfileReport, certification: Certification): readonly Annotation[] => {
  const stale = report.rules.filter(({ verdict }) => verdict === 'stale');
  const standing = standingOf(certification, report);
  return [
    ...[...brokenRules(report), ...stale].map((rule) =>
      ruleAnnotation(report, rule, certification),
    ),
    ...report.questions
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ question, declared, seen }) => ({
        title: `${report.profile}: ${question} is not as declared`,
        lines: [`declared: ${declared}`, `seen: ${seen}`],
      })),
    ...(standing === 'unjudged'
      ? [{ title: claimOf(report, certification), lines: [conclusionOf(report, certification)] }]
      : []),
  ];
};

const ruleAnnotation = (
  { profile }: ProfileReport,
  rule: RuleReport,
  certification?: Certification,
): Annotation => {
  const { id, title, verdict, reason, counterexample, expectedFailure } = rule;
  const breach = counterexample?.breach ?? rule.breach;
  const word = verdict === 'fail' ? 'broken' : verdict;
  const again =
    counterexample === null || certification === undefined
      ? []
      : [`Again: ${replayCommand(counterexample.token, certification)}`].filter(isShort);
  return {
    title: `${profile}: ${id} is ${word}`,
    lines: [
      `A runtime ${title}.`,
      ...[seenOf(rule)].filter((text) => text !== ''),
      ...(reason === null ? [] : [reason]),
      ...(expectedFailure === null ? [] : [`It was ${expectationText(expectedFailure)}`]),
      ...(breach === null
        ? []
        : [breach.message, `expected: ${breach.expected}`, `observed: ${breach.observed}`]),
      ...again,
    ],
  };
};

/** A command that is cut can not be copied. */
const isShort = ({ length }: string): boolean => length < LONGEST_MESSAGE;

const warningsOf = (report: ProfileReport): readonly Annotation[] =>
  report.rules
    .filter((rule) => !isExpected(rule))
    .filter(({ verdict }) => verdict === 'degraded' || verdict === 'inconclusive')
    .map((rule) => ruleAnnotation(report, rule));

const noticeOf = (report: ProfileReport, certification: Certification): Annotation => ({
  title: titleOf(certification),
  lines: [`${claimOf(report, certification)}: ${conclusionOf(report, certification)}`],
});

const commands = (kind: AnnotationKind, annotations: readonly Annotation[]): readonly string[] => {
  const all = withinAnnotations(annotations, (rest) => ({
    title: `and ${rest} more`,
    lines: ['The summary of this step has them all.'],
  }));
  return all.map(({ title, lines }) =>
    workflowCommand(
      kind,
      { title: told(title, 200) },
      lines.map((line) => told(line, LONGEST_MESSAGE)).join('\n') || told(title, 200),
    ),
  );
};
