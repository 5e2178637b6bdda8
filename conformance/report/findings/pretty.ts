/** Findings as a person reads them: where, what, and the line with carets under the place. */

import type { Diagnostic, Place, RelatedPlace } from '../../../core/model/diagnostic.ts';
import { countOf } from '../../../simulator/trace/explain/words.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { padStart } from '../terminal/width.ts';
import { type CheckedFile, isRead, isValid, type UnreadFile } from './checked-file.ts';
import { concealCredentials } from './conceal.ts';
import { excerptOf } from './excerpt.ts';
import { linesOf } from './lines.ts';
import { pageOf } from './page-of.ts';
import { renderOrbitFile } from './pretty-orbit.ts';

/** Findings of one file that are shown in full. */
const SHOWN = 50;

export function renderFindings(
  files: readonly (CheckedFile | UnreadFile)[],
  terminal: Terminal,
): string {
  const read = files.filter(isRead);
  const blocks = read.map((file) =>
    hasOwnLayout(file) ? renderOrbit(file, files.length > 1, terminal) : renderFile(file, terminal),
  );
  if (files.length > 1) blocks.push(`${renderTotal(files, terminal)}\n`);
  // What ORBIT's own compiler prints has the code in its first line, and ends without a hint.
  const others = read.filter((file) => !hasOwnLayout(file));
  return blocks.join('') + renderHint(others, terminal);
}

function hasOwnLayout({ dialect, findings }: CheckedFile): boolean {
  return dialect === 'orbit' && findings.length > 0;
}

/** In the layout of its compiler; a document that is valid all the same is said to be. */
function renderOrbit(file: CheckedFile, isOneOfMany: boolean, terminal: Terminal): string {
  const text = renderOrbitFile(file, terminal);
  if (isValid(file)) return `${text}\n${renderVerdict(file, terminal)}\n`;
  return isOneOfMany ? `${text}\n` : text;
}

/** How to get at the page of a code, told once, with the code that was found first. */
function renderHint(files: readonly CheckedFile[], { paint }: Terminal): string {
  const all = files.flatMap(({ findings }) => findings);
  const errors = all.filter(({ severity }) => severity === 'error');
  const codes = [...errors, ...all].map(({ code }) => code);
  const explained = [...new Set(codes)].filter((code) => pageOf(code) !== null);
  const [first] = explained;
  if (first === undefined) return '';
  const others = explained.length === 1 ? '' : ' (and so for each code)';
  return `${paint('faint', `Why, and how it is right: unwind rules ${first}${others}`)}\n`;
}

function renderFile(file: CheckedFile, terminal: Terminal): string {
  const { findings } = file;
  const lines = findings.length === 0 ? [] : concealCredentials(linesOf(file.bytes), findings);
  const blocks = findings
    .slice(0, SHOWN)
    .map((finding) => `${renderFinding(file, finding, lines, terminal)}\n\n`);
  if (findings.length > SHOWN) {
    const more = countOf(findings.length - SHOWN, 'more finding');
    blocks.push(`${terminal.paint('faint', `${more} (--format json lists all)`)}\n\n`);
  }
  return `${blocks.join('')}${renderVerdict(file, terminal)}\n`;
}

const TONES: Readonly<Record<Diagnostic['severity'], Tone>> = { error: 'bad', warning: 'warning' };

function renderFinding(
  { path }: CheckedFile,
  finding: Diagnostic,
  lines: readonly string[],
  terminal: Terminal,
): string {
  const { paint } = terminal;
  const { severity, code } = finding;
  const gutter = String(Math.max(finding.line, ...finding.related.map(({ line }) => line))).length;
  const where = paint('strong', `${visible(path)}:${finding.line}:${finding.column}:`);
  const what = paint(TONES[severity], `${severity} ${code}`);
  return [
    `${where} ${what}: ${visible(finding.message)}`,
    ...renderExcerpt(finding, lines, gutter, TONES[severity], terminal),
    ...finding.related.flatMap((related) => renderRelated(related, path, lines, gutter, terminal)),
  ].join('\n');
}

function renderRelated(
  related: RelatedPlace,
  path: string,
  lines: readonly string[],
  gutter: number,
  terminal: Terminal,
): readonly string[] {
  const where = `${visible(path)}:${related.line}:${related.column}:`;
  return [
    `${' '.repeat(gutter + 1)}${terminal.paint('faint', where)} ${visible(related.message)}`,
    ...renderExcerpt(related, lines, gutter, 'faint', terminal),
  ];
}

function renderExcerpt(
  place: Place,
  lines: readonly string[],
  gutter: number,
  tone: Tone,
  terminal: Terminal,
): readonly string[] {
  const source = lines[place.line - 1];
  if (source === undefined || source.trim() === '') return [];
  const { columns, glyphs, paint } = terminal;
  const { line, carets } = excerptOf(source, place, columns - gutter - 5, terminal);
  const bar = paint('faint', glyphs.gutter);
  return [
    ` ${paint('faint', padStart(String(place.line), gutter))} ${bar} ${line}`,
    ` ${' '.repeat(gutter)} ${bar} ${paint(tone, carets)}`,
  ];
}

function renderVerdict(file: CheckedFile, { paint, glyphs }: Terminal): string {
  const { path, findings, stopped } = file;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const counts = [
    ...(errors > 0 ? [countOf(errors, 'error')] : []),
    ...(warnings > 0 ? [countOf(warnings, 'warning')] : []),
  ].join(', ');
  const valid = isValid(file);
  const verdict = valid
    ? paint('good', `${glyphs.outcome.succeeded} valid`)
    : paint('bad', `${glyphs.outcome.failed} invalid`);
  const end = stopped ? '; analysis stopped there, so there may be more' : '';
  return `${verdict} ${visible(path)}${counts === '' ? '' : ` (${counts})`}${end}`;
}

function renderTotal(files: readonly (CheckedFile | UnreadFile)[], { paint }: Terminal): string {
  const read = files.filter(isRead);
  const valid = read.filter(isValid).length;
  const parts = [
    `${countOf(files.length, 'file')}: ${valid} valid`,
    `${read.length - valid} invalid`,
    ...(read.length < files.length ? [`${files.length - read.length} not read`] : []),
  ];
  return paint('strong', parts.join(', '));
}
