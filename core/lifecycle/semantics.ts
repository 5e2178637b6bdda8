/**
 * What a profile decides about a step: the guards that its chart asks, by name. Each
 * profile has one file of these; the charts are the same shape for all.
 */

import type { OnTimeout, RetryPolicy } from '../model/workflow.ts';

/** What a step knows of itself while it runs. */
export interface StepContext {
  /** Attempts begun so far: 0 before the first. */
  readonly attempt: number;
  /** Attempts before its present budget: more than 0 once an operator has renewed it. */
  readonly spent: number;
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
  /** `retryable` is what the error says of itself; null where it says nothing. */
  | { readonly type: 'failed'; readonly class: string; readonly retryable: boolean | null }
  | { readonly type: 'timed_out' }
  | { readonly type: 'backoff.ended' }
  | { readonly type: 'retry.refused' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'compensated' }
  /** The far side says that an uncertain call had no effect. */
  | { readonly type: 'found.unapplied' }
  | { readonly type: 'operator.retried' }
  /** An operator says that an uncertain call had its effect. */
  | { readonly type: 'operator.settled' }
  /** It was to be cancelled, and what it waited for or ran has now come to a stop. */
  | { readonly type: 'stopped' };

/** In the order of every step table, so that one number names an event in all of them. */
export const STEP_EVENTS: readonly StepEvent['type'][] = [
  'reached',
  'guard.refused',
  'started',
  'rejected',
  'succeeded',
  'failed',
  'timed_out',
  'backoff.ended',
  'retry.refused',
  'cancelled',
  'compensated',
  'found.unapplied',
  'operator.retried',
  'operator.settled',
  'stopped',
];

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
  /** After the far side said that the call had no effect. */
  readonly mayRepeat: StepGuard;
}
