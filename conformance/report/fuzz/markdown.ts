/** A search as a page for people: the summary of a step, a comment, a file beside a release. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type { DocumentReport, ExpectationReport, Failure, FuzzReport } from '../../fuzz/report.ts';
import { plain, verbatim } from '../certification/escape-markdown.ts';
import { withinLimit } from '../certification/markdown.ts';
import { copied, toldLines } from '../certification/told.ts';
import { block, table } from '../formats/markdown/text.ts';
import { kindOf } from './kinds.ts';
import {
  type Again,
  alarmsOf,
  countsOf,
  foundIn,
  foundText,
  knownText,
  originOf,
  othersOf,
  searchText,
  storyLines,
  titleOf,
} from './words.ts';

/** The whole page, with a line end at its end. */
export const renderFuzzMarkdown = (report: FuzzReport, again: Again): string =>
  withinLimit(
    [
      ['# unwind fuzz'],
      overview(report),
      ...alarmSection(report),
      ...report.documents.flatMap((document) => documentSections(document, again)),
      facts(report),
    ],
    'the format json has it all',
  );

const overview = (report: FuzzReport): readonly string[] => [
  `**${foundText(foundIn(report.documents))}** in ${searchText(report)}.`,
  '',
  ...table(
    ['document', 'runs', 'found', 'how runs ended'],
    report.documents.map((document) => [
      verbatim(document.path, 200),
      String(document.runs),
      foundText(foundIn([document])),
      document.outcomes.map(({ outcome, runs }) => `${outcome} ${runs}`).join(', '),
    ]),
  ),
];

const alarmSection = (report: FuzzReport): readonly (readonly string[])[] => {
  const alarms = alarmsOf(report);
  if (alarms.length === 0) return [];
  return [
    [
      '## The baseline is not up to date',
      '',
      ...alarms.map(({ message }) => `- ${plain(message)}`),
    ],
  ];
};

/** More would not be read. */
const MOST_SECTIONS = 40;

const documentSections = (
  document: DocumentReport,
  again: Again,
): readonly (readonly string[])[] => {
  const open = document.failures.filter(({ known }) => known === undefined);
  const rest = open.length - MOST_SECTIONS;
  return [
    [
      `## ${plain(document.path, 200)}`,
      ...(document.notes.length === 0
        ? []
        : ['', ...document.notes.map((note) => `- ${plain(note)}`)]),
    ],
    ...open.slice(0, MOST_SECTIONS).map((failure) => failureSection(failure, document, again)),
    ...(rest > 0 ? [[`And ${rest} more.`]] : []),
    designLines(document, again),
    knownLines(document),
    expectationLines(document),
    coverageLines(document),
  ].filter(({ length }) => length > 0);
};

const designLines = (document: DocumentReport, again: Again): readonly string[] => {
  const open = (document.design ?? []).filter(({ known }) => known === undefined);
  if (open.length === 0) return [];
  return [
    '### Design',
    '',
    ...open.slice(0, MOST_SECTIONS).flatMap((finding) => {
      const { code, severity, message, place, witness, fingerprint } = finding;
      const at = place === null ? '' : `, ${verbatim(`${document.path}:${place.line}`, 300)}`;
      const { facts, scenario } = witness;
      return [
        `- **${code}** ${severity}${at}: ${plain(message)}`,
        ...facts.map((fact) => `  - ${plain(fact)}`),
        `  - again: ${verbatim(again(document, { fingerprint, scenario }), 2000)}`,
      ];
    }),
    ...(open.length > MOST_SECTIONS ? [`- And ${open.length - MOST_SECTIONS} more.`] : []),
  ];
};

const failureSection = (
  failure: Failure,
  document: DocumentReport,
  again: Again,
): readonly string[] => {
  const { severity, message, causes, expected, observed, place } = failure;
  const others = othersOf(failure);
  const kind = kindOf(failure.property);
  const at = place === null ? '' : `, ${verbatim(`${document.path}:${place.line}`, 300)}`;
  return [
    `### ${severity === 'error' ? '❌' : '⚠️'} ${plain(capital(message), 300)}`,
    '',
    `${verbatim(titleOf(failure), 300)} (${plain(originOf(failure))})${at}`,
    '',
    ...causes.map((cause) => `- because ${plain(cause)}`),
    `- expected: ${plain(expected)}`,
    `- observed: ${plain(observed)}`,
    ...(others.length === 0
      ? []
      : [`- the same with ${others.map((name) => verbatim(name, 100)).join(', ')}`]),
    `- ${plain(countsOf(failure))}`,
    ...(kind === null ? [] : ['', `**What to do:** ${plain(kind.mend)}`]),
    '',
    ...block('text', toldLines(storyLines(failure)).join('\n')),
    '',
    '<details><summary>Again</summary>',
    '',
    ...block('sh', copied(again(document, failure))),
    '',
    `Fingerprint ${verbatim(failure.fingerprint)}`,
    '',
    '</details>',
  ];
};

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const knownLines = ({ failures }: DocumentReport): readonly string[] => {
  const rows = failures.flatMap((failure) =>
    failure.known === undefined
      ? []
      : [
          [
            verbatim(failure.fingerprint.slice(0, 8)),
            plain(failure.message, 300),
            plain(knownText(failure.known)),
          ],
        ],
  );
  const lines = table(['', 'found', 'excused'], rows);
  return lines.length === 0 ? [] : ['### Known', '', ...lines];
};

const expectationLines = ({ expectations }: DocumentReport): readonly string[] =>
  expectations.length === 0
    ? []
    : [
        '### What was expected',
        '',
        ...table(
          ['', 'expected', 'came of it'],
          expectations.map((expectation) => [
            signOf(expectation),
            `${verbatim(expectation.text, 300)}${expectation.source.kind === 'default' ? ' (by default)' : ''}`,
            cameOf(expectation),
          ]),
        ),
      ];

const signOf = ({ tried, broken, severity }: ExpectationReport): string => {
  if (tried === 0) return '❓';
  if (broken === 0) return '✅';
  return severity === 'error' ? '❌' : '⚠️';
};

const cameOf = ({ tried, broken }: ExpectationReport): string => {
  if (tried === 0) return 'no run came to it';
  return broken === 0
    ? `held in ${countOf(tried, 'run')}`
    : `broken in ${broken} of ${countOf(tried, 'run')}`;
};

/** Names of what was never reached, of one kind. */
const SHOWN = 6;

const coverageLines = ({ coverage }: DocumentReport): readonly string[] => {
  const rows = coverage.groups.map(({ title, reached, reachable, missing, unreached, names }) => {
    const shown = missing.slice(0, SHOWN).map((name) => verbatim(name, 100));
    const more = unreached > SHOWN ? ` and ${unreached - SHOWN} more` : '';
    const which =
      names === undefined
        ? ''
        : names
            .slice(0, SHOWN)
            .map((name) => verbatim(name, 100))
            .join(', ');
    return [
      title,
      reachable === null ? String(reached) : `${reached} of ${reachable}`,
      unreached === 0 ? which : `never: ${shown.join(', ')}${more}`,
    ];
  });
  return ['### What was tried', '', ...table(['', 'reached', ''], rows)];
};

const facts = (report: FuzzReport): readonly string[] => [
  '## How this was made',
  '',
  ...table(
    ['', ''],
    [
      ['unwind', verbatim(report.version, 80)],
      ['seed', String(report.seed)],
      [
        'runs asked for, each document',
        report.runs === null ? 'as many as there was time for' : String(report.runs),
      ],
      ...(report.shard === null
        ? []
        : [
            [
              'part',
              `${report.shard.index} of ${report.shard.count}: \`unwind merge\` puts the parts together`,
            ],
          ]),
      ...(report.baseline === undefined
        ? []
        : [
            [
              'baseline',
              `${verbatim(report.baseline.path, 200)}, ${countOf(report.baseline.entries, 'entry', 'entries')}`,
            ],
          ]),
      ...report.documents.map(({ path, digest }) => [
        verbatim(path, 200),
        verbatim(`sha256 ${digest}`, 100),
      ]),
    ],
  ),
];
