/** Things side by side: what touches another goes into the next row. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Rows = Span[][];

export const isFreeIn = (row: readonly Span[], { start, end }: Span): boolean =>
  row.every((each) => each.end <= start || each.start >= end);

/** Puts it into the first row that has room for it. @returns The row's number, from 0. */
export const placeIn = (rows: Rows, span: Span): number => {
  const free = rows.findIndex((row) => isFreeIn(row, span));
  const known = rows[free];
  if (known === undefined) return rows.push([span]) - 1;
  known.push(span);
  return free;
};
