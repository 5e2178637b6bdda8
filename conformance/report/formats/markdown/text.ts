/** Text and tables in Markdown (GFM), such that what comes from a document stays text. */

import { visible } from '../../terminal/visible.ts';

/** What would begin something in Markdown is escaped, and nothing breaks a line. */
export function escaped(text: string): string {
  return visible(text)
    .replace(/[\\`*<|$~]|&(?=[#\w]+;)|\](?=[([])/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/^\s*(?:[-+>#=]|\d+(?=[.)]))/, (start) => start.replace(/[^\s\d]$|$/, '\\$&'));
}

/** A name in a code span; in a table too. */
export function code(text: string): string {
  const shown = visible(text).replaceAll('|', '\\|');
  const fence = shown.includes('`') ? '``' : '`';
  const space = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

/** Cells are Markdown already. Nothing where there is no row. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}

/** A fence that is longer than any in the text. */
export function block(language: string, text: string): readonly string[] {
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return [fence + language, text, fence];
}

/** A sentence begins with a capital, a name keeps its letters. */
export function sentence(text: string): string {
  return `${text.replace(/\.$/, '')}.`;
}
