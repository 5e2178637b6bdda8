/**
 * What a profile decides about a step: the guards that its chart asks, by name. Each
 * profile has one file of these; the charts are the same shape for all.
 */

import type { OnTimeout, RetryPolicy } from '../model/workflow.ts';

/** What a step knows of itself while it runs. */
export interface StepContext {
  /** Attempts begun so far: 0 before the first. */
  readonly attempt: number;
  readonly idempotent: boolean;
  readonly retry: RetryPolicy | null;
  readonly onTimeout: OnTimeout | null;
  /** Its result will be discarded: it was to be cancelled but must finish (§8.3). */
  readonly discarded: boolean;
}

export type StepEvent =
  | { readonly type: 'reached' }
  | { readonly type: 'guard.refused' }
  | { readonly type: 'started' }
  /** It fails before its task is called: guard, input, resource, decision. */
  | { readonly type: 'rejected' }
  | { readonly type: 'succeeded' }
  | { readonly type: 'failed'; readonly class: string }
  | { readonly type: 'timed_out' }
  | { readonly type: 'backoff.ended' }
  | { readonly type: 'retry.refused' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'compensated' };

interface Asked<Context, Event> {
  readonly context: Context;
  readonly event: Event;
}

export type StepGuard = (asked: Asked<StepContext, StepEvent>) => boolean;

export interface StepSemantics {
  readonly isCancellable: StepGuard;
  readonly isDiscarded: StepGuard;
  readonly isDiscardedAndSkipsOnTimeout: StepGuard;
  readonly skipsOnTimeout: StepGuard;
  readonly mayRetryFailure: StepGuard;
  readonly mayRetryTimeout: StepGuard;
}
