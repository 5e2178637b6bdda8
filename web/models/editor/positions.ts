/** Between places as readers count them and offsets as an editor counts them. */

import type { Place } from '../../../core/model/diagnostic.ts';
import type { NodeLines } from '../../worker/node-lines.ts';

/** The offset in UTF-16 units of a column that counts code points from 1, within one line. */
export function unitsBefore(line: string, column: number): number {
  let units = 0;
  for (let points = 1; points < column && units < line.length; points += 1) {
    units += (line.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}

/** Lines of a text, as an editor holds them. */
export interface TextLines {
  readonly count: number;
  /** `number` counts from 1. */
  line(number: number): { readonly from: number; readonly text: string };
}

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Where a place lies in a text that may have become shorter since it was found. Never reversed
 * and never outside; empty where the place is.
 */
export function stretchOf(place: Place, lines: TextLines): Stretch {
  const from = offsetOf(place.line, place.column, lines);
  return { from, to: Math.max(from, offsetOf(place.endLine, place.endColumn, lines)) };
}

function offsetOf(line: number, column: number, lines: TextLines): number {
  const { from, text } = lines.line(Math.max(1, Math.min(line, lines.count)));
  return from + (line > lines.count ? text.length : unitsBefore(text, column));
}

/** The innermost node that stands on a line; null where none does. */
export function nodeAtLine(lines: NodeLines, line: number): string | null {
  let found: { readonly id: string; readonly length: number } | null = null;
  for (const [id, { first, last }] of Object.entries(lines)) {
    if (line < first || line > last) continue;
    if (found === null || last - first < found.length) found = { id, length: last - first };
  }
  return found?.id ?? null;
}
