/** What must follow an attempt, by the policies of its step. */

import type { Profile } from '../../core/model/workflow.ts';
import type { Attempt } from './execution.ts';
import { delayBefore, type Failure, isRetriedFailure, mayBeSentAgain } from './policy.ts';

export type Following =
  | { readonly kind: 'success' }
  /** Another attempt, `delay` ms after its end before jitter. */
  | { readonly kind: 'retry'; readonly delay: number; readonly failure: Failure }
  /** The step has failed for good: attempts are used up, or this failure is not retried. */
  | { readonly kind: 'failure'; readonly failure: Failure; readonly isExhausted: boolean }
  | { readonly kind: 'skip' }
  /** Given up on, lost or still open: something else decides. */
  | { readonly kind: 'unknown' };

/** What was in flight at a crash and is not idempotent is not sent again (driver protocol, crash). */
const LOST: Failure = { kind: 'error', class: 'internal', retryable: null };

/** @param isLinearPlain The reading of Q12 in which `linear` does not multiply. */
export const whatFollows = (
  attempt: Attempt,
  profile: Profile,
  isLinearPlain = false,
): Following => {
  const { end, execution, number, spent } = attempt;
  const failure = failureOf(attempt);
  if (end.how === 'succeeded') return { kind: 'success' };
  const { node, policy } = execution;
  if (end.how === 'lost' && profile !== 'orbit' && node?.idempotent === false) {
    return { kind: 'failure', failure: LOST, isExhausted: false };
  }
  if (failure === null) return { kind: 'unknown' };
  if (end.how === 'timed-out' && profile !== 'orbit' && node?.timeout?.onTimeout === 'skip') {
    // Plans of the baseline hold no `skip` (driver protocol, plan).
    return { kind: profile === 'harness' ? 'skip' : 'unknown' };
  }
  if (policy === null) return { kind: 'failure', failure, isExhausted: false };
  const used = number - spent;
  const isRetried =
    mayBeSentAgain(profile, node) && isRetriedFailure(profile, policy, node, failure);
  if (!isRetried) return { kind: 'failure', failure, isExhausted: false };
  if (used >= policy.maxAttempts) return { kind: 'failure', failure, isExhausted: true };
  return { kind: 'retry', delay: delayBefore(policy, used + 1, isLinearPlain), failure };
};

/** Why an attempt failed; null where it did not. */
export const failureOf = ({ end }: Attempt): Failure | null => {
  switch (end.how) {
    case 'failed':
      return { kind: 'error', class: end.error.class, retryable: end.error.retryable };
    case 'timed-out':
      return { kind: 'timeout' };
    default:
      return null;
  }
};

/** The class of a failure, as a runtime reports it. */
export const classOf = (failure: Failure): string =>
  failure.kind === 'timeout' ? 'timeout' : failure.class;
