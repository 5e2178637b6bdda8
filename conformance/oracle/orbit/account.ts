/** What an interpretation comes to: plain data, to be laid beside what a runtime says. */

import type { Json } from '../../../core/model/json.ts';
import type { CompensationOutcome, NodeState } from '../../../core/model/trace.ts';

export interface Account {
  readonly outcome: 'succeeded' | 'failed' | 'cancelled' | 'timed_out' | 'stalled';
  readonly compensation: CompensationOutcome;
  /** Ms since the run began; of a stalled run, when the last thing happened. */
  readonly endedAt: number;
  /** The code of the reason; null for a run that succeeded, was cancelled or stalled. */
  readonly error: string | null;
  readonly calls: readonly CallAccount[];
  /** Every unit by its whole name (`pay/charge[1]`), a `for` step beside its elements. */
  readonly states: { readonly [unit: string]: NodeState };
  /** Compensations that failed for good, in the order in which they did. */
  readonly failures: readonly { readonly unit: string; readonly error: string }[];
  readonly output: Json;
}

export interface CallAccount {
  readonly at: number;
  readonly unit: string;
  readonly purpose: 'forward' | 'compensation';
  readonly attempt: number;
  readonly key: string;
  readonly input: Json;
}
