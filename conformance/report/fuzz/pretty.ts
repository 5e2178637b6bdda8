/** A search as a person reads it in a terminal: what broke, its smallest story, what was tried. */

import { countOf, formatTime } from '../../../simulator/trace/explain/words.ts';
import type {
  CoverageGroup,
  DocumentReport,
  ExpectationReport,
  Failure,
  FuzzReport,
} from '../../fuzz/report.ts';
import { renderDesign } from '../design/pretty.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { padEnd, padStart, widest, wrap } from '../terminal/width.ts';
import {
  type Again,
  alarmsOf,
  foundIn,
  foundText,
  knownText,
  searchText,
  titleOf,
} from './words.ts';

export interface FuzzPrettyOptions {
  /** The command that runs a failure again. */
  readonly again: Again;
}

/** The whole report, with a line end at its end. */
export const renderFuzz = (
  report: FuzzReport,
  terminal: Terminal,
  options: FuzzPrettyOptions,
): string => {
  const blocks = report.documents.map((document) => renderDocument(document, terminal, options));
  return `${[...blocks, renderEnd(report, terminal)].map((lines) => lines.join('\n')).join('\n\n')}\n`;
};

const renderDocument = (
  document: DocumentReport,
  terminal: Terminal,
  options: FuzzPrettyOptions,
): readonly string[] => {
  const { paint, glyphs, columns } = terminal;
  const facts = [document.workflow, document.profile, countOf(document.runs, 'run')];
  return [
    ` ${paint('strong', visible(document.path))}${paint('faint', ` ${glyphs.dot} ${visible(facts.join(` ${glyphs.dot} `))}`)}`,
    ...document.notes.flatMap((note) =>
      wrap(visible(note), columns - 5).map((line) => `   ${paint('unknown', line)}`),
    ),
    '',
    ...document.failures
      .filter(({ known }) => known === undefined)
      .flatMap((failure) => [...renderFailure(document, failure, terminal, options), '']),
    ...renderKnown(document, terminal),
    ...renderDesign(document.design ?? [], terminal, {
      path: document.path,
      again: ({ fingerprint, witness: { scenario } }) =>
        options.again(document, { fingerprint, scenario }),
    }),
    ...renderExpectations(document.expectations, terminal),
    '',
    ...renderEnds(document, terminal),
    ...renderCoverage(document.coverage.groups, terminal),
  ];
};

const renderFailure = (
  document: DocumentReport,
  failure: Failure,
  { paint, glyphs, columns }: Terminal,
  { again }: FuzzPrettyOptions,
): readonly string[] => {
  const isError = failure.severity === 'error';
  const tone: Tone = isError ? 'bad' : 'warning';
  const title = titleOf(failure);
  const place =
    failure.place === null
      ? ''
      : ` ${glyphs.dot} ${document.path}:${failure.place.line}:${failure.place.column}`;
  const block = (text: string, indent: number, tinted: Tone = 'plain') =>
    wrap(visible(text), columns - indent - 2).map(
      (line) => `${' '.repeat(indent)}${paint(tinted, line)}`,
    );
  const width = widest(failure.story.map(({ at }) => formatTime(at)));
  const story = failure.story.flatMap(({ at, text, tone: told }) => {
    const [first = '', ...rest] = wrap(visible(text), columns - width - 9);
    const tinted: Tone = told === 'bad' ? 'bad' : told === 'good' ? 'good' : 'plain';
    return [
      `     ${paint('faint', padStart(formatTime(at), width))}  ${paint(tinted, first)}`,
      ...rest.map((line) => `     ${' '.repeat(width)}  ${paint(tinted, line)}`),
    ];
  });
  const others = failure.also.map(({ node }) => node ?? 'elsewhere');
  return [
    ` ${paint(tone, `${isError ? glyphs.outcome.failed : glyphs.mark.late} ${visible(title)}`)}${paint('faint', visible(place))}`,
    ...block(failure.message, 3, 'strong'),
    ...failure.causes.flatMap((cause) => block(`because ${cause}`, 5)),
    ...(story.length === 0 ? [] : ['', ...story, '']),
    ...(others.length === 0 ? [] : block(`The same with ${others.join(', ')}.`, 5)),
    ...block(
      `${countOf(failure.times, 'run')} of this search broke it so; the smallest has ${countOf(failure.faults, 'fault')}${failure.isMinimal ? '' : ' (it may not be the smallest there is)'}.`,
      5,
      'faint',
    ),
    // Not wrapped: it is copied as it is.
    `     ${paint('strong', 'Again:')} ${visible(again(document, failure))}`,
  ];
};

/** What a baseline excuses is named, and no more. */
const renderKnown = (
  { failures }: DocumentReport,
  { paint, glyphs, columns }: Terminal,
): readonly string[] => {
  const lines = failures.flatMap((failure) =>
    failure.known === undefined
      ? []
      : wrap(visible(`${failure.message}; ${knownText(failure.known)}`), columns - 5).map(
          (line, index) =>
            ` ${paint('faint', `${index === 0 ? glyphs.outcome.cancelled : ' '} ${line}`)}`,
        ),
  );
  return lines.length === 0 ? [] : [...lines, ''];
};

const renderExpectations = (
  expectations: readonly ExpectationReport[],
  { paint, glyphs }: Terminal,
): readonly string[] => {
  const width = widest(expectations.map(({ text }) => visible(text)));
  return expectations.map(({ text, tried, broken, source, severity }) => {
    const name = padEnd(visible(text), width);
    const origin = source.kind === 'default' ? ' (looked at by default)' : '';
    if (tried === 0) {
      return ` ${paint('unknown', `${glyphs.outcome.uncertain} ${name}`)}  never came to it${origin}`;
    }
    if (broken === 0) {
      return ` ${paint('good', `${glyphs.outcome.succeeded} ${name}`)}  held in ${countOf(tried, 'run')}${origin}`;
    }
    const tone: Tone = severity === 'error' ? 'bad' : 'warning';
    const sign = severity === 'error' ? glyphs.outcome.failed : glyphs.mark.late;
    return ` ${paint(tone, `${sign} ${name}`)}  broken in ${broken} of ${countOf(tried, 'run')}${origin}`;
  });
};

const renderEnds = (
  { outcomes }: DocumentReport,
  { paint, columns }: Terminal,
): readonly string[] => {
  const ends = outcomes.map(({ outcome, runs }) => `${outcome} ${runs}`).join(', ');
  return wrap(`Ends: ${ends}`, columns - 3).map((line) => ` ${paint('faint', line)}`);
};

/** Names of what was never reached, in one line of a group. */
const SHOWN = 6;

const renderCoverage = (
  groups: readonly CoverageGroup[],
  { paint, columns }: Terminal,
): readonly string[] => {
  const counted = groups.map((group) => ({
    group,
    count: group.reachable === null ? `${group.reached}` : `${group.reached} of ${group.reachable}`,
  }));
  const titles = widest(groups.map(({ title }) => title));
  const counts = widest(counted.map(({ count }) => count));
  return [
    ` ${paint('strong', 'What was tried')}`,
    ...counted.flatMap(({ group, count }) => {
      const { title, missing, unreached } = group;
      const isWhole = unreached === 0;
      const line = `   ${padEnd(title, titles)}  ${paint(isWhole ? 'good' : 'unknown', padStart(count, counts))}`;
      if (isWhole) return [line];
      const names = missing.slice(0, SHOWN).join(', ');
      const more = unreached > SHOWN ? ` and ${unreached - SHOWN} more` : '';
      return [
        line,
        ...wrap(visible(`never: ${names}${more}`), columns - 8).map(
          (each) => `       ${paint('faint', each)}`,
        ),
      ];
    }),
  ];
};

const renderEnd = (report: FuzzReport, terminal: Terminal): readonly string[] => {
  const { paint, glyphs, columns } = terminal;
  const found = foundIn(report.documents);
  const alarms = alarmsOf(report).flatMap(({ message }) =>
    wrap(visible(message), columns - 4).map(
      (line, index) => ` ${paint('bad', `${index === 0 ? glyphs.outcome.failed : ' '} ${line}`)}`,
    ),
  );
  const tone: Tone =
    found.errors > 0 || alarms.length > 0 ? 'bad' : found.warnings > 0 ? 'warning' : 'good';
  const { seconds, runsPerSecond } = report.timing;
  const facts = `${searchText(report)}; ${seconds.toFixed(1)} s, ${Math.round(runsPerSecond)} runs a second`;
  return [
    ...(alarms.length === 0 ? [] : [...alarms, '']),
    ` ${paint(tone, foundText(found))}${paint('faint', ` ${glyphs.dot} ${facts}`)}`,
  ];
};
