/**
 * The orbit profile: ORBIT's answers to what a step may do, and its readings where HarnessXML
 * leaves a question open. What is in flight at an abort is awaited, never cut off; whether a
 * failure is retried is for the error to say, its class means nothing.
 */

import { type Choices, defaultChoices } from './choices.ts';
import { harnessSemantics } from './harness.ts';
import type { StepContext, StepSemantics } from './semantics.ts';

/** ORBIT tells neither steps apart, which may all be delivered twice, nor classes of errors. */
const hasAttemptsLeft = ({ retry, attempt, spent }: StepContext): boolean =>
  retry !== null && attempt - spent < retry.maxAttempts;

export const orbitSemantics: StepSemantics = {
  ...harnessSemantics,

  /** Abort, step 2: what is in flight is awaited. */
  isCancellable: () => false,

  /** A timeout fails the attempt, and nothing else; only plans can ask for more. */
  isDiscardedAndSkipsOnTimeout: () => false,
  skipsOnTimeout: () => false,

  /** True unless the error says otherwise. */
  mayRetryFailure: ({ context, event }) =>
    event.type === 'failed' && event.retryable !== false && hasAttemptsLeft(context),

  mayRetryTimeout: ({ context }) => hasAttemptsLeft(context),
};

/** A cancel unwinds what was done; an attempt that succeeds during the abort is undone too. */
export const orbitChoices: Choices = { ...defaultChoices, Q4: 'compensated', Q8: 'compensates' };
