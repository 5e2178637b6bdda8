/**
 * The orbit profile: ORBIT's answers to what a step may do, and its readings where HarnessXML
 * leaves a question open. What is in flight at an abort is awaited, never cut off; whether a
 * failure is retried is for the error to say, its class means nothing.
 */

import { type Choices, defaultChoices } from './choices.ts';
import { harnessSemantics } from './harness.ts';
import type { StepContext, StepSemantics } from './semantics.ts';

/** Attempts left. That a step must not be sent twice only a plan can say, no document of ORBIT. */
const hasAttemptsLeft = ({ retry, idempotent, attempt, spent }: StepContext): boolean =>
  retry !== null && idempotent && attempt - spent < retry.maxAttempts;

/** Neither can a document of ORBIT list classes. */
const retriesClass = ({ retry }: StepContext, errorClass: string): boolean =>
  retry !== null && (retry.retryOn === null || retry.retryOn.includes(errorClass));

export const orbitSemantics: StepSemantics = {
  ...harnessSemantics,

  /** Abort, step 2: what is in flight is awaited. */
  isCancellable: () => false,

  /** True unless the error says otherwise. */
  mayRetryFailure: ({ context, event }) =>
    event.type === 'failed' &&
    event.retryable !== false &&
    hasAttemptsLeft(context) &&
    retriesClass(context, event.class),

  mayRetryTimeout: ({ context }) =>
    hasAttemptsLeft(context) && (context.onTimeout === 'retry' || retriesClass(context, 'timeout')),
};

/** A cancel unwinds what was done; an attempt that succeeds during the abort is undone too. */
export const orbitChoices: Choices = { ...defaultChoices, Q4: 'compensated', Q8: 'compensates' };
