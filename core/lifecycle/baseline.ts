/**
 * The baseline profile: the engine-neutral discipline's answers to what a step may do
 * (discipline 1, 3, 4; driver protocol, "What is retried, in the baseline").
 */

import { isRetryableByDefault } from '../model/error-class.ts';
import { harnessSemantics } from './harness.ts';
import type { StepContext, StepSemantics } from './semantics.ts';

const hasAttemptsLeft = ({ retry, attempt, spent }: StepContext): boolean =>
  retry !== null && attempt - spent < retry.maxAttempts;

/** `retryOn` alone where there is one; else what the error says; else what its class says. */
const isRetried = (
  context: StepContext,
  errorClass: string,
  retryable: boolean | null,
): boolean => {
  const retryOn = context.retry?.retryOn ?? null;
  if (retryOn !== null) return retryOn.includes(errorClass);
  return retryable ?? isRetryableByDefault(errorClass);
};

export const baselineSemantics: StepSemantics = {
  ...harnessSemantics,

  mayRetryFailure: ({ context, event }) =>
    event.type === 'failed' &&
    context.idempotent &&
    hasAttemptsLeft(context) &&
    isRetried(context, event.class, event.retryable),

  mayRetryTimeout: ({ context }) =>
    context.idempotent && hasAttemptsLeft(context) && isRetried(context, 'timeout', null),

  /** Discipline 4: once it is known that nothing happened, it may be sent again. */
  mayRepeat: ({ context }) => hasAttemptsLeft(context),
};
