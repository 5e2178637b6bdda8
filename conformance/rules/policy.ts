/**
 * What a policy says must follow an attempt, read from the digests and from nothing else:
 * HarnessXML §8.1–8.3, the discipline, ORBIT's attempts.
 */

import { isRetryableByDefault } from '../../core/model/error-class.ts';
import type { Profile, RetryPolicy, WorkflowNode } from '../../core/model/workflow.ts';

/** The longest delay; a longer one saturates here. */
const MAXIMUM_DELAY = 2 ** 53 - 1;

/** The delay in ms before attempt `position` of a budget (2 or more), before the clamp: may be infinite. */
export const unclampedDelay = (
  policy: RetryPolicy,
  position: number,
  isLinearPlain = false,
): number => {
  const { backoff, initialDelay, multiplier } = policy;
  switch (backoff) {
    case 'none':
      return 0;
    case 'fixed':
      return initialDelay;
    case 'linear':
      return initialDelay * (isLinearPlain ? 1 : multiplier) * (position - 1);
    case 'exponential': {
      let delay = initialDelay;
      for (let step = 2; step < position && delay > 0 && delay < Number.MAX_VALUE; step += 1) {
        delay *= multiplier;
      }
      return delay;
    }
  }
};

/** The delay in ms before attempt `position` of a budget, clamped, before jitter (§8.1.1). */
export const delayBefore = (policy: RetryPolicy, position: number, isLinearPlain = false): number =>
  Math.min(
    unclampedDelay(policy, position, isLinearPlain),
    policy.maxDelay ?? MAXIMUM_DELAY,
    MAXIMUM_DELAY,
  );

/** The policy that a node really has: a loop is not run again, a pause of steps is not one. */
export const policyOf = (
  profile: Profile,
  node: WorkflowNode | null,
  isCompensation: boolean,
  choices: { readonly [question: string]: string },
): RetryPolicy | null => {
  if (node === null || node.kind === 'loop') return null;
  if (isCompensation && profile === 'harness' && choices['Q9'] === 'ignored') return null;
  return node.retry;
};

export type Failure =
  | { readonly kind: 'error'; readonly class: string; readonly retryable: boolean | null }
  | { readonly kind: 'timeout' };

/** Whether a failure is one that the policy retries while attempts are left. */
export const isRetriedFailure = (
  profile: Profile,
  policy: RetryPolicy,
  node: WorkflowNode | null,
  failure: Failure,
): boolean => {
  const errorClass = failure.kind === 'timeout' ? 'timeout' : failure.class;
  const retryable = failure.kind === 'timeout' ? null : failure.retryable;
  switch (profile) {
    case 'harness':
      if (failure.kind === 'timeout' && node?.timeout?.onTimeout === 'retry') return true;
      return policy.retryOn === null || policy.retryOn.includes(errorClass);
    case 'baseline':
      if (policy.retryOn !== null) return policy.retryOn.includes(errorClass);
      return retryable ?? isRetryableByDefault(errorClass);
    case 'orbit':
      return retryable ?? true;
  }
};

/** Whether a step may be sent again by itself at all: ORBIT does not tell steps apart. */
export const mayBeSentAgain = (profile: Profile, node: WorkflowNode | null): boolean =>
  profile === 'orbit' || node === null || node.idempotent;
