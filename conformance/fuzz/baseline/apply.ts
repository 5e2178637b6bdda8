/** Holds a baseline against what was found: what it excuses fails nothing, what is over alarms. */

import type { DesignFinding } from '../../design/finding.ts';
import type { BaselineEntry, DocumentReport, Failure, FuzzReport } from '../report.ts';

export interface Baseline {
  readonly path: string;
  readonly entries: readonly BaselineEntry[];
  /** Today: 2027-01-31. */
  readonly on: string;
}

/** Takes the place of what an earlier baseline said of the report. */
export const applyBaseline = (report: FuzzReport, { path, entries, on }: Baseline): FuzzReport => {
  const live = new Map<string, BaselineEntry>();
  for (const entry of entries) if (on <= entry.expires) live.set(entry.fingerprint, entry);
  const found = new Set<string>();
  const documents = report.documents.map((document) => ({
    ...document,
    failures: document.failures.map((failure) => {
      for (const fingerprint of fingerprintsOf(failure)) found.add(fingerprint);
      return excused(failure, live);
    }),
    ...(document.design === undefined
      ? {}
      : {
          design: document.design.map((finding) => {
            found.add(finding.fingerprint);
            return excusedDesign(finding, live);
          }),
        }),
  }));
  const whole = new Set(
    isWhole(report) ? documents.map(({ workflow }) => workflow) : ([] as readonly string[]),
  );
  const missing = entries.filter(({ fingerprint }) => !found.has(fingerprint));
  return {
    ...report,
    documents,
    baseline: {
      ...{ path, on, entries: entries.length },
      expired: entries.filter(({ fingerprint, expires }) => expires < on && found.has(fingerprint)),
      stale: missing.filter(({ document }) => whole.has(document)),
      unseen: missing.filter(({ document }) => !whole.has(document)),
    },
  };
};

/** Only of a search that came to its end it can be said that something is not found any more. */
const isWhole = ({ shard, timing }: FuzzReport): boolean =>
  shard === null && timing.stoppedBy === 'runs';

/** What is found at several nodes is known only where each of them is. */
const excused = (failure: Failure, live: ReadonlyMap<string, BaselineEntry>): Failure => {
  const { known: _, ...rest } = failure;
  const entries = fingerprintsOf(failure).map((fingerprint) => live.get(fingerprint));
  const [entry] = entries;
  if (entry === undefined || entries.includes(undefined)) return rest;
  return { ...rest, known: knownBy(entry) };
};

const excusedDesign = (
  finding: DesignFinding,
  live: ReadonlyMap<string, BaselineEntry>,
): DesignFinding => {
  const { known: _, ...rest } = finding;
  const entry = live.get(finding.fingerprint);
  return entry === undefined ? rest : { ...rest, known: knownBy(entry) };
};

const knownBy = ({ reason, expires, ticket }: BaselineEntry): NonNullable<Failure['known']> => ({
  reason,
  expires,
  ...(ticket === undefined ? {} : { ticket }),
});

/** The one that is told first, then those of other nodes. */
export const fingerprintsOf = ({ fingerprint, also }: Failure): readonly string[] => [
  fingerprint,
  ...also.map((other) => other.fingerprint),
];

/** An entry for each thing that is found; those that are in the file keep what it says of them. */
export const baselineOf = (
  documents: readonly DocumentReport[],
  before: readonly BaselineEntry[],
  { reason, expires }: { readonly reason: string; readonly expires: string },
): readonly BaselineEntry[] => {
  const kept = new Map(before.map((entry) => [entry.fingerprint, entry]));
  const searched = new Set(documents.map(({ workflow }) => workflow));
  const entries = new Map<string, BaselineEntry>();
  // Of documents that were not looked at nothing is known.
  for (const entry of before) {
    if (!searched.has(entry.document)) entries.set(entry.fingerprint, entry);
  }
  for (const { workflow, failures, design } of documents) {
    for (const { fingerprint, code } of design ?? []) {
      const fresh = { fingerprint, property: code, document: workflow, reason, expires };
      entries.set(fingerprint, kept.get(fingerprint) ?? fresh);
    }
    for (const failure of failures) {
      for (const fingerprint of fingerprintsOf(failure)) {
        const { property } = failure;
        const fresh = { fingerprint, property, document: workflow, reason, expires };
        entries.set(fingerprint, kept.get(fingerprint) ?? fresh);
      }
    }
  }
  return [...entries.values()];
};

/** Whether a report fails: something that is expected is broken and not excused, or an excuse is over. */
export const isBroken = ({ documents, baseline }: FuzzReport): boolean =>
  documents.some(({ failures }) =>
    failures.some(({ severity, known }) => severity === 'error' && known === undefined),
  ) ||
  (baseline !== undefined && baseline.expired.length + baseline.stale.length > 0);
