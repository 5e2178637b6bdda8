/**
 * A search as data. Its runs are numbered; they are done in generations. What run `n` does is a
 * function of the target, the seed, `n` and its generation alone, and a generation follows from
 * those before it. So the runs of one generation may be done in any order, by whomever, and what
 * is put together from their slices is always the same.
 */

import type { Json } from '../../../core/model/json.ts';
import type { Outcome } from '../../../core/model/trace.ts';
import type { CallFault } from '../space/faults.ts';

export interface SearchOptions {
  readonly seed: number;
  /** Which part of a search in several parts this is, from 0; its runs are numbers of its own. */
  readonly shard: { readonly index: number; readonly count: number };
  /** Runs with more faults than this are not looked at; null for any number. */
  readonly faults: number | null;
}

/** All that a worker must know to do runs of a generation. Plain data: it may be sent. */
export interface Generation {
  /** From 0. */
  readonly number: number;
  /** Runs `from` to `to`, without the latter, counted within the shard. */
  readonly from: number;
  readonly to: number;
  /** Runs to begin from. */
  readonly corpus: readonly CorpusEntry[];
  /** Faults of steps that were called for the first time, to be tried one after another. */
  readonly frontier: readonly FrontierTask[];
  /** What has been reached before. */
  readonly points: readonly string[];
  /** What is broken, and by which shapes it is known to be. */
  readonly known: Readonly<Record<string, readonly (readonly string[])[]>>;
}

export interface CorpusEntry {
  /** Below 0 for what was not drawn: regression files. */
  readonly run: number;
  /** In its JSON form. */
  readonly scenario: Json;
}

export interface FrontierTask {
  /** The run of the corpus that calls the step. */
  readonly run: number;
  readonly step: string;
  readonly fault: CallFault;
}

/** What runs `from` to `to` of a generation came to. */
export interface Slice {
  readonly generation: number;
  readonly from: number;
  readonly to: number;
  /** Points that no generation before had, each with the least run that reached it. */
  readonly points: Readonly<Record<string, number>>;
  readonly counts: Counts;
  /** By the number of the run. */
  readonly breaks: readonly Break[];
}

export interface Counts {
  /** Runs that were judged by the rules of the suite. */
  readonly judged: number;
  /** Runs that could not be judged, for they were too long. */
  readonly undecided: number;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** For each expectation, in their order: runs in which what it speaks of happened. */
  readonly tried: readonly number[];
  readonly broken: readonly number[];
}

/** Runs that broke the same thing in the same way. */
export interface Break {
  /** The expectation's number or the rule's id, and the node: what is broken. */
  readonly key: string;
  /** What went wrong, without times and numbers. */
  readonly shape: readonly string[];
  /** The least number of such a run. */
  readonly run: number;
  readonly times: number;
}
