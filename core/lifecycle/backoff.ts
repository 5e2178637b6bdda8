/** How long a step waits between two attempts (HarnessXML §8.1.1). */

import { MAXIMUM_TIME } from '../model/duration.ts';
import type { RetryPolicy } from '../model/workflow.ts';
import type { Choices } from './choices.ts';

const saturate = (milliseconds: number): number => Math.min(milliseconds, MAXIMUM_TIME);

/**
 * The delay in ms before attempt `attempt` (2 or more), clamped to `maxDelay`, before
 * jitter. It saturates at 2^53 − 1 and is never negative or not a number, however far the
 * formula would overflow.
 */
export const delayBefore = (
  policy: RetryPolicy,
  attempt: number,
  linear: Choices['Q12'] = 'multiplied',
): number => {
  const delay = formula(policy, attempt, linear);
  return policy.maxDelay === null ? delay : Math.min(delay, policy.maxDelay);
};

/** Full jitter: uniform in [0, delay] for a draw in [0, 1) (§8.1.1). */
export const jittered = (delay: number, draw: number): number => delay * draw;

const formula = (policy: RetryPolicy, attempt: number, linear: Choices['Q12']): number => {
  const { backoff, initialDelay, multiplier } = policy;
  switch (backoff) {
    case 'none':
      return 0;
    case 'fixed':
      return initialDelay;
    case 'linear':
      return saturate(
        saturate(linear === 'plain' ? initialDelay : initialDelay * multiplier) * (attempt - 1),
      );
    case 'exponential':
      return exponential(initialDelay, multiplier, attempt - 2);
  }
};

/** Multiplied step by step: `**` differs between engines and overflows before the clamp. */
const exponential = (initialDelay: number, multiplier: number, exponent: number): number => {
  let delay = saturate(initialDelay);
  for (let step = 0; step < exponent; step += 1) {
    const next = saturate(delay * multiplier);
    if (next === delay) break;
    delay = next;
  }
  return delay;
};
