/**
 * Findings as ORBIT's compiler prints them, with the line and carets under the place. What a
 * terminal needs (colours, what is safe to show, how wide it is) is handed in.
 */

import type { Diagnostic, Place, RelatedPlace } from '../model/diagnostic.ts';

export type RenderTone = 'error' | 'warning' | 'faint' | 'strong';

export interface RenderOptions {
  /** One character as it may be shown. */
  readonly show: (character: string) => string;
  /** Columns that a text takes. */
  readonly width: (text: string) => number;
  readonly paint: (tone: RenderTone, text: string) => string;
}

const PLAIN: RenderOptions = {
  show: (character) => (character === '\t' ? ' ' : character),
  width: (text) => [...text].length,
  paint: (_tone, text) => text,
};

/** Findings that are shown in full. */
const SHOWN = 50;

/** Characters of a line that are shown: of a longer one, a stretch around the place. */
const LONGEST_LINE = 240;
const BEFORE = 60;

/**
 * @param path As it is shown.
 * @param lines Of the document, without their ends.
 * @returns A block for each finding, and a last line if any is an error; nothing for no finding.
 */
export function renderOrbitFindings(
  path: string,
  lines: readonly string[],
  findings: readonly Diagnostic[],
  options: RenderOptions = PLAIN,
): string {
  const blocks = findings
    .slice(0, SHOWN)
    .map((finding) => `${renderFinding(path, lines, finding, options)}\n`);
  if (findings.length > SHOWN) {
    blocks.push(`${findings.length - SHOWN} more finding(s) are not shown here\n`);
  }
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) {
    const counts = `${errors} error(s), ${findings.length - errors} warning(s)`;
    const heading = options.paint('error', 'error');
    blocks.push(`${heading}: compilation failed: ${counts}\n`);
  }
  return blocks.join('\n');
}

function renderFinding(
  path: string,
  lines: readonly string[],
  finding: Diagnostic,
  options: RenderOptions,
): string {
  const { code, severity, message, related, note } = finding;
  const { paint } = options;
  const gutter = Math.max(...[finding, ...related].map(({ line }) => String(line).length));
  const heading = paint(severity, `${severity}[${code}]`);
  const indent = ' '.repeat(gutter);
  return [
    `${heading}: ${shown(message, options)}`,
    `${indent}${paint('faint', '-->')} ${path}:${finding.line}:${finding.column}`,
    ...excerpt(finding, lines, gutter, severity, options),
    ...(note === undefined
      ? []
      : [`${indent} ${paint('faint', '=')} note: ${shown(note, options)}`]),
    ...related.flatMap((place) => renderRelated(place, path, lines, gutter, options)),
  ].join('\n');
}

function renderRelated(
  place: RelatedPlace,
  path: string,
  lines: readonly string[],
  gutter: number,
  options: RenderOptions,
): readonly string[] {
  const where = `${path}:${place.line}:${place.column}`;
  const sign = options.paint('faint', ':::');
  return [
    `${' '.repeat(gutter)}${sign} ${where}: ${shown(place.message, options)}`,
    ...excerpt(place, lines, gutter, 'faint', options),
  ];
}

function excerpt(
  place: Place,
  lines: readonly string[],
  gutter: number,
  tone: RenderTone,
  options: RenderOptions,
): readonly string[] {
  const source = lines[place.line - 1];
  if (source === undefined) return [];
  const { before, marked, after } = partsOf(source, place, options);
  const bar = options.paint('faint', '|');
  const carets = '^'.repeat(Math.max(1, options.width(marked)));
  const empty = `${' '.repeat(gutter)} ${bar}`;
  return [
    empty,
    `${String(place.line).padStart(gutter)} ${bar} ${before}${marked}${after}`.trimEnd(),
    `${empty} ${' '.repeat(options.width(before))}${options.paint(tone, carets)}`,
  ];
}

/** The line before, at and behind the place, as it may be shown. */
function partsOf(source: string, place: Place, options: RenderOptions) {
  const start = place.column - 1;
  const from = source.length <= LONGEST_LINE ? 0 : Math.max(0, start - BEFORE);
  const characters = [...stretch(source, from, LONGEST_LINE)];
  const end = place.endLine === place.line ? place.endColumn - 1 : Number.POSITIVE_INFINITY;
  const text = (first: number, last: number): string =>
    characters
      .slice(Math.max(0, first - from), Math.max(0, last - from))
      .map(options.show)
      .join('');
  const until = from + characters.length;
  const rest = source.length <= LONGEST_LINE ? '' : '…';
  return {
    before: `${from > 0 ? '…' : ''}${text(from, start)}`,
    marked: text(start, Math.min(end, until)),
    after: `${text(Math.min(end, until), until)}${rest}`,
  };
}

/** So many characters from the one of that number on. */
function stretch(source: string, from: number, count: number): string {
  let index = 0;
  for (let passed = 0; passed < from && index < source.length; passed += 1) {
    index += (source.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  let end = index;
  for (let taken = 0; taken < count && end < source.length; taken += 1) {
    end += (source.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return source.slice(index, end);
}

function shown(text: string, { show }: RenderOptions): string {
  return [...text].map(show).join('');
}
