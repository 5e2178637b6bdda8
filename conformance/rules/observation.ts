/**
 * What the rules look at: what a runtime was asked to do, what the world saw of it, and what it
 * says of itself. Plain data, whoever made it: a driver, the built-in runtime, a file.
 */

import type { Json } from '../../core/model/json.ts';
import type { Control } from '../../core/model/scenario.ts';
import type { CompensationOutcome, Outcome, Purpose, TraceEvent } from '../../core/model/trace.ts';
import type { OnFailure, Profile, Workflow } from '../../core/model/workflow.ts';

export interface Observation {
  readonly profile: Profile;
  readonly workflow: Workflow;
  /** Codes of what makes the document that was to be run invalid; absent for a valid one. */
  readonly errors?: readonly string[];
  readonly tenant: string;
  readonly run: string;
  readonly input: Json;
  readonly onFailure: OnFailure;
  /** What happened to the run from outside, each at a time, in the order of time. */
  readonly controls: readonly TimedControl[];
  readonly clock: ObservedClock;
  /** What the runtime declares that it can do; null for everything. */
  readonly capabilities: ReadonlySet<string> | null;
  /** Whether the far side can be asked what became of an uncertain call. */
  readonly canReconcile: boolean;
  /** Readings of open questions that are not our own: Q1 → `compensated`. */
  readonly choices: { readonly [question: string]: string };
  /** In the order in which the world got them. */
  readonly calls: readonly Call[];
  /** Null where the runtime has none. */
  readonly trace: readonly TraceEvent[] | null;
  /** Null where nobody says how the run ended. */
  readonly report: RunReport | null;
}

export type TimedControl = Control & { readonly at: number };

export interface ObservedClock {
  /** How many ms late a runtime on a real clock may be; 0 for a virtual clock. */
  readonly toleranceMs: number;
  /** Calls may wait before they are sent: for a worker, or for the runtime's own latency. */
  readonly mayQueue: boolean;
  /** How many ms of its own a runtime takes from a decision to a call; 0 where it is left out. */
  readonly latencyMs?: number;
}

/** One call to a task: the runtime wanted it performed. Times are ms since the run began. */
export interface Call {
  /** Its place among the calls, from 0. */
  readonly index: number;
  readonly step: string;
  readonly unit: string;
  /** The unit that a compensation undoes. */
  readonly undoes: string | null;
  readonly purpose: Purpose;
  readonly attempt: number;
  readonly redelivered: boolean;
  /** Null where the runtime has no keys. */
  readonly key: string | null;
  /** Undefined where nobody recorded it. */
  readonly input: Json | undefined;
  readonly at: number;
  readonly reply: Reply;
  /** When the task's result came back, as reported; null where it never was. */
  readonly settledAt: number | null;
  /** When the runtime gave up on it, as reported; null where it never did. */
  readonly abortedAt: number | null;
}

/** What the world answered. */
export interface Reply {
  /** How long the task takes, in ms. */
  readonly after: number;
  readonly then: ReplyOutcome;
}

export type ReplyOutcome =
  /** Output is undefined where it is a placeholder of the runtime's own. */
  | { readonly kind: 'ok'; readonly output: Json | undefined }
  | { readonly kind: 'error'; readonly error: ReplyError }
  | { readonly kind: 'hang' }
  /** The far side's answer to a question about an uncertain call; null: it does not know. */
  | { readonly kind: 'status'; readonly applied: boolean | null };

export interface ReplyError {
  readonly class: string;
  /** Null: as the class says. */
  readonly retryable: boolean | null;
  /** Absent where it has none, or nobody recorded it. */
  readonly message?: string;
}

/** What a runtime says of a run that is over. */
export interface RunReport {
  readonly outcome: Outcome;
  readonly compensation: CompensationOutcome | null;
  readonly error: {
    readonly code: string | null;
    readonly class: string | null;
    readonly step: string | null;
    readonly uncertain: boolean;
  } | null;
  /** Each compensation that failed. */
  readonly failures: readonly {
    readonly step: string;
    readonly unit: string;
    readonly code: string | null;
  }[];
  /** Undefined where it was not told. */
  readonly output: Json | undefined;
}
