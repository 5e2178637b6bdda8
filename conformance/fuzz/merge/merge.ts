/** Puts the parts of a search together: each did runs of its own, so what they counted is added. */

import type { DocumentReport, FuzzReport } from '../report.ts';
import { mergeDocuments } from './merge-documents.ts';

export interface NamedFuzzReport {
  /** A path. */
  readonly name: string;
  readonly report: FuzzReport;
}

export type FuzzMerging =
  | { readonly ok: true; readonly report: FuzzReport }
  /** A sentence without its full stop. */
  | { readonly ok: false; readonly message: string };

/** The order of the reports makes no difference. */
export const mergeFuzzReports = (reports: readonly NamedFuzzReport[]): FuzzMerging => {
  const sorted = [...reports].sort(
    (left, right) => (left.report.shard?.index ?? 0) - (right.report.shard?.index ?? 0),
  );
  const message = faultIn(sorted);
  const [first] = sorted;
  if (message !== null || first === undefined) {
    return { ok: false, message: message ?? 'there is nothing to merge' };
  }
  const all = sorted.map(({ report }) => report);
  const paths = [...new Set(all.flatMap(({ documents }) => documents.map(({ path }) => path)))];
  const documents = paths.map((path): DocumentReport => {
    const own = all.flatMap((report) => report.documents.filter((each) => each.path === path));
    const missing = sorted.length - own.length;
    const merged = mergeDocuments(own);
    if (missing === 0) return merged;
    const note = `${missing} of ${sorted.length} parts were stopped before they came to it`;
    return { ...merged, notes: [...merged.notes, note] };
  });
  const { baseline: _, ...about } = first.report;
  return {
    ok: true,
    report: {
      ...about,
      runs: about.runs === null ? null : about.runs * all.length,
      shard: null,
      documents,
      timing: {
        // They ran beside each other.
        seconds: Math.max(...all.map(({ timing }) => timing.seconds)),
        runsPerSecond: all.reduce((sum, { timing }) => sum + timing.runsPerSecond, 0),
        stoppedBy:
          (['interrupt', 'time', 'runs'] as const).find((reason) =>
            all.some(({ timing }) => timing.stoppedBy === reason),
          ) ?? 'runs',
      },
    },
  };
};

/** What must be the same in all parts, and how it is called. */
const SAME: readonly { readonly what: string; readonly of: (report: FuzzReport) => unknown }[] = [
  { what: 'the version of unwind', of: ({ version }) => version },
  { what: 'the seed', of: ({ seed }) => seed },
  { what: 'the number of runs asked for', of: ({ runs }) => runs },
  { what: 'the number of parts', of: ({ shard }) => shard?.count },
];

/** @param reports By the number of their part. */
const faultIn = (reports: readonly NamedFuzzReport[]): string | null => {
  const [first, ...others] = reports;
  if (first === undefined) return null;
  const whole = reports.find(({ report }) => report.shard === null);
  if (whole !== undefined)
    return `${whole.name} is a whole search, not a part of one (--shard i/n)`;
  for (const { name, report } of others) {
    const about = `${first.name} and ${name} are no parts of one search`;
    for (const { what, of } of SAME) {
      const [one, other] = [of(first.report), of(report)];
      if (one !== other) return `${about}: ${what} differs (${one} and ${other})`;
    }
    for (const document of report.documents) {
      const other = first.report.documents.find(({ path }) => path === document.path);
      const difference = other === undefined ? null : differenceOf(other, document);
      if (difference !== null) return `${about}: ${difference} of ${document.path} differs`;
    }
  }
  const count = first.report.shard?.count ?? 0;
  const seen = new Map<number, string>();
  for (const { name, report } of reports) {
    const index = report.shard?.index ?? 0;
    const other = seen.get(index);
    if (other !== undefined) {
      return `${other} and ${name} are both part ${index} of ${count}: their runs would count twice`;
    }
    seen.set(index, name);
  }
  const missing = Array.from({ length: Math.min(count, 1000) }, (_, place) => place + 1).filter(
    (index) => !seen.has(index),
  );
  if (missing.length === 0) return null;
  const [index] = missing;
  const runs = `runs ${(index ?? 1) - 1}, ${(index ?? 1) - 1 + count}, … are missing`;
  return `part ${missing.slice(0, 10).join(', ')}${missing.length > 10 ? ' and more' : ''} of ${count} is missing: ${runs}`;
};

const differenceOf = (one: DocumentReport, other: DocumentReport): string | null => {
  if (one.digest !== other.digest) return 'the content';
  if (one.profile !== other.profile) return 'the profile';
  if (one.faults !== other.faults) return 'the number of faults looked at';
  const expected = ({ expectations }: DocumentReport): string =>
    JSON.stringify(expectations.map(({ text, severity }) => [text, severity]));
  return expected(one) === expected(other) ? null : 'what is expected';
};
