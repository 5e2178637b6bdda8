import { describe, expect, it } from 'vitest';
import type { RetryPolicy } from '../model/workflow.ts';
import { delayBefore, jittered } from './backoff.ts';

const policy = (rest: Partial<RetryPolicy>): RetryPolicy => ({
  maxAttempts: 10,
  backoff: 'exponential',
  initialDelay: 1000,
  maxDelay: null,
  multiplier: 2,
  jitter: 'none',
  retryOn: null,
  ...rest,
});

const delays = (rest: Partial<RetryPolicy>, count: number): number[] =>
  Array.from({ length: count }, (_, index) => delayBefore(policy(rest), index + 2));

describe('the delay before an attempt (§8.1.1)', () => {
  it('is nothing without a backoff', () => {
    expect(delays({ backoff: 'none' }, 3)).toEqual([0, 0, 0]);
  });

  it('is the same each time when fixed, whatever the multiplier', () => {
    expect(delays({ backoff: 'fixed', initialDelay: 2000, multiplier: 9 }, 3)).toEqual([
      2000, 2000, 2000,
    ]);
  });

  it('is initialDelay × multiplier × (n − 1) when linear (Q12)', () => {
    expect(delays({ backoff: 'linear', initialDelay: 2000, multiplier: 3 }, 3)).toEqual([
      6000, 12_000, 18_000,
    ]);
  });

  it('is initialDelay × multiplier^(n − 2) when exponential', () => {
    expect(delays({ multiplier: 1.5 }, 4)).toEqual([1000, 1500, 2250, 3375]);
  });

  it('is clamped to maxDelay', () => {
    expect(delays({ maxDelay: 3000 }, 4)).toEqual([1000, 2000, 3000, 3000]);
  });

  it('is maxDelay each time when that is below initialDelay', () => {
    expect(delays({ maxDelay: 500 }, 2)).toEqual([500, 500]);
  });

  it('stays exact and finite where the power overflows', () => {
    const longest = 2 ** 53 - 1;
    expect(delayBefore(policy({}), 1000)).toBe(longest);
    expect(delayBefore(policy({ maxDelay: 3_600_000 }), 1000)).toBe(3_600_000);
    expect(delayBefore(policy({ backoff: 'linear', initialDelay: longest }), 1000)).toBe(longest);
    expect(delayBefore(policy({ multiplier: 1e308, initialDelay: 0 }), 1000)).toBe(0);
  });

  it('is nothing from the third attempt on with a multiplier of 0', () => {
    expect(delays({ multiplier: 0 }, 3)).toEqual([1000, 0, 0]);
  });

  it('shrinks with a multiplier below 1', () => {
    expect(delays({ multiplier: 0.5 }, 3)).toEqual([1000, 500, 250]);
  });
});

describe('full jitter', () => {
  it('scales the delay by the draw', () => {
    expect(jittered(5000, 0)).toBe(0);
    expect(jittered(5000, 0.5)).toBe(2500);
    expect(jittered(5000, 0.999_999)).toBeLessThan(5000);
  });
});
