/** The waits between attempts: what every rule about backoff measures. */

import type { RetryPolicy } from '../../core/model/workflow.ts';
import { whatFollows } from './follow.ts';
import { unclampedDelay } from './policy.ts';
import { type Attempt, allAttempts, type View, wasDisturbedWithin } from './view.ts';

export interface Gap {
  readonly before: Attempt;
  readonly after: Attempt;
  readonly policy: RetryPolicy;
  /** ms between the end of one and the beginning of the next. */
  readonly waited: number;
  /** What the formula says, clamped, before jitter. */
  readonly delay: number;
  /** What the formula says before the clamp; may be infinite. */
  readonly unclamped: number;
  /** The attempt of its budget that follows, from 2. */
  readonly position: number;
}

/**
 * The waits that backoff alone decides: the policy asks for another attempt, it came, and nobody
 * crashed, paused or acted meanwhile.
 */
export const gapsOf = (view: View): readonly Gap[] => {
  const { profile, choices } = view.observation;
  const isLinearPlain = profile === 'harness' && choices['Q12'] === 'plain';
  return allAttempts(view).flatMap((before) => {
    const after = before.next;
    const { policy } = before.execution;
    if (after === null || policy === null) return [];
    const following = whatFollows(before, profile, isLinearPlain);
    const sentAt = after.calls[0].at;
    if (following.kind !== 'retry' || wasDisturbedWithin(view, before.end.at, sentAt)) return [];
    const position = after.number - before.spent;
    return [
      {
        before,
        after,
        policy,
        waited: sentAt - before.end.at,
        delay: following.delay,
        unclamped: unclampedDelay(policy, position, isLinearPlain),
        position,
      },
    ];
  });
};
