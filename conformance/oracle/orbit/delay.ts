/** How long a unit waits before its next attempt (the table of HarnessXML's digest, §5). */

import type { RetryPolicy } from '../../../core/model/workflow.ts';

/** Longer delays saturate here ("What is decided", P-num). */
const LONGEST = 2 ** 53 - 1;

/** Ms before attempt `attempt`, 2 or more, clamped to `maxDelay`, before jitter. */
export function delayBefore(attempt: number, policy: RetryPolicy): number {
  const { backoff, initialDelay, multiplier, maxDelay } = policy;
  const delays = {
    none: () => 0,
    fixed: () => initialDelay,
    linear: () => initialDelay * multiplier * (attempt - 1),
    exponential: () => initialDelay * power(multiplier, attempt - 2),
  };
  return Math.min(delays[backoff](), maxDelay ?? LONGEST, LONGEST);
}

/** Multiplied step by step: engines differ in the last digit of `**`. */
function power(base: number, exponent: number): number {
  let result = 1;
  // What exceeds the longest delay stays finite, so that 0 ms times it is 0.
  for (let times = 0; times < exponent; times += 1) result = Math.min(result * base, LONGEST);
  return result;
}
