/**
 * The history of an ORBIT execution: its events by name, with their fields (crates `orbit-ir`
 * and `orbit-runtime`). Times are ms since the execution began; `seq` counts from 1.
 */

import type { CompensationOutcome } from '../../core/model/trace.ts';

interface Stamp {
  readonly seq: number;
  readonly at: number;
}

interface OfStep extends Stamp {
  /** The unit: `step`, `step[i]`, or `compensate:<unit>`. */
  readonly step: string;
}

interface OfAttempt extends OfStep {
  readonly attempt: number;
}

/** Why something failed: a code, and what there is to say beside it. */
interface Failure {
  readonly error: string;
  readonly message: string;
}

interface Ending extends Stamp {
  readonly compensation: CompensationOutcome;
}

export type OrbitEvent =
  | (Stamp & { readonly type: 'WorkflowCreated'; readonly workflow: string })
  | (Stamp & { readonly type: 'WorkflowStarted' })
  | (OfStep & { readonly type: 'StepFanOut'; readonly count: number })
  | (OfAttempt & { readonly type: 'StepScheduled' })
  | (OfStep & { readonly type: 'StepSkipped' })
  | (OfAttempt & { readonly type: 'StepDispatched'; readonly key: string | null })
  | (OfAttempt & { readonly type: 'StepSucceeded' })
  | (OfAttempt & Failure & { readonly type: 'StepAttemptFailed' })
  | (OfAttempt & { readonly type: 'StepAttemptUncertain' })
  | (OfStep & {
      readonly type: 'RetryScheduled';
      readonly next_attempt: number;
      readonly delay_ms: number;
      readonly fire_at_ms: number;
    })
  | (OfStep & Failure & { readonly type: 'StepFailed' })
  | (OfStep & { readonly type: 'StepCancelled' })
  | (OfStep & { readonly type: 'TimerStarted'; readonly fire_at_ms: number })
  | (OfStep & { readonly type: 'TimerFired' })
  | (OfAttempt & { readonly type: 'StaleResultIgnored' })
  | (Stamp & { readonly type: 'CancelRequested' })
  | (Stamp & { readonly type: 'WorkflowTimeoutReached' })
  /** The order is fixed when compensation begins. */
  | (Stamp & {
      readonly type: 'CompensationStarted';
      readonly reason: string;
      readonly steps: readonly string[];
    })
  | (Stamp & { readonly type: 'CompensationCompleted' })
  | (OfStep & Failure & { readonly type: 'CompensationFailed' })
  | (Stamp & { readonly type: 'WorkflowCompleted' })
  | (Ending & Failure & { readonly type: 'WorkflowFailed' })
  | (Ending & { readonly type: 'WorkflowCancelled' })
  | (Ending & { readonly type: 'WorkflowTimedOut' });

export type OrbitEventType = OrbitEvent['type'];
