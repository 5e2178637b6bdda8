/** A search as annotations of GitHub Actions, at the lines of the nodes that they are about. */

import type { DesignFinding } from '../../design/finding.ts';
import type { DocumentPlace, DocumentReport, Failure, FuzzReport } from '../../fuzz/report.ts';
import { told } from '../certification/told.ts';
import type { Locate } from '../findings/located.ts';
import {
  type AnnotationKind,
  withinAnnotations,
  workflowCommand,
} from '../formats/workflow-command.ts';
import {
  type Again,
  alarmsOf,
  countsOf,
  designOf,
  foundIn,
  foundText,
  originOf,
  othersOf,
  searchText,
  storyLines,
  titleOf,
  witnessOf,
} from './words.ts';

interface Annotation {
  readonly title: string;
  readonly lines: readonly string[];
  readonly place?: { readonly file: string; readonly line: number; readonly col: number };
}

const LONGEST_LINE = 1000;
/** In UTF-16 units: GitHub shows about so much of one. */
const LONGEST_TEXT = 4000;

export const renderFuzzGithub = (report: FuzzReport, locate: Locate, again: Again): string => {
  const open = (severity: Failure['severity']): readonly Annotation[] =>
    report.documents.flatMap((document) =>
      document.failures
        .filter((failure) => failure.severity === severity && failure.known === undefined)
        .map((failure) => annotationOf(failure, document, locate, again)),
    );
  const design = (severity: DesignFinding['severity']): readonly Annotation[] =>
    report.documents.flatMap((document) =>
      designOf(document)
        .filter((finding) => finding.severity === severity)
        .map((finding) => designAnnotation(finding, document, locate, again)),
    );
  const lines = [
    ...commands('error', [...wholeness(report), ...open('error')]),
    ...commands('warning', [...open('warning'), ...design('warning')]),
    ...commands('notice', [
      ...design('note'),
      {
        title: 'unwind fuzz',
        lines: [`${foundText(foundIn(report.documents))}: ${searchText(report)}`],
      },
    ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
};

const wholeness = (report: FuzzReport): readonly Annotation[] => [
  ...(report.timing.stoppedBy === 'interrupt'
    ? [{ title: 'Interrupted', lines: ['Somebody stopped the search before its end.'] }]
    : []),
  ...alarmsOf(report).map(({ message }) => ({ title: 'The baseline', lines: [message] })),
];

const designAnnotation = (
  finding: DesignFinding,
  document: DocumentReport,
  locate: Locate,
  again: Again,
): Annotation => {
  const command = `Again: ${witnessOf(document, finding, again)}`;
  return {
    title: `${finding.code} (design)`,
    lines: [
      finding.message,
      ...finding.witness.facts.map((fact) => `- ${fact}`),
      ...(command.length < LONGEST_LINE ? [command] : []),
    ],
    ...placed(document, finding.place, locate),
  };
};

const placed = (
  { path }: DocumentReport,
  place: DocumentPlace | null,
  locate: Locate,
): Pick<Annotation, 'place'> => {
  const location = locate(path);
  if (location.uri === null) return {};
  const { line, column } = place ?? { line: 1, column: 1 };
  return { place: { file: told(location.path), line, col: column } };
};

const annotationOf = (
  failure: Failure,
  document: DocumentReport,
  locate: Locate,
  again: Again,
): Annotation => {
  const others = othersOf(failure);
  const command = `Again: ${again(document, failure)}`;
  return {
    title: `${titleOf(failure)} (${originOf(failure)})`,
    lines: [
      failure.message,
      ...failure.causes.map((cause) => `because ${cause}`),
      '',
      ...storyLines(failure),
      '',
      ...(others.length === 0 ? [] : [`The same with ${others.join(', ')}.`]),
      `${countsOf(failure)}.`,
      // A command that is cut can not be copied.
      ...(command.length < LONGEST_LINE ? [command] : []),
    ],
    ...placed(document, failure.place, locate),
  };
};

const commands = (kind: AnnotationKind, all: readonly Annotation[]): readonly string[] =>
  withinAnnotations(all, (rest) => ({
    title: `and ${rest} more`,
    lines: ['The summary of this step has them all.'],
  })).map(({ title, lines, place }) =>
    workflowCommand(
      kind,
      { ...place, title: told(title, 200) },
      withinText(lines) || told(title, 200),
    ),
  );

/** Lines that still fit. */
const withinText = (lines: readonly string[]): string => {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    const text = told(line, LONGEST_LINE);
    length += text.length + 1;
    if (length > LONGEST_TEXT) return [...kept, '…'].join('\n');
    kept.push(text);
  }
  return kept.join('\n');
};
