/** How long a backoff lasts (harness.md §5). */

import type { RetryPolicy } from '../../../core/model/workflow.ts';

/** The longest delay there is; a longer one saturates (P-num). */
const LONGEST = 2 ** 53 - 1;

/** Delay before attempt n (n ≥ 2), clamped to `maxDelay`; jitter comes behind it (§8.1.1). */
export const delayBefore = (
  { backoff, initialDelay, multiplier, maxDelay }: RetryPolicy,
  attempt: number,
): number => {
  const raw = (): number => {
    switch (backoff) {
      case 'none':
        return 0;
      case 'fixed':
        return initialDelay;
      case 'linear':
        return initialDelay * multiplier * (attempt - 1);
      case 'exponential': {
        let delay = initialDelay;
        for (let n = 2; n < attempt; n += 1) delay = Math.min(delay * multiplier, LONGEST);
        return delay;
      }
    }
  };
  return Math.min(raw(), maxDelay ?? LONGEST, LONGEST);
};
