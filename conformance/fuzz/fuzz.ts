/** Searches one document on this thread, a slice at a time, so that whoever drives may stop. */

import type { DocumentReport, Failure } from './report.ts';
import type { FuzzTarget } from './search/prepare.ts';
import { createSearch, type RegressionCase, type Search } from './search/search.ts';
import { runSlice } from './search/slice.ts';
import type { SearchOptions } from './search/types.ts';

export interface FuzzOptions extends SearchOptions {
  /** How many runs; null for as many as there is time for. */
  readonly runs: number | null;
  /** Tried before anything else. */
  readonly regressions?: readonly RegressionCase[];
}

export interface FuzzProgress {
  readonly done: number;
  /** What is new since the last time. */
  readonly found: readonly Failure[];
  /** What there is to say, were it to end now. */
  readonly search: Search;
}

/** Runs at once: short enough to be stopped soon after it was asked for. */
const SLICE = 64;
/** Of large documents, by the events of a run. */
const EVENTS_AT_ONCE = 20_000;

/** How many runs are done at once. It makes no difference to what comes out. */
export const sliceSizeOf = ({ prepared }: Search): number => {
  const events = prepared.bases[0]?.events ?? 1;
  return Math.max(1, Math.min(SLICE, Math.floor(EVENTS_AT_ONCE / Math.max(1, events))));
};

/**
 * Each turn does some runs. The same target and options give the same report, to the byte,
 * whatever is done between turns; a search that is ended early (`return`) has its report in
 * `search.report()`, which is that of a search with so many runs.
 */
export function* fuzzDocument(
  target: FuzzTarget,
  options: FuzzOptions,
): Generator<FuzzProgress, DocumentReport> {
  const search = createSearch(target, options, options.regressions ?? []);
  yield { done: 0, found: search.regressions, search };
  const last = options.runs ?? Number.POSITIVE_INFINITY;
  const size = sliceSizeOf(search);
  let done = 0;
  while (done < last) {
    const generation = search.generation();
    const known = new Set(generation.points);
    const end = Math.min(generation.to, last);
    while (done < end) {
      const to = Math.min(done + size, end);
      const found = search.absorb(runSlice(search.prepared, generation, done, to, known));
      done = to;
      yield { done, found, search };
    }
  }
  return search.report();
}
