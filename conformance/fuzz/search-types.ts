/**
 * A search as data. Its runs are numbered; they are done in generations. What run `n` does is a
 * function of the target, the seed, `n` and the corpus of its generation alone, and the corpus is
 * that of all generations before. So the runs of one generation may be done in any order, by
 * whomever, and what is put together from their slices is always the same.
 */

import type { Json } from '../../core/model/json.ts';
import type { Outcome } from '../../core/model/trace.ts';

/** Everything that is known between two generations. Plain data: it may be sent to workers. */
export interface SearchState {
  readonly generation: number;
  /** The number of the first run that is not done, of this shard's own. */
  readonly done: number;
  /** Scenarios that reached something new, in their JSON form. */
  readonly corpus: readonly CorpusEntry[];
  /** What has been reached: point → the number of the run that reached it first. */
  readonly points: Readonly<Record<string, number>>;
  readonly judged: number;
  readonly undecided: number;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** For each expectation, in their order. */
  readonly tried: readonly number[];
  readonly broken: readonly number[];
}

export interface CorpusEntry {
  readonly run: number;
  readonly scenario: Json;
}

/** A part of a generation: runs `from` to `to`, without the latter. */
export interface SliceTask {
  readonly generation: number;
  readonly from: number;
  readonly to: number;
}

/** What a slice came to. Slices of one generation are put together in any order. */
export interface Slice {
  readonly task: SliceTask;
  /** Points that no generation before had, each with the least run of the slice that reached it. */
  readonly points: Readonly<Record<string, number>>;
  readonly judged: number;
  readonly undecided: number;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  readonly tried: readonly number[];
  readonly broken: readonly number[];
  readonly breaks: readonly Break[];
}

/** Runs of a slice that broke the same thing in the same way. */
export interface Break {
  /** The expectation's number or the rule's id, and the node: what is broken. */
  readonly key: string;
  /** What went wrong in the run, without times and numbers. */
  readonly shape: readonly string[];
  /** The least number of such a run. */
  readonly run: number;
  readonly times: number;
}
