/** What is broken, a section each: what happened, what was to happen, how to see it again. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type {
  Certification,
  Counterexample,
  ProfileReport,
  RuleReport,
} from '../../suite/certification.ts';
import { block } from '../formats/markdown/text.ts';
import { documentLines } from './document-lines.ts';
import { plain } from './escape-markdown.ts';
import { copied, jsonLines, linesOf, toldLines } from './told.ts';
import { brokenRules, isExpected, replayCommand, seenOf, VERDICT_WORDS } from './words.ts';

/** More would not be read. */
const MOST_SECTIONS = 40;
const MOST_LINES = 200;

/** Broken and stale rules of each profile, then what is degraded. */
export const failureSections = (certification: Certification): readonly (readonly string[])[] => {
  const { profiles } = certification;
  const failures = profiles.flatMap((report) =>
    [...brokenRules(report), ...withVerdict(report, 'stale')].map((rule) => ({ report, rule })),
  );
  const degraded = profiles.flatMap((report) =>
    withVerdict(report, 'degraded')
      .filter((rule) => !isExpected(rule))
      .map((rule) => ({ report, rule })),
  );
  return [
    ...chapter('## What is broken', failures, certification),
    ...chapter('## What is degraded', degraded, certification),
  ];
};

interface Failure {
  readonly report: ProfileReport;
  readonly rule: RuleReport;
}

const withVerdict = ({ rules }: ProfileReport, wanted: RuleReport['verdict']) =>
  rules.filter(({ verdict }) => verdict === wanted);

const chapter = (
  title: string,
  failures: readonly Failure[],
  certification: Certification,
): readonly (readonly string[])[] => {
  if (failures.length === 0) return [];
  const rest = failures.length - MOST_SECTIONS;
  return [
    [title],
    ...failures.slice(0, MOST_SECTIONS).map((failure) => sectionOf(failure, certification)),
    ...(rest > 0 ? [[`And ${countOf(rest, 'rule')} more.`]] : []),
  ];
};

const sectionOf = ({ report, rule }: Failure, certification: Certification): readonly string[] => {
  const { id, title, clause, strength, reason, counterexample, document } = rule;
  const breach = counterexample?.breach ?? rule.breach;
  return [
    `### ${plain(id, 80)} (${report.profile})`,
    '',
    `${strength}: a runtime ${plain(title)} (${plain(clause, 200)}). It is ${howOf(rule)}.`,
    ...(reason === null ? [] : ['', plain(reason)]),
    ...(breach === null
      ? []
      : [
          '',
          `**${plain(breach.message)}**`,
          '',
          `- expected: ${plain(breach.expected)}`,
          `- observed: ${plain(breach.observed)}`,
        ]),
    ...(counterexample === null ? [] : storyOf(counterexample, certification)),
    ...(document === null ? [] : folded('Document', 'xml', linesOf(document.source))),
  ];
};

/** `broken in 3 of 90 runs`, `degraded (broken in 3 of 90 runs)` */
const howOf = (rule: RuleReport): string => {
  const seen = seenOf(rule);
  if (rule.verdict === 'fail' && rule.broken > 0) return seen;
  return `${VERDICT_WORDS[rule.verdict]}${seen === '' ? '' : ` (${seen})`}`;
};

const storyOf = (
  { difference, document, scenario, calls, nodes, faults, from, token }: Counterexample,
  certification: Certification,
): readonly string[] => [
  ...(difference === null
    ? []
    : [
        '',
        'The first thing that differs from the built-in runtime:',
        '',
        `- expected: ${plain(difference.expected)}`,
        `- observed: ${plain(difference.observed)}`,
      ]),
  '',
  `What it did, with ${countOf(nodes, 'node')} and ${countOf(faults, 'fault')} (made smaller from ${plain(from, 200)}):`,
  '',
  ...block('text', toldLines(calls.length === 0 ? ['nothing'] : calls).join('\n')),
  '',
  'Again:',
  '',
  ...block('sh', copied(replayCommand(token, certification))),
  ...folded(
    document.format === 'plan' ? 'Plan' : 'Document',
    document.format === 'harness' ? 'xml' : document.format === 'plan' ? 'json' : 'text',
    documentLines(document),
  ),
  ...folded('Scenario', 'json', jsonLines(scenario)),
];

/** A document is looked at by few of those who read on. */
const folded = (title: string, language: string, lines: readonly string[]): readonly string[] => [
  '',
  `<details><summary>${title}</summary>`,
  '',
  ...block(language, toldLines(lines, MOST_LINES).join('\n')),
  '',
  '</details>',
];
