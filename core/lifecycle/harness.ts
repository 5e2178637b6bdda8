/** The harness profile: HarnessXML's answers to what a step may do (§6.2, §8.1–8.3). */

import type { StepContext, StepSemantics } from './semantics.ts';

/** A policy, attempts left in it, and leave to run the step again at all (§8.1, §8.3). */
const hasAttemptsLeft = ({ retry, idempotent, attempt, spent }: StepContext): boolean =>
  retry !== null && idempotent && attempt - spent < retry.maxAttempts;

/** `retryOn` lists the class, or is absent and any class will do (§8.1.2). */
const retriesClass = ({ retry }: StepContext, errorClass: string): boolean =>
  retry !== null && (retry.retryOn === null || retry.retryOn.includes(errorClass));

export const harnessSemantics: StepSemantics = {
  /** §6.2.1: a RUNNING step is cancelled only if it is idempotent. */
  isCancellable: ({ context }) => context.idempotent,

  isDiscarded: ({ context }) => context.discarded,

  isDiscardedAndSkipsOnTimeout: ({ context }) => context.discarded && context.onTimeout === 'skip',

  /** §8.2: at the first timeout, attempts left or not. */
  skipsOnTimeout: ({ context }) => context.onTimeout === 'skip',

  mayRetryFailure: ({ context, event }) =>
    event.type === 'failed' && hasAttemptsLeft(context) && retriesClass(context, event.class),

  /** §8.2: `retry` overrides `retryOn`, never the number of attempts (Q5). */
  mayRetryTimeout: ({ context }) =>
    hasAttemptsLeft(context) && (context.onTimeout === 'retry' || retriesClass(context, 'timeout')),

  /** §8.3: never again by itself, whatever anybody says. */
  mayRepeat: () => false,
};
