/**
 * A search as JUnit XML: a suite a document, a case an expectation, so that the names of cases stay
 * the same whatever is found.
 */

import type { DocumentReport, ExpectationReport, Failure, FuzzReport } from '../../fuzz/report.ts';
import { renderSuites } from '../certification/junit.ts';
import type { Case, Result, Suite } from '../certification/junit-suites.ts';
import { copied, toldLines } from '../certification/told.ts';
import { kindOf } from './kinds.ts';
import {
  type Again,
  alarmsOf,
  countsOf,
  designOf,
  knownText,
  originOf,
  othersOf,
  searchText,
  storyLines,
  titleOf,
  witnessOf,
} from './words.ts';

/** The whole file. */
export const renderFuzzJunit = (report: FuzzReport, again: Again): string =>
  renderSuites('unwind fuzz', [
    ...report.documents.map((document) => suiteOf(document, report, again)),
    ...wholeness(report),
  ]);

const suiteOf = (document: DocumentReport, report: FuzzReport, again: Again): Suite => {
  const { path, expectations, failures } = document;
  const broken = failures.filter(({ kind }) => kind === 'rule');
  return {
    name: path,
    properties: [
      ['workflow', document.workflow],
      ['profile', document.profile],
      ['digest', document.digest],
      ['search', searchText(report)],
    ],
    cases: [
      ...expectations.map((expectation) => ({
        classname: path,
        name: expectation.text,
        result: resultOf(expectation, document, again),
      })),
      ...broken.map((failure) => ({
        classname: `${path}.rules`,
        name: failure.property,
        result: failureOf([failure], document, again),
      })),
      ...designCases(document, again),
    ],
    stderr: toldLines(document.notes),
  };
};

/** Faults of design fail nothing: they are for whoever reads on. */
const designCases = (document: DocumentReport, again: Again): readonly Case[] => {
  if (document.design === undefined) return [];
  const output = designOf(document).flatMap((finding) => [
    ...toldLines([
      `${finding.code} ${finding.severity}: ${finding.message}`,
      ...finding.witness.facts.map((fact) => `  - ${fact}`),
    ]),
    `Again: ${copied(witnessOf(document, finding, again))}`,
    '',
  ]);
  return [{ classname: document.path, name: 'design', result: { kind: 'passed', output } }];
};

const resultOf = (
  { property, text, tried }: ExpectationReport,
  document: DocumentReport,
  again: Again,
): Result => {
  const own = document.failures.filter(
    (failure) => failure.property === property && failure.expectation === text,
  );
  const open = own.filter(({ known }) => known === undefined);
  if (open.some(({ severity }) => severity === 'error')) return failureOf(open, document, again);
  const [known] = own.flatMap((failure) => failure.known ?? []);
  if (open.length === 0 && known !== undefined) {
    return { kind: 'skipped', message: knownText(known) };
  }
  if (open.length > 0) return { kind: 'passed', output: linesOf(open, document, again) };
  if (tried === 0) return { kind: 'skipped', message: 'no run came to what it speaks of' };
  return { kind: 'passed', output: [] };
};

const failureOf = (
  failures: readonly Failure[],
  document: DocumentReport,
  again: Again,
): Result => ({
  kind: 'failure',
  type: failures[0]?.property ?? 'broken',
  message: failures.map(({ message }) => message).join('; '),
  lines: linesOf(failures, document, again),
});

const linesOf = (
  failures: readonly Failure[],
  document: DocumentReport,
  again: Again,
): readonly string[] => failures.flatMap((failure) => linesOfOne(failure, document, again));

/** The command to be copied is never cut. */
const linesOfOne = (
  failure: Failure,
  document: DocumentReport,
  again: Again,
): readonly string[] => {
  const others = othersOf(failure);
  const kind = kindOf(failure.property);
  const place = failure.place === null ? '' : ` (${document.path}:${failure.place.line})`;
  return [
    ...toldLines([
      `${failure.severity}: ${failure.message}${place}`,
      `${titleOf(failure)}: ${originOf(failure)}`,
      ...failure.causes.map((cause) => `because ${cause}`),
      `expected: ${failure.expected}`,
      `observed: ${failure.observed}`,
      '',
      ...storyLines(failure).map((line) => `  ${line}`),
      '',
      ...(others.length === 0 ? [] : [`The same with ${others.join(', ')}.`]),
      `${countsOf(failure)}.`,
      ...(kind === null ? [] : [`What to do: ${kind.mend}`]),
      `fingerprint ${failure.fingerprint}`,
    ]),
    `Again: ${copied(again(document, failure))}`,
    '',
  ];
};

const wholeness = (report: FuzzReport): readonly Suite[] => {
  const cases: readonly Case[] = [
    ...(report.timing.stoppedBy === 'interrupt'
      ? [caseOf('the search ran to its end', 'interrupted', 'Somebody stopped it.')]
      : []),
    ...alarmsOf(report).map(({ entry, message }) =>
      caseOf(`${entry.document}: ${entry.fingerprint}`, 'baseline', message),
    ),
  ];
  return cases.length === 0 ? [] : [{ name: 'search', properties: [], cases, stderr: [] }];
};

const caseOf = (name: string, type: string, message: string): Case => ({
  classname: 'unwind',
  name,
  result: { kind: type === 'baseline' ? 'failure' : 'error', type, message, lines: [] },
});
