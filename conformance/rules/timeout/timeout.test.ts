import { describe, expect, it } from 'vitest';
import type { OnTimeout } from '../../../core/model/workflow.ts';
import { type NodeSketch, workflowOf } from '../../../testing/workflow.ts';
import { judged, type ObservationSketch } from '../testing/observe.ts';
import { timeoutRules } from './index.ts';

const policy = {
  maxAttempts: 3,
  backoff: 'fixed',
  initialDelay: 500,
  maxDelay: null,
  multiplier: 2,
  jitter: 'none',
  retryOn: null,
} as const;

const charge = (onTimeout: OnTimeout = 'fail', node: NodeSketch = {}) =>
  workflowOf('charge', {
    charge: { retry: policy, timeout: { duration: 1000, onTimeout }, ...node },
  });

const tell = (id: string, sketch: ObservationSketch, workflow = charge()) =>
  judged(timeoutRules, id, workflow, sketch);

const timedOut = (at: number) => ({
  unit: 'charge',
  at,
  hang: true as const,
  abortedAt: at + 1000,
});

describe('timeout/bounds-attempt', () => {
  const first = { unit: 'charge', at: 0, after: 800, error: 'transient' };

  it('gives the second attempt all of its time', () => {
    const calls = [first, { unit: 'charge', at: 1300, after: 900 }];
    expect(tell('timeout/bounds-attempt', { calls, outcome: 'succeeded' })).toEqual({
      occurrences: 1,
      messages: [],
    });
  });

  it('finds a timeout that bounds the step', () => {
    const calls = [
      first,
      { unit: 'charge', at: 1300, after: 900, abortedAt: 1500 },
      { unit: 'charge', at: 2000, after: 100 },
    ];
    expect(tell('timeout/bounds-attempt', { calls, outcome: 'succeeded' }).messages).toEqual([
      'charge: attempt 2 was given up on 200 ms after it began',
    ]);
  });
});

describe('timeout/backoff-not-counted', () => {
  const long = charge('fail', { retry: { ...policy, initialDelay: 5000 } });

  it('is judged where wait and attempt together pass the timeout', () => {
    const calls = [
      { unit: 'charge', at: 0, after: 100, error: 'transient' },
      { unit: 'charge', at: 5100, after: 900 },
    ];
    expect(tell('timeout/backoff-not-counted', { calls, outcome: 'succeeded' }, long)).toEqual({
      occurrences: 1,
      messages: [],
    });
    const cut = [
      calls[0] as (typeof calls)[0],
      { unit: 'charge', at: 5100, after: 900, abortedAt: 5100 },
    ];
    expect(
      tell('timeout/backoff-not-counted', { calls: cut, outcome: 'succeeded' }, long).messages,
    ).toHaveLength(1);
  });
});

describe('timeout/fails-attempt', () => {
  it('wants an attempt that runs past its limit given up on, then', () => {
    const right = {
      calls: [timedOut(0), timedOut(1500), timedOut(3000)],
      outcome: 'failed' as const,
    };
    expect(tell('timeout/fails-attempt', right)).toEqual({ occurrences: 3, messages: [] });
    const never = {
      calls: [{ unit: 'charge', at: 0, after: 4000 }],
      outcome: 'succeeded' as const,
    };
    expect(tell('timeout/fails-attempt', never).messages).toEqual([
      'charge: attempt 1 ran past its timeout of 1000 ms and was not ended',
    ]);
    const late = {
      calls: [{ unit: 'charge', at: 0, after: 4000, abortedAt: 2000 }],
      outcome: 'failed' as const,
    };
    expect(tell('timeout/fails-attempt', late).messages).toEqual([
      'charge: attempt 1 was ended 2000 ms after it began',
    ]);
  });

  it('wants the class timeout in the trace', () => {
    const trace = (errorClass: string) => [
      {
        seq: 1,
        at: 1000,
        cause: null,
        type: 'attempt.ended' as const,
        node: 'charge',
        unit: 'charge',
        attempt: 1,
        purpose: 'forward' as const,
        outcome: 'timed_out' as const,
        error: { class: errorClass },
      },
    ];
    const calls = [timedOut(0)];
    expect(tell('timeout/fails-attempt', { calls, trace: trace('timeout') }).messages).toEqual([]);
    expect(
      tell('timeout/fails-attempt', { calls, trace: trace('internal') }).messages,
    ).toHaveLength(1);
  });
});

describe('timeout/policy-applies', () => {
  it('finds a step that fails at its first timeout with attempts left', () => {
    const calls = [timedOut(0)];
    expect(tell('timeout/policy-applies', { calls, outcome: 'succeeded' }).messages).toEqual([
      'charge: attempt 1 failed with class timeout and was not retried',
    ]);
  });

  it('finds a retry that retryOn leaves out', () => {
    const workflow = charge('fail', { retry: { ...policy, retryOn: ['transient'] } });
    const calls = [timedOut(0), timedOut(1500)];
    expect(tell('timeout/policy-applies', { calls, outcome: 'failed' }, workflow).messages[0]).toBe(
      'charge: attempt 1 failed with class timeout and was retried',
    );
  });
});

describe('onTimeout', () => {
  it('retry overrides retryOn', () => {
    const workflow = charge('retry', { retry: { ...policy, retryOn: ['transient'] } });
    const id = 'timeout/retry-overrides-retry-on';
    const right = {
      calls: [timedOut(0), timedOut(1500), timedOut(3000)],
      outcome: 'failed' as const,
    };
    expect(tell(id, right, workflow)).toEqual({ occurrences: 2, messages: [] });
    expect(
      tell(id, { calls: [timedOut(0)], outcome: 'succeeded' }, workflow).messages,
    ).toHaveLength(1);
  });

  it('retry stays within maxAttempts', () => {
    const calls = [0, 1500, 3000].map(timedOut);
    const id = 'timeout/retry-bounded';
    expect(tell(id, { calls, outcome: 'failed' }, charge('retry'))).toEqual({
      occurrences: 1,
      messages: [],
    });
    const four = { calls: [...calls, timedOut(4500)], outcome: 'failed' as const };
    expect(tell(id, four, charge('retry')).messages[0]).toBe(
      'charge: attempt 3 timed out and attempt 4 followed',
    );
  });

  it('skip ends the step at its first timeout', () => {
    const id = 'timeout/skip';
    expect(tell(id, { calls: [timedOut(0)], outcome: 'succeeded' }, charge('skip'))).toEqual({
      occurrences: 1,
      messages: [],
    });
    const again = { calls: [timedOut(0), timedOut(1500)], outcome: 'succeeded' as const };
    expect(tell(id, again, charge('skip')).messages[0]).toBe(
      'charge: attempt 1 timed out and attempt 2 followed',
    );
  });
});

describe('timeout/late-result-ignored', () => {
  const workflow = workflowOf('charge > ship', {
    charge: { timeout: { duration: 1000, onTimeout: 'skip' } },
  });
  const late = { unit: 'charge', at: 0, after: 1500, abortedAt: 1000, ok: { id: 'late-charge-1' } };

  it('finds a late result in a later input, or in the output', () => {
    const right = {
      calls: [late, { unit: 'ship', at: 1000, input: {} }],
      outcome: 'succeeded' as const,
    };
    expect(tell('timeout/late-result-ignored', right, workflow)).toEqual({
      occurrences: 1,
      messages: [],
    });
    const used = { calls: [late, { unit: 'ship', at: 1500, input: { id: 'late-charge-1' } }] };
    expect(tell('timeout/late-result-ignored', used, workflow).messages).toEqual([
      'ship was handed the result of charge that came after its timeout',
    ]);
    const output = { calls: [late], report: { output: { id: 'late-charge-1' } } };
    expect(tell('timeout/late-result-ignored', output, workflow).messages).toEqual([
      "the run's output holds the result of charge that came after its timeout",
    ]);
  });

  it('says nothing where the far side has confirmed the call', () => {
    const asked = { unit: 'charge', at: 1000, purpose: 'reconcile' as const, applied: true };
    const confirmed = { calls: [late, asked], report: { output: { id: 'late-charge-1' } } };
    expect(tell('timeout/late-result-ignored', confirmed, workflow).occurrences).toBe(0);
  });
});

describe('timeout/exact-boundary', () => {
  it('lets a result that comes at the limit count', () => {
    const calls = [{ unit: 'charge', at: 0, after: 1000 }];
    expect(tell('timeout/exact-boundary', { calls, outcome: 'succeeded' })).toEqual({
      occurrences: 1,
      messages: [],
    });
    const cut = {
      calls: [{ unit: 'charge', at: 0, after: 1000, abortedAt: 1000 }],
      outcome: 'failed' as const,
    };
    expect(tell('timeout/exact-boundary', cut).messages).toHaveLength(1);
    const real = { calls, outcome: 'succeeded' as const, toleranceMs: 10 };
    expect(tell('timeout/exact-boundary', real).occurrences).toBe(0);
  });
});
