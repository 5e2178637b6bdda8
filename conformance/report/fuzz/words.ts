/** How every format names what a search tells. */

import { countOf, formatTime } from '../../../simulator/trace/explain/words.ts';
import type { DesignFinding } from '../../design/finding.ts';
import type { BaselineEntry, DocumentReport, Failure, FuzzReport } from '../../fuzz/report.ts';

/** What a command needs to know of what it repeats. */
export type Repeatable = Pick<Failure, 'fingerprint' | 'scenario'>;

/** The command that runs a failure again, or the witness of a fault of design. */
export type Again = (document: DocumentReport, shown: Repeatable) => string;

/** What does not hold: the expectation as it was written, or the rule. */
export const titleOf = ({ kind, property, expectation }: Failure): string =>
  kind === 'rule' ? `rule ${property}` : (expectation ?? property);

/** Where nobody asked for it, that is said. */
export const originOf = ({ kind, source }: Failure): string => {
  if (kind === 'rule') return 'a defect of unwind itself, not of the document';
  if (source === null || source.kind === 'default') return 'looked at without being asked for';
  if (source.kind === 'option') return 'expected by --expect';
  return `expected in ${source.path ?? 'the document'}${source.line === null ? '' : `, line ${source.line}`}`;
};

/** `0 s`, then what happened. */
export const storyLines = ({ story }: Failure): readonly string[] => {
  const times = story.map(({ at }) => formatTime(at));
  const width = Math.max(0, ...times.map(({ length }) => length));
  return story.map(({ text }, index) => `${(times[index] ?? '').padStart(width)}  ${text}`);
};

/** How often, and how small. */
export const countsOf = ({ times, faults, isMinimal, outcome, endedAt }: Failure): string =>
  [
    `${countOf(times, 'run')} broke it so`,
    faults === 0
      ? 'nothing has to go wrong for it'
      : `${countOf(faults, 'fault')} ${faults === 1 ? 'is' : 'are'} enough${isMinimal ? '' : ' (fewer may be)'}`,
    `the run ${outcome === 'stalled' ? 'stops' : `ends ${outcome}`} after ${formatTime(endedAt)}`,
  ].join('; ');

export const othersOf = ({ also }: Failure): readonly string[] =>
  also.map(({ node }) => node ?? 'elsewhere');

export interface Found {
  readonly errors: number;
  readonly warnings: number;
  /** Faults of design; notes, of which only the author knows whether they matter, are none. */
  readonly design: number;
  readonly known: number;
}

export const foundIn = (documents: readonly DocumentReport[]): Found => {
  const failures = documents.flatMap((document) => document.failures);
  const open = failures.filter(({ known }) => known === undefined);
  const errors = open.filter(({ severity }) => severity === 'error').length;
  const designs = documents.flatMap(({ design = [] }) => design);
  const faults = designs.filter(
    ({ severity, known }) => severity === 'warning' && known === undefined,
  );
  return {
    ...{ errors, warnings: open.length - errors, design: faults.length },
    known: failures.length - open.length + designs.filter(({ known }) => known).length,
  };
};

/** `2 failures, 1 warning, 1 fault of design and 3 known` */
export const foundText = ({ errors, warnings, design, known }: Found): string => {
  const parts = [
    ...(errors > 0 ? [countOf(errors, 'failure')] : []),
    ...(warnings > 0 ? [countOf(warnings, 'warning')] : []),
    ...(design > 0 ? [countOf(design, 'fault of design', 'faults of design')] : []),
    ...(known > 0 ? [`${known} known`] : []),
  ];
  const last = parts.pop();
  if (last === undefined) return 'nothing found';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
};

export const totalRuns = ({ documents }: FuzzReport): number =>
  documents.reduce((sum, { runs }) => sum + runs, 0);

/** What the search was, without what hangs on the machine. */
export const searchText = (report: FuzzReport): string => {
  const { seed, shard, timing } = report;
  const part = shard === null ? '' : `, part ${shard.index} of ${shard.count}`;
  return `${countOf(totalRuns(report), 'run')}, seed ${seed}${part}${STOPPED[timing.stoppedBy]}`;
};

const STOPPED = { runs: '', time: '; its time was over', interrupt: '; interrupted' } as const;

export interface Alarm {
  readonly entry: BaselineEntry;
  readonly message: string;
}

/** Entries of the baseline that excuse nothing any more. */
export const alarmsOf = ({ baseline }: FuzzReport): readonly Alarm[] => {
  if (baseline === undefined) return [];
  const { path, expired, stale } = baseline;
  return [
    ...expired.map((entry) => ({
      entry,
      message: `${nameOf(entry)} was excused until ${entry.expires}, and is still found: mend it, or give it a new day in ${path} (${entry.reason})`,
    })),
    ...stale.map((entry) => ({
      entry,
      message: `${nameOf(entry)} is not found any more: take it out of ${path} (${entry.reason})`,
    })),
  ];
};

const nameOf = ({ property, document, fingerprint }: BaselineEntry): string =>
  `${property} of ${document} (${fingerprint.slice(0, 8)})`;

export const knownText = ({ reason, expires, ticket }: NonNullable<Failure['known']>): string =>
  `known until ${expires}: ${reason}${ticket === undefined ? '' : ` (${ticket})`}`;

/** Faults of design that no baseline excuses. */
export const designOf = ({ design = [] }: DocumentReport): readonly DesignFinding[] =>
  design.filter(({ known }) => known === undefined);

/** The command that runs the witness of a fault of design. */
export const witnessOf = (document: DocumentReport, finding: DesignFinding, again: Again): string =>
  again(document, { fingerprint: finding.fingerprint, scenario: finding.witness.scenario });
