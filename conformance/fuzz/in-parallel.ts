/**
 * Searches one document with the help of workers. Which of them does what, and how fast, makes no
 * difference to what comes out: a generation is data, its slices may be done by anybody.
 */

import { type FuzzOptions, type FuzzProgress, sliceSizeOf } from './fuzz.ts';
import type { DocumentReport } from './report.ts';
import type { FuzzTarget } from './search/prepare.ts';
import { createSearch } from './search/search.ts';
import { runSlice } from './search/slice.ts';
import type { Generation, SearchOptions, Slice } from './search/types.ts';

/** What does runs elsewhere. What it is given and gives back is plain data. */
export interface SliceWorkers {
  /** How many do runs at the same time. */
  readonly count: number;
  /** From now on runs are of this document; what is still to be done of another is dropped. */
  begin(target: FuzzTarget, options: SearchOptions): void;
  /** Runs `from` to `to` of a generation. Rejects where a worker is lost. */
  run(generation: Generation, from: number, to: number): Promise<Slice>;
}

/** A generation of fewer runs is done before a worker has begun. */
const WORTH_IT = 512;
/** Slices a worker, so that none waits long for another at the end of a generation. */
const TURNS = 4;

/** @returns The report of `fuzzDocument`, to the byte. */
export async function* fuzzInParallel(
  target: FuzzTarget,
  options: FuzzOptions,
  workers: () => SliceWorkers,
): AsyncGenerator<FuzzProgress, DocumentReport> {
  const search = createSearch(target, options, options.regressions ?? []);
  yield { done: 0, found: search.regressions, search };
  const last = options.runs ?? Number.POSITIVE_INFINITY;
  const largest = sliceSizeOf(search);
  let helpers: SliceWorkers | null = null;
  let done = 0;
  while (done < last) {
    const generation = search.generation();
    const end = Math.min(generation.to, last);
    if (end - done < WORTH_IT && helpers === null) {
      const known = new Set(generation.points);
      while (done < end) {
        const to = Math.min(done + largest, end);
        const found = search.absorb(runSlice(search.prepared, generation, done, to, known));
        done = to;
        yield { done, found, search };
      }
      continue;
    }
    if (helpers === null) {
      helpers = workers();
      helpers.begin(target, { seed: options.seed, shard: options.shard, faults: options.faults });
    }
    const size = Math.max(1, Math.min(largest, Math.ceil((end - done) / helpers.count / TURNS)));
    const slices: Promise<Slice>[] = [];
    for (let from = done; from < end; from += size) {
      slices.push(helpers.run(generation, from, Math.min(from + size, end)));
    }
    // One that is lost is told by the await below, were it not the next.
    for (const slice of slices) slice.catch(() => undefined);
    for (const slice of slices) {
      const { to } = await slice;
      const found = search.absorb(await slice);
      done = to;
      yield { done, found, search };
    }
  }
  return search.report();
}
