/**
 * What a run gave: every call with its answer, what came of it, the runtime's trace, and how
 * the run ended or why it was blocked. Plain data that can be written as JSON.
 */

import type { Failure } from './failure.ts';
import type { SessionClock } from './hello.ts';
import type {
  LogParameters,
  PerformParameters,
  PerformResult,
  ReadTraceEvent,
  RunParameters,
  RunResult,
} from './schema/index.ts';

/**
 * All times are on the runtime's clock, in ms since the run began: answers and controls as
 * they were sent, performs as they came. A duration of the plan takes `duration ×
 * clock.scale` there.
 */
export interface RunRecord {
  /** As it was sent; times scaled for a real clock. */
  readonly request: RunParameters;
  readonly clock: SessionClock;
  /** In the order in which the world got them. */
  readonly calls: readonly CallRecord[];
  /** By `seq`, each event once; null where the runtime sent none. */
  readonly trace: readonly ReadTraceEvent[] | null;
  /** What it logged meanwhile; with several runs at once, any of them may have. */
  readonly log: readonly LogParameters[];
  /** Null where the run was blocked before it was answered. */
  readonly result: RunResult | null;
  /** Why the run can't be judged; null where it can. */
  readonly blocked: Failure | null;
  /** The calls are the driver's own record, made by a script: the suite saw none of them. */
  readonly selfReported: boolean;
  /** What the driver wrote on its stderr meanwhile, the end of it where it is long. */
  readonly stderr: string;
}

/** One call to a task, and what came of it. */
export interface CallRecord extends Omit<PerformParameters, 'run'> {
  /** Its place in the conversation of this run, from 0; settlings and aborts count too. */
  readonly order: number;
  readonly reply: PerformResult;
  /** The task returned; null where that was never told. */
  readonly settled: Told | null;
  /** The runtime gave up on it; null where that was never told. */
  readonly aborted: Told | null;
}

export interface Told {
  readonly at: number;
  /** Its place in the conversation of this run. */
  readonly order: number;
}

/**
 * The world of a run: what the task that a call is about does. It answers at once, and the
 * same call always alike. Times are a plan's ms; the session scales them.
 */
export type World = (call: PerformParameters) => PerformResult;
