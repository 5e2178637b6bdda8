/** Which rows of the rules are shown: by verdict, and by letters of their names. */

import { VERDICT_ORDER } from '../../conformance/report/html/looks.ts';
import type { Verdict } from '../../conformance/suite/verdict.ts';
import type { ReportFamily, ReportRow } from './messages.ts';

export type Shown = 'all' | 'notable' | Verdict;

/** What asks for a look. */
const NOTABLE: readonly Verdict[] = ['fail', 'stale', 'blocked', 'degraded', 'inconclusive'];

const isShown = ({ cells }: ReportRow, shown: Shown): boolean =>
  shown === 'all' ||
  cells.some(
    (cell) =>
      cell !== null &&
      (shown === 'notable' ? NOTABLE.includes(cell.verdict) : cell.verdict === shown),
  );

/** Families that are left with no row are left out. */
export function filterFamilies(
  families: readonly ReportFamily[],
  shown: Shown,
  letters: string,
): readonly ReportFamily[] {
  const wanted = letters.trim().toLowerCase();
  return families
    .map(({ name, rows }) => ({
      name,
      rows: rows.filter(
        (row) =>
          isShown(row, shown) &&
          (wanted === '' || `${row.id} ${row.title}`.toLowerCase().includes(wanted)),
      ),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** The choices that find anything, and how many rows. */
export function choicesOf(
  families: readonly ReportFamily[],
): readonly { readonly shown: Shown; readonly count: number }[] {
  const rows = families.flatMap((family) => family.rows);
  return (['all', 'notable', ...VERDICT_ORDER] as const)
    .map((shown) => ({ shown, count: rows.filter((row) => isShown(row, shown)).length }))
    .filter(({ shown, count }) => shown === 'all' || count > 0);
}
