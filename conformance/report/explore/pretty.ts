/** An exploration as a person reads it in a terminal: what breaks, the worst, what was looked at. */

import { countOf, formatTime } from '../../../simulator/trace/explain/words.ts';
import type { Difference } from '../../explore/compare.ts';
import type { Certificate, ExploreFailure, ExploreReport, Worst } from '../../explore/report.ts';
import { renderDesign } from '../design/pretty.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { padEnd, padStart, widest, wrap } from '../terminal/width.ts';

export interface ExplorePrettyOptions {
  /** The command that runs a scenario again. */
  readonly again: (scenario: unknown) => string;
  readonly seconds: number;
}

/** More would not be read. */
const MOST_SHOWN = 50;

/** The whole report, with a line end at its end. */
export const renderExplore = (
  report: ExploreReport,
  terminal: Terminal,
  options: ExplorePrettyOptions,
): string => {
  const { paint, glyphs, columns } = terminal;
  const { certificate } = report;
  const facts = [
    certificate.document.workflow,
    certificate.profile,
    `at most ${countOf(certificate.bounds.faults, 'fault')}`,
  ];
  const lines = [
    ` ${paint('strong', visible(report.path))}${paint('faint', ` ${glyphs.dot} ${visible(facts.join(` ${glyphs.dot} `))}`)}`,
    ...report.notes.flatMap((note) =>
      wrap(visible(note), columns - 5).map((line) => `   ${paint('unknown', line)}`),
    ),
    '',
    ...report.failures
      .slice(0, MOST_SHOWN)
      .flatMap((failure) => [...renderFailure(report.path, failure, terminal, options), '']),
    ...renderRest(report.failures.length - MOST_SHOWN, terminal),
    ...renderDesign(report.design ?? [], terminal, {
      path: report.path,
      again: ({ witness: { scenario } }) => options.again(scenario),
    }),
    ...renderProperties(certificate, terminal),
    '',
    ...renderWorst(report.worst, terminal),
    ...renderCounts(certificate, terminal),
    '',
    renderEnd(report, terminal, options),
  ];
  return `${lines.join('\n')}\n`;
};

const renderRest = (more: number, { paint }: Terminal): readonly string[] =>
  more <= 0 ? [] : [`   ${paint('unknown', `and ${more} more, which --format json shows`)}`, ''];

const renderFailure = (
  path: string,
  failure: ExploreFailure,
  { paint, glyphs, columns }: Terminal,
  { again }: ExplorePrettyOptions,
): readonly string[] => {
  const isError = failure.severity === 'error';
  const sign = isError ? glyphs.outcome.failed : glyphs.mark.late;
  const { place } = failure;
  const where = place === null ? '' : ` ${glyphs.dot} ${path}:${place.line}:${place.column}`;
  const block = (text: string, indent: number, tone: Tone = 'plain') =>
    wrap(visible(text), columns - indent - 2).map(
      (line) => `${' '.repeat(indent)}${paint(tone, line)}`,
    );
  const how =
    failure.choices.length === 0 ? 'without any fault' : `by ${failure.choices.join(', then ')}`;
  return [
    ` ${paint(isError ? 'bad' : 'warning', `${sign} ${visible(failure.expectation ?? failure.property)}`)}${paint('faint', visible(where))}`,
    ...block(failure.message, 3, 'strong'),
    ...block(how, 5),
    ...block(`${countOf(failure.times, 'run')} of those reached broke it.`, 5, 'faint'),
    // Not wrapped: it is copied as it is.
    `     ${paint('strong', 'Again:')} ${visible(again(failure.scenario))}`,
  ];
};

const renderProperties = (
  { properties, result }: Certificate,
  { paint, glyphs }: Terminal,
): readonly string[] => {
  const width = widest(properties.map(({ text }) => visible(text)));
  return properties.map(({ text, held, breaksWith, severity, source }) => {
    const name = padEnd(visible(text), width);
    const origin = source === 'default' ? ' (looked at by default)' : '';
    if (held && result.isComplete) {
      return ` ${paint('good', `${glyphs.outcome.succeeded} ${name}`)}  holds${origin}`;
    }
    if (held) {
      return ` ${paint('unknown', `${glyphs.outcome.uncertain} ${name}`)}  not broken so far${origin}`;
    }
    const tone: Tone = severity === 'error' ? 'bad' : 'warning';
    const sign = severity === 'error' ? glyphs.outcome.failed : glyphs.mark.late;
    return ` ${paint(tone, `${sign} ${name}`)}  breaks with ${countOf(breaksWith ?? 0, 'fault')}${origin}`;
  });
};

const WORST_WORDS: { readonly [kind in Worst['kind']]: string } = {
  time: 'the longest run',
  calls: 'the most calls',
  left: 'the most effects left behind',
};

const renderWorst = (worst: readonly Worst[], { paint, columns }: Terminal): readonly string[] => {
  if (worst.length === 0) return [];
  const titles = widest(worst.map(({ kind }) => WORST_WORDS[kind]));
  const lines = worst.flatMap(({ kind, amount, choices, outcome }) => {
    const shown = kind === 'time' ? formatTime(amount) : `${amount}`;
    const how = choices.length === 0 ? 'without any fault' : choices.join(', then ');
    const [first = '', ...rest] = wrap(
      visible(`${shown}: ${how}; ${outcome}`),
      columns - titles - 7,
    );
    const indent = ' '.repeat(titles + 5);
    return [
      `   ${padEnd(WORST_WORDS[kind], titles)}  ${first}`,
      ...rest.map((line) => `${indent}${line}`),
    ];
  });
  return [` ${paint('strong', 'At worst')}`, ...lines, ''];
};

const renderCounts = ({ result }: Certificate, { paint }: Terminal): readonly string[] => {
  const rows = result.levels.map(({ faults, unique, states, transitions, runs, isComplete }) => [
    `${faults}`,
    `${unique}`,
    `${states}`,
    `${transitions}`,
    `${runs}`,
    isComplete ? '' : 'a part',
  ]);
  const head = ['faults', 'states', 'arrivals', 'decisions', 'runs', ''];
  const widths = head.map((title, column) =>
    widest([title, ...rows.map((row) => row[column] ?? '')]),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, column) => padStart(cell, widths[column] ?? 0)).join('  ');
  return [
    ` ${paint('strong', 'What was looked at')}`,
    `   ${paint('faint', line(head).trimEnd())}`,
    ...rows.map((row) => `   ${line(row).trimEnd()}`),
    ` ${paint('faint', `${result.ends} different ends, ${result.depth} decisions at most; ends: ${result.outcomes.map(({ outcome, runs }) => `${outcome} ${runs}`).join(', ')}`)}`,
  ];
};

const renderEnd = (
  { certificate }: ExploreReport,
  { paint, glyphs }: Terminal,
  { seconds }: ExplorePrettyOptions,
): string => {
  const { result, properties } = certificate;
  const warned = properties.filter(({ held }) => !held).length;
  const words =
    result.verdict === 'broken'
      ? 'broken'
      : result.verdict === 'bounded'
        ? 'bounded: not complete'
        : warned > 0
          ? `complete; ${countOf(warned, 'warning')}`
          : 'complete; all holds';
  const tone: Tone =
    result.verdict === 'broken'
      ? 'bad'
      : result.verdict === 'bounded'
        ? 'unknown'
        : warned > 0
          ? 'warning'
          : 'good';
  const unique = result.levels.reduce((sum, level) => sum + level.unique, 0);
  const rate = Math.round(unique / Math.max(seconds, 0.001));
  return ` ${paint(tone, words)}${paint('faint', ` ${glyphs.dot} ${countOf(unique, 'state')} in ${seconds.toFixed(1)} s, ${rate} a second`)}`;
};

const MOST_DIFFERENCES = 20;

export const renderComparison = (
  { result }: Certificate,
  differences: readonly Difference[],
  { paint, columns }: Terminal,
): string => {
  if (differences.length === 0) {
    return ` ${paint('good', 'SAME')}: all that the certificate says was found again; ${countOf(result.ends, 'different end')}\n`;
  }
  const lines = differences
    .slice(0, MOST_DIFFERENCES)
    .flatMap(({ where, then, now }) =>
      wrap(visible(`${where}: ${then} in the certificate, ${now} now`), columns - 5).map(
        (line) => `   ${line}`,
      ),
    );
  const more = differences.length - MOST_DIFFERENCES;
  const rest = more > 0 ? [`   and ${more} more`] : [];
  return `${[` ${paint('bad', 'DIFFERENT')}`, ...lines, ...rest].join('\n')}\n`;
};
