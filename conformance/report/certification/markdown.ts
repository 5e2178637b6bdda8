/** A certification as a page for people: to be pasted into an issue or kept beside a release. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import { claimSentences } from '../../claims/claim-sentences.ts';
import { fingerprintOf } from '../../claims/measured-choices.ts';
import type { Certification, ProfileReport } from '../../suite/certification.ts';
import { type Standing, standingOf } from '../../suite/standing.ts';
import { countVerdicts } from '../../suite/summary.ts';
import type { Verdict } from '../../suite/verdict.ts';
import { block, table } from '../formats/markdown/text.ts';
import { plain, verbatim } from './escape-markdown.ts';
import { failureSections } from './markdown-failures.ts';
import { gapSections } from './markdown-gaps.ts';
import { linesOf, toldLines } from './told.ts';
import { claimOf, conclusionOf, familyOf, titleOf, VERDICT_ORDER, VERDICT_WORDS } from './words.ts';

/** In UTF-16 units: GitHub takes a summary of 1 MiB of UTF-8, and a unit is at most 3 bytes. */
export const LONGEST_PAGE = 300_000;

/** The whole page, with a line end at its end. */
export const renderCertificationMarkdown = (certification: Certification): string => {
  const sections: readonly (readonly string[])[] = [
    [`# ${plain(titleOf(certification), 200)}`],
    ...warningSections(certification),
    conclusionLines(certification),
    matrixLines(certification),
    ...failureSections(certification),
    questionLines(certification),
    ...gapSections(certification),
    logLines(certification),
    factLines(certification),
  ].filter((lines) => lines.length > 0);
  return withinLimit(sections, 'report.html and report.ndjson have it all');
};

/**
 * Sections are left out from the end, but for the facts, which say by what it was made.
 * @param whole Where all of it is, in words.
 */
export const withinLimit = (sections: readonly (readonly string[])[], whole: string): string => {
  const texts = sections.map((lines) => lines.join('\n'));
  const last = texts.at(-1) ?? '';
  let length = last.length;
  const kept: string[] = [];
  for (const text of texts.slice(0, -1)) {
    length += text.length + 2;
    if (length > LONGEST_PAGE) {
      kept.push(`_More does not fit on this page; ${whole}._`);
      break;
    }
    kept.push(text);
  }
  return `${[...kept, last].join('\n\n')}\n`;
};

const warningSections = (certification: Certification): readonly (readonly string[])[] => {
  const { truncated, interrupted, shard } = certification;
  return [
    ...(truncated === true
      ? ['**Cut off:** the record ends before its end. What is told here is only the beginning.']
      : []),
    ...(interrupted === true
      ? ['**Interrupted:** what is told here is of what was done until then.']
      : []),
    ...(shard === null
      ? []
      : [`**Part ${shard.index} of ${shard.count}:** \`unwind merge\` puts the parts together.`]),
  ].map((line) => [line]);
};

const SIGNS: Readonly<Record<Standing, string>> = {
  certified: '✅',
  unbroken: '☑️',
  broken: '❌',
  expected: '⚠️',
  unjudged: '❓',
  'left-out': '–',
};

const conclusionLines = (certification: Certification): readonly string[] =>
  certification.profiles.length === 0
    ? ['Nothing was judged.']
    : certification.profiles.flatMap((report) => [
        `- ${SIGNS[standingOf(certification, report)]} **${claimOf(report, certification)}:** ${plain(conclusionOf(report, certification))}${runsOf(report, certification)}`,
        ...claimSentences(certification, report).map((text) => `  - ${plain(text)}`),
        ...report.notes.map((note) => `  - ${plain(note)}`),
        ...(report.blocked === 0
          ? []
          : [`  - ${countOf(report.blocked, 'run')} could not be judged`]),
      ]);

const runsOf = ({ cases, generated }: ProfileReport, { kind }: Certification): string =>
  kind === 'traces'
    ? ''
    : ` (${countOf(cases, 'case')} and ${countOf(generated, 'generated run')})`;

/** Families of rules down, profiles across. */
const matrixLines = ({ profiles }: Certification): readonly string[] => {
  const families = [...new Set(profiles.flatMap(({ rules }) => rules.map(familyOf)))];
  return table(
    ['rules', ...profiles.map(({ profile }) => profile)],
    families.map((family) => [
      plain(family, 40),
      ...profiles.map(({ rules }) => cellOf(rules.filter((rule) => familyOf(rule) === family))),
    ]),
  );
};

const LOUD: ReadonlySet<Verdict> = new Set(['fail', 'stale', 'blocked']);

const cellOf = (rules: ProfileReport['rules']): string => {
  const counts = countVerdicts(rules);
  const words = VERDICT_ORDER.filter((verdict) => counts[verdict] > 0).map((verdict) => {
    const text = `${counts[verdict]} ${VERDICT_WORDS[verdict]}`;
    return LOUD.has(verdict) ? `**${text}**` : text;
  });
  return words.length === 0 ? '–' : words.join(', ');
};

const questionLines = ({ profiles }: Certification): readonly string[] => {
  const rows = profiles.flatMap(({ questions }) =>
    questions
      .filter(({ declared, seen }) => declared !== null || seen !== null)
      .map(({ question, declared, seen, verdict }) => [
        plain(question, 40),
        declared === null ? '–' : verbatim(declared, 60),
        seen === null ? 'not told apart' : verbatim(seen, 60),
        verdict === 'fail' ? '**not as declared**' : '',
      ]),
  );
  const lines = table(['question', 'declared', 'seen', ''], rows);
  return lines.length === 0 ? [] : ['## Open questions', '', ...lines];
};

const MOST_INCIDENTS = 20;
const MOST_LINES = 60;

const logLines = ({ incidents, stderr }: Certification): readonly string[] => {
  if (incidents.length === 0 && stderr === undefined) return [];
  const rest = incidents.length - MOST_INCIDENTS;
  return [
    '## Between suite and driver',
    '',
    ...incidents
      .slice(0, MOST_INCIDENTS)
      .map(({ message, hint }) => `- ${plain(message)}${hint === null ? '' : ` ${plain(hint)}`}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
    ...(stderr === undefined
      ? []
      : [
          ...(incidents.length === 0 ? [] : ['']),
          'What the driver wrote to its stderr:',
          '',
          ...block('text', toldLines(linesOf(stderr), MOST_LINES).join('\n')),
        ]),
  ];
};

const factLines = (certification: Certification): readonly string[] => {
  const { kind, suite, runtime, driver, seed, runs, command, expected } = certification;
  const words = driver?.words.trim() ?? '';
  const rows = [
    ...(kind === 'traces'
      ? []
      : [
          ['runtime', verbatim(`${runtime.name} ${runtime.version}`, 200)],
          ...(runtime.language === undefined ? [] : [['language', verbatim(runtime.language, 60)]]),
          ...(runtime.homepage === undefined ? [] : [['home', verbatim(runtime.homepage, 200)]]),
          ['driver', words === '' ? 'built in' : verbatim(words)],
          ...(driver === null ? [] : [['clock', clockText(driver.clock)]]),
          ['seed', String(seed)],
          ['generated runs a profile', String(runs)],
        ]),
    ['suite', verbatim(`unwind ${suite.version}`, 80)],
    ['rules', verbatim(suite.rules, 80)],
    ...(expected === undefined ? [] : [['expected failures as of', plain(expected.on, 20)]]),
    ...fingerprintRows(certification),
  ];
  return [
    '## How this was made',
    '',
    ...table(['', ''], rows),
    ...(command === null ? [] : ['', ...block('sh', toldLines([command]).join('\n'))]),
  ];
};

/** Which way the runtime takes where engines differ: a line to hold against another's. */
const fingerprintRows = ({ profiles }: Certification): readonly (readonly string[])[] =>
  profiles
    .map((report) => ({ profile: report.profile, fingerprint: fingerprintOf(report) }))
    .filter(({ fingerprint }) => fingerprint !== '')
    .map(({ profile, fingerprint }) => [
      `fingerprint of ${profile}`,
      verbatim(fingerprint, LONGEST_FINGERPRINT),
    ]);

const LONGEST_FINGERPRINT = 2000;

const clockText = ({
  kind,
  toleranceMs,
  scale,
}: NonNullable<Certification['driver']>['clock']): string =>
  kind === 'virtual' ? 'virtual' : `real, ${toleranceMs} ms late at most, times ${scale}`;
