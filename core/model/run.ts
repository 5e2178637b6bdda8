/** What a finished run comes to. */

import type { Json, JsonObject } from './json.ts';
import type { CompensationOutcome, NodeState, Outcome, TraceEvent } from './trace.ts';

/** Something that happened in the outside world. */
export interface Effect {
  readonly at: number;
  readonly unit: string;
  readonly node: string;
  readonly attempt: number;
  readonly key: string;
  /** True when the same key had an effect before: it happened twice. */
  readonly repeated: boolean;
}

/** A failed compensation (HX-4110). */
export interface CompensationFailure {
  readonly step: string;
  readonly unit: string;
  readonly code: string;
  readonly class: string;
  readonly message: string;
}

/** A runtime error report (§14.4): code, node, attempt, and a message with the value. */
export interface RuntimeError {
  /** Null where a task failed by itself, which no code of the specification covers. */
  readonly code: string | null;
  readonly class: string;
  readonly node: string;
  readonly unit: string;
  readonly attempt: number;
  readonly message: string;
}

export interface Run {
  readonly outcome: Outcome;
  readonly compensation: CompensationOutcome;
  /** Virtual ms at which the run ended; for a stalled one, when the last thing happened. */
  readonly endedAt: number;
  /** Node → final state; a loop body's by iteration, `body[0]`. */
  readonly states: { readonly [unit: string]: NodeState };
  readonly effects: readonly Effect[];
  readonly failures: readonly CompensationFailure[];
  readonly errors: readonly RuntimeError[];
  /** What the run hands back: the inputs of its sinks, or the outputs of its last nodes. */
  readonly output: Json;
  readonly trace: readonly TraceEvent[];
  /** Why a run stalled, in a sentence; null for any other outcome. */
  readonly stalledBecause: string | null;
}

export type { JsonObject };
