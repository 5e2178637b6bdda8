/** A row of cells, one for each column, that becomes a line of coloured text. */

import type { Paint, Tone } from '../terminal/style.ts';
import { characterWidth } from '../terminal/width.ts';

interface Cell {
  /** Empty behind a character that takes two columns. */
  readonly character: string;
  readonly tone: Tone;
}

export interface Row {
  readonly cells: Cell[];
}

const BLANK: Cell = { character: ' ', tone: 'plain' };

export function createRow(width: number): Row {
  return { cells: new Array<Cell>(width).fill(BLANK) };
}

export function isBlank({ cells }: Row, column: number): boolean {
  return cells[column]?.character === ' ';
}

/** Whether the columns of a text are inside and blank, and so many beside it on either side. */
export function hasRoom(row: Row, column: number, width: number, margin = 1): boolean {
  if (column < 0 || column + width > row.cells.length) return false;
  for (let at = column - margin; at < column + width + margin; at += 1) {
    if (at >= 0 && at < row.cells.length && !isBlank(row, at)) return false;
  }
  return true;
}

/** Writes over what was there; what lies outside the row is left out. */
export function write({ cells }: Row, column: number, text: string, tone: Tone): void {
  let at = column;
  for (const character of text) {
    const width = characterWidth(character);
    if (width > 0 && at >= 0 && at + width <= cells.length) {
      cells[at] = { character, tone };
      for (let behind = 1; behind < width; behind += 1)
        cells[at + behind] = { character: '', tone };
    }
    at += width;
  }
}

/** Neighbours of one tone are painted together; blanks at the end are left out. */
export function renderRow({ cells }: Row, paint: Paint): string {
  let line = '';
  let piece = '';
  let tone: Tone = 'plain';
  for (const cell of cells.slice(0, lastInk(cells) + 1)) {
    if (cell.tone !== tone && cell.character !== ' ') {
      line += paint(tone, piece);
      piece = '';
      tone = cell.tone;
    }
    piece += cell.character;
  }
  return line + paint(tone, piece);
}

function lastInk(cells: readonly Cell[]): number {
  return cells.findLastIndex(({ character }) => character !== ' ');
}
