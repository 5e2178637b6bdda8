/**
 * From offsets to lines and columns. Parsing keeps offsets alone, which costs nothing; a line
 * and a column are looked up for findings only. Lines end with CRLF, CR or LF, columns count
 * Unicode code points, a tab is one.
 */

import type { Place } from '../model/diagnostic.ts';

/** UTF-16 units between two entries of the table of surrogate pairs. */
const STRIDE = 1024;

export type Places = (start: number, end: number) => Place;

/** Lines and columns of `text`; every place that it gives lies inside the text. */
export function placesOf(text: string): Places {
  const starts = lineStarts(text);
  const pairsBefore = pairCounter(text);

  const locate = (offset: number): { line: number; column: number } => {
    const line = lastNotAbove(starts, offset);
    const start = starts[line] ?? 0;
    const pairs = pairsBefore(offset) - pairsBefore(start);
    return { line: line + 1, column: offset - start - pairs + 1 };
  };

  return (start, end) => {
    const last = Math.max(0, text.length - 1);
    const from = Math.min(Math.max(0, start), last);
    const to = Math.min(Math.max(from + 1, end), text.length);
    const { line, column } = locate(from);
    const behind = locate(Math.max(to, from));
    return { line, column, endLine: behind.line, endColumn: behind.column };
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  const ends = /\r\n?|\n/g;
  while (ends.exec(text) !== null) starts.push(ends.lastIndex);
  return starts;
}

function lastNotAbove(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How many second halves of surrogate pairs lie before an offset. */
function pairCounter(text: string): (offset: number) => number {
  if (!/[\uDC00-\uDFFF]/.test(text)) return () => 0;
  const table = [0];
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (isSecondHalf(text, index)) count += 1;
    if ((index + 1) % STRIDE === 0) table.push(count);
  }
  return (offset) => {
    const row = Math.floor(offset / STRIDE);
    let pairs = table[row] ?? 0;
    for (let index = row * STRIDE; index < offset; index += 1) {
      if (isSecondHalf(text, index)) pairs += 1;
    }
    return pairs;
  };
}

function isSecondHalf(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0xdc00 || code > 0xdfff || index === 0) return false;
  const before = text.charCodeAt(index - 1);
  return before >= 0xd800 && before <= 0xdbff;
}
