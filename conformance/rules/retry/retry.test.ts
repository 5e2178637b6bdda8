import { describe, expect, it } from 'vitest';
import { workflowOf } from '../../../testing/workflow.ts';
import { type CallSketch, judge, type ObservationSketch } from '../testing/observe.ts';
import { retryRules } from './index.ts';

const policy = {
  maxAttempts: 3,
  backoff: 'fixed',
  initialDelay: 1000,
  maxDelay: null,
  multiplier: 2,
  jitter: 'none',
  retryOn: null,
} as const;

const charge = (retry: object = {}, profile: 'harness' | 'baseline' | 'orbit' = 'harness') => ({
  ...workflowOf('charge', { charge: { retry: { ...policy, ...retry } } }),
  profile,
});

const failing = (...times: readonly number[]): readonly CallSketch[] =>
  times.map((at) => ({ unit: 'charge', at, after: 100, error: 'transient' }));

const judged = (id: string, workflow: ReturnType<typeof charge>, sketch: ObservationSketch) => {
  const { occurrences, breaches } = judge(retryRules, id, workflow, sketch);
  return { occurrences, messages: breaches.map(({ message }) => message) };
};

describe('retry/max-attempts', () => {
  it('takes as many calls as the policy has attempts', () => {
    const sketch = { calls: failing(0, 1100, 2200), outcome: 'failed' as const };
    expect(judged('retry/max-attempts', charge(), sketch)).toEqual({
      occurrences: 1,
      messages: [],
    });
  });

  it('finds one call too many', () => {
    const sketch = { calls: failing(0, 1100, 2200, 3300), outcome: 'failed' as const };
    expect(judged('retry/max-attempts', charge(), sketch).messages).toEqual([
      'charge was attempted 4 times',
    ]);
  });

  it('finds one call too few', () => {
    const sketch = {
      calls: failing(0, 1100),
      outcome: 'succeeded' as const,
    };
    expect(judged('retry/max-attempts', charge(), sketch).messages).toEqual([
      'charge was attempted 2 times',
    ]);
  });

  it('takes no excuse in an unwinding that began because the step was given up', () => {
    const failed = { seq: 1, at: 100, type: 'transition', cause: null, attempt: 1 } as const;
    const trace = [
      { ...failed, node: 'charge', unit: 'charge', from: 'RUNNING', to: 'FAILED' },
      { seq: 2, at: 100, type: 'unwinding.started', reason: '', order: [], cause: 1 },
    ] as const;
    const sketch = { calls: failing(0), outcome: 'failed' as const, trace };
    expect(judged('retry/max-attempts', charge(), sketch).messages).toEqual([
      'charge was attempted 1 times',
    ]);
    const [transition, unwinding] = trace;
    const others = [{ ...transition, node: 'other', unit: 'other' }, unwinding] as const;
    const aborted = { ...sketch, trace: others };
    expect(judged('retry/max-attempts', charge(), aborted).messages).toEqual([]);
  });

  it('says nothing of calls that a cancel prevented', () => {
    const sketch = {
      calls: failing(0),
      controls: [{ at: 500, action: 'cancel' as const }],
      outcome: 'cancelled' as const,
    };
    expect(judged('retry/max-attempts', charge(), sketch).messages).toEqual([]);
  });

  it('is vacuous where nothing failed', () => {
    const sketch = { calls: [{ unit: 'charge', at: 0 }], outcome: 'succeeded' as const };
    expect(judged('retry/max-attempts', charge(), sketch).occurrences).toBe(0);
  });
});

describe('retry/no-policy-one-attempt', () => {
  const plain = workflowOf('charge');

  it('finds a retry that nobody asked for', () => {
    expect(
      judged('retry/no-policy-one-attempt', plain, { calls: failing(0, 100) }).messages,
    ).toEqual(['charge was attempted 2 times']);
    expect(judged('retry/no-policy-one-attempt', plain, { calls: failing(0) })).toEqual({
      occurrences: 1,
      messages: [],
    });
  });
});

describe('retry/stops-on-success', () => {
  it('finds a call after a success', () => {
    const calls = [...failing(0), { unit: 'charge', at: 1100, after: 50 }];
    expect(judged('retry/stops-on-success', charge(), { calls })).toEqual({
      occurrences: 1,
      messages: [],
    });
    expect(
      judged('retry/stops-on-success', charge(), { calls: [...calls, ...failing(2150)] }).messages,
    ).toEqual(['charge was called again after attempt 2 had succeeded']);
  });
});

describe('retry/attempts-sequential', () => {
  it('finds an attempt that begins before the one before it ended', () => {
    expect(
      judged('retry/attempts-sequential', charge(), { calls: failing(0, 50) }).messages,
    ).toEqual(['charge: attempt 2 began while attempt 1 was open']);
  });
});

describe('retry/delay-…', () => {
  const third = (id: string, retry: object, at: readonly number[]) =>
    judged(id, charge({ maxAttempts: 5, ...retry }), { calls: failing(...at) }).messages.length;

  it('reads the formulas as HarnessXML has them', () => {
    expect(third('retry/delay-none', { backoff: 'none' }, [0, 100, 200])).toBe(0);
    expect(third('retry/delay-none', { backoff: 'none' }, [0, 1100])).toBe(1);
    expect(third('retry/delay-fixed', {}, [0, 1100, 2200])).toBe(0);
    expect(third('retry/delay-fixed', {}, [0, 1100, 3200])).toBe(1);
    expect(third('retry/delay-linear', { backoff: 'linear' }, [0, 2100, 6200])).toBe(0);
    expect(third('retry/delay-linear', { backoff: 'linear' }, [0, 1100, 3200])).toBe(2);
    expect(third('retry/delay-exponential', { backoff: 'exponential' }, [0, 1100, 3200])).toBe(0);
    expect(third('retry/delay-exponential', { backoff: 'exponential' }, [0, 2100, 6200])).toBe(2);
  });

  it('allows a real clock to be late, never early', () => {
    const late = (at: number) =>
      judged('retry/delay-fixed', charge(), { calls: failing(0, at), toleranceMs: 20 }).messages;
    expect(late(1115)).toEqual([]);
    expect(late(1125)).toHaveLength(1);
    expect(late(1095)).toHaveLength(1);
  });

  it('holds waits with jitter below the delay', () => {
    const jittered = (at: number) =>
      judged('retry/delay-fixed', charge({ jitter: 'full' }), { calls: failing(0, at) }).messages;
    expect(jittered(300)).toEqual([]);
    expect(jittered(1101)).toHaveLength(1);
  });

  it('clamps to maxDelay, also what overflows', () => {
    const clamped = { backoff: 'exponential', multiplier: 1e300, maxDelay: 1500, maxAttempts: 5 };
    const right = failing(0, 1100, 2700, 4300);
    expect(judged('retry/max-delay', charge(clamped), { calls: right })).toEqual({
      occurrences: 2,
      messages: [],
    });
    expect(judged('retry/large-counts', charge(clamped), { calls: right })).toEqual({
      occurrences: 2,
      messages: [],
    });
    const wrapped = failing(0, 1100, 2700, 2800);
    expect(judged('retry/large-counts', charge(clamped), { calls: wrapped }).messages).toHaveLength(
      1,
    );
    const beyond = failing(0, 1100, 3700);
    expect(judged('retry/max-delay', charge(clamped), { calls: beyond }).messages).toHaveLength(1);
  });

  it('is exact without jitter', () => {
    expect(
      judged('retry/jitter-off-exact', charge(), { calls: failing(0, 1090) }).messages,
    ).toHaveLength(1);
  });
});

describe('which failures are retried', () => {
  const calls = (errorClass: string, ...times: readonly number[]): readonly CallSketch[] =>
    times.map((at) => ({ unit: 'charge', at, after: 100, error: errorClass }));
  const outcome = 'failed' as const;

  it('retryOn lists the classes', () => {
    const workflow = charge({ retryOn: ['transient'] });
    const id = 'retry/retry-on';
    expect(judged(id, workflow, { calls: calls('internal', 0), outcome })).toEqual({
      occurrences: 1,
      messages: [],
    });
    expect(judged(id, workflow, { calls: calls('internal', 0, 1100), outcome }).messages).toEqual([
      'charge: attempt 1 failed with class internal and was retried',
    ]);
    const gaveUp = { calls: calls('transient', 0), outcome: 'succeeded' as const };
    expect(judged(id, workflow, gaveUp).messages).toEqual([
      'charge: attempt 1 failed with class transient and was not retried',
    ]);
  });

  it('without it any class is, in HarnessXML', () => {
    const gaveUp = { calls: calls('invalid_input', 0), outcome: 'succeeded' as const };
    expect(judged('retry/retry-any', charge(), gaveUp).messages).toHaveLength(1);
  });

  it('without it the class or the error decides, in the baseline', () => {
    const workflow = charge({}, 'baseline');
    expect(
      judged('retry/non-retryable', workflow, { calls: calls('rejected', 0, 1100), outcome })
        .messages,
    ).toHaveLength(1);
    const said = calls('rejected', 0, 1100).map((call) => ({ ...call, retryable: true }));
    expect(judged('retry/non-retryable', workflow, { calls: said, outcome }).occurrences).toBe(0);
  });

  it('the error alone decides in ORBIT', () => {
    const workflow = charge({}, 'orbit');
    const id = 'retry/non-retryable';
    expect(judged(id, workflow, { calls: calls('rejected', 0, 1100), outcome }).occurrences).toBe(
      0,
    );
    const said = calls('transient', 0, 1100).map((call) => ({ ...call, retryable: false }));
    expect(judged(id, workflow, { calls: said, outcome }).messages.length).toBeGreaterThan(0);
  });
});

describe('retry/step-scoped', () => {
  it('finds a step that is performed again because a later one failed', () => {
    const workflow = workflowOf('reserve > charge');
    const calls = [
      { unit: 'reserve', at: 0, after: 100 },
      { unit: 'charge', at: 100, after: 100, error: 'transient' },
    ];
    expect(judged('retry/step-scoped', workflow, { calls })).toEqual({
      occurrences: 1,
      messages: [],
    });
    const again = { calls: [...calls, { unit: 'reserve', at: 200 }] };
    expect(judged('retry/step-scoped', workflow, again).messages).toEqual([
      'reserve had succeeded and was called again after charge failed',
    ]);
  });
});

describe('retry/exhausted-fails', () => {
  const report = (errorClass: string) => ({
    outcome: 'failed' as const,
    error: { code: null, class: errorClass, step: 'charge', uncertain: false },
  });

  it('wants the class of the last attempt', () => {
    const calls = [
      ...failing(0, 1100),
      { unit: 'charge', at: 2200, after: 100, error: 'unavailable' },
    ];
    const id = 'retry/exhausted-fails';
    expect(judged(id, charge(), { calls, report: report('unavailable') })).toEqual({
      occurrences: 1,
      messages: [],
    });
    expect(judged(id, charge(), { calls, report: report('transient') }).messages).toEqual([
      'the run reports that charge failed with class transient',
    ]);
  });
});

describe('a run that an operator brought back', () => {
  it('is not asked for attempts that another pause held back', () => {
    const workflow = {
      ...workflowOf('a; charge', { charge: { retry: policy } }),
      profile: 'baseline' as const,
    };
    const transition = (seq: number, at: number, unit: string) =>
      ({
        seq,
        at,
        cause: null,
        type: 'transition',
        node: unit,
        unit,
        from: 'RUNNING',
        to: 'FAILED',
        attempt: 1,
      }) as const;
    const paused = (seq: number, at: number) =>
      ({ seq, at, cause: seq - 1, type: 'run.paused' }) as const;
    const sketch = (second: string) => ({
      calls: [
        { unit: 'charge', at: 0, after: 100, error: 'internal' },
        { unit: 'charge', at: 500, after: 100, error: 'unavailable' },
      ],
      controls: [
        {
          at: 500,
          action: 'operator' as const,
          command: 'resume-run' as const,
          step: null,
          applied: null,
          output: null,
          by: 'ops@example.org',
          reason: 'looked into it',
          authorised: true,
        },
      ],
      onFailure: 'pause' as const,
      outcome: 'paused' as const,
      trace: [
        transition(1, 100, 'charge'),
        paused(2, 100),
        transition(3, 700, second),
        paused(4, 700),
      ],
    });
    expect(judged('retry/max-attempts', workflow, sketch('a')).messages).toEqual([]);
    expect(judged('retry/max-attempts', workflow, sketch('charge')).messages).toHaveLength(1);
  });
});
