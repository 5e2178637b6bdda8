/** Retry policies and timeouts. */

import type { Backoff, Profile, RetryPolicy, Timeout } from '../../core/model/workflow.ts';
import type { Capability } from '../protocol/schema/names.ts';
import type { Chance } from './chance.ts';
import type { Weights } from './weights.ts';

export interface Setting {
  readonly profile: Profile;
  readonly weights: Weights;
  readonly allows: (capability: Capability) => boolean;
}

/** Classes that are usually worth another attempt, and classes that are not. */
export const TRANSIENT_CLASSES = ['transient', 'rate_limit', 'unavailable', 'timeout'] as const;
export const PERMANENT_CLASSES = [
  'invalid_input',
  'unauthorized',
  'not_found',
  'internal',
] as const;

const BACKOFFS: readonly Backoff[] = ['none', 'fixed', 'linear', 'exponential'];

export const retryPolicy = (chance: Chance, setting: Setting): RetryPolicy => {
  const { weights, allows } = setting;
  if (chance.happens(weights.hugeDelay)) return hugePolicy(chance, setting);
  const backoffs = BACKOFFS.filter((backoff) => allows(`backoff.${backoff}`));
  const backoff = backoffs.length === 0 ? 'none' : chance.oneOf(backoffs);
  const isLong = chance.happens(weights.longDelay);
  const initialDelay = isLong ? chance.between(3000, 9000) : chance.between(200, 3000);
  return {
    maxAttempts: chance.oneOf([1, 2, 2, 3, 3, 4, 5]),
    backoff,
    initialDelay,
    maxDelay: chance.happens(weights.maximumDelay)
      ? Math.round(initialDelay * chance.oneOf([0.5, 1.25, 2.5, 3]))
      : null,
    multiplier: chance.oneOf([1, 1.5, 1.5, 2, 2, 3, 0.5]),
    jitter: chance.happens(weights.jitter) ? 'full' : 'none',
    retryOn: chance.happens(weights.retryOn) ? classes(chance) : null,
  };
};

/** Its formula passes 2^53 − 1 within a few attempts; the clamp brings it back. */
const hugePolicy = (chance: Chance, { weights }: Setting): RetryPolicy => ({
  maxAttempts: chance.between(8, 16),
  backoff: 'exponential',
  initialDelay: chance.between(1000, 5000),
  maxDelay: chance.between(500, 20_000),
  multiplier: chance.oneOf([100, 1000, 1e6]),
  jitter: chance.happens(weights.jitter) ? 'full' : 'none',
  retryOn: null,
});

const classes = (chance: Chance): readonly string[] => {
  const listed = [
    ...chance.someOf(TRANSIENT_CLASSES, 0.6),
    ...chance.someOf(PERMANENT_CLASSES, 0.2),
  ];
  return listed.length === 0 ? ['transient'] : listed;
};

export const attemptTimeout = (chance: Chance, { weights }: Setting): Timeout => {
  const skips = chance.happens(weights.onTimeoutSkip);
  const retries = chance.happens(weights.onTimeoutRetry);
  const onTimeout = skips ? 'skip' : retries ? 'retry' : 'fail';
  return { duration: chance.between(400, 4000), onTimeout };
};
