import { describe, expect, it } from 'vitest';
import { workflowOf } from '../../../testing/workflow.ts';
import { type CallSketch, judged, type ObservationSketch } from '../testing/observe.ts';
import { durabilityRules } from './index.ts';

const saga = {
  ...workflowOf('reserve > charge; reserve =comp=> release', {
    charge: {
      retry: {
        maxAttempts: 2,
        backoff: 'fixed',
        initialDelay: 60,
        maxDelay: null,
        multiplier: 2,
        jitter: 'none',
        retryOn: null,
      },
    },
  }),
  profile: 'baseline' as const,
};

const tell = (id: string, sketch: ObservationSketch, workflow = saga) =>
  judged(durabilityRules, `durability/${id}`, workflow, sketch);

const down = (from: number, to: number) => [
  { at: from, action: 'crash' as const },
  { at: to, action: 'resume' as const },
];

const reserve = { unit: 'reserve', at: 0, after: 10 };
const charge = { unit: 'charge', at: 10, after: 100 };

describe('durability/completed-not-repeated', () => {
  it('finds a step that is performed again after a crash', () => {
    const controls = down(50, 70);
    const resumed = { unit: 'charge', at: 70, after: 100, attempt: 1, redelivered: true as const };
    expect(tell('completed-not-repeated', { calls: [reserve, charge, resumed], controls })).toEqual(
      {
        occurrences: 1,
        messages: [],
      },
    );
    const again = { calls: [reserve, charge, { unit: 'reserve', at: 70, attempt: 1 }], controls };
    expect(tell('completed-not-repeated', again).messages).toEqual([
      'reserve had succeeded at 10 ms and was called again after the crash',
    ]);
  });
});

describe('durability/in-flight-redelivered', () => {
  const resumed = (call: Partial<CallSketch> = {}) => ({
    calls: [
      reserve,
      charge,
      { unit: 'charge', at: 70, attempt: 1, redelivered: true as const, ...call },
    ],
    controls: down(50, 70),
  });

  it('wants it called at the resume, under its key', () => {
    expect(tell('in-flight-redelivered', resumed())).toEqual({ occurrences: 1, messages: [] });
    expect(tell('in-flight-redelivered', resumed({ key: 'another' })).messages).toEqual([
      'charge: attempt 1 was performed again with another key',
    ]);
    expect(tell('in-flight-redelivered', resumed({ at: 130 })).messages).toEqual([
      'charge: attempt 1 was performed again at 130 ms',
    ]);
    const forgotten = { calls: [reserve, charge], controls: down(50, 70) };
    expect(tell('in-flight-redelivered', forgotten).messages).toEqual([
      'charge: attempt 1 was open at the crash at 50 ms and was not performed again',
    ]);
  });

  it('wants one that is not idempotent left alone', () => {
    const once = {
      ...workflowOf('charge', { charge: { idempotent: false } }),
      profile: 'baseline' as const,
    };
    const calls = [{ unit: 'charge', at: 0, after: 100 }];
    const controls = down(50, 70);
    expect(tell('in-flight-redelivered', { calls, controls }, once)).toEqual({
      occurrences: 1,
      messages: [],
    });
    const sent = [...calls, { unit: 'charge', at: 70, attempt: 1, redelivered: true as const }];
    expect(tell('in-flight-redelivered', { calls: sent, controls }, once).messages).toHaveLength(1);
  });
});

describe('durability/redelivery-is-no-attempt', () => {
  it('finds a redelivery that counts', () => {
    const calls = [reserve, charge, { unit: 'charge', at: 70, after: 5, attempt: 2 }];
    expect(tell('redelivery-is-no-attempt', { calls, controls: down(50, 70) }).messages).toEqual([
      'charge: attempt 1 was lost in a crash and came back as attempt 2',
    ]);
  });

  it('finds one that has what was left of its timeout', () => {
    const timed = {
      ...workflowOf('charge', { charge: { timeout: { duration: 100, onTimeout: 'fail' } } }),
      profile: 'baseline' as const,
    };
    const calls = (abortedAt: number) => [
      { unit: 'charge', at: 0, after: 200 },
      { unit: 'charge', at: 70, after: 200, attempt: 1, redelivered: true as const, abortedAt },
    ];
    const controls = down(50, 70);
    expect(tell('redelivery-is-no-attempt', { calls: calls(170), controls }, timed)).toEqual({
      occurrences: 1,
      messages: [],
    });
    expect(
      tell('redelivery-is-no-attempt', { calls: calls(100), controls }, timed).messages,
    ).toEqual(['charge: the redelivery of attempt 1 had what was left of its timeout']);
  });
});

describe('durability/redelivery-bounded', () => {
  it('allows ten, not eleven', () => {
    const times = Array.from({ length: 12 }, (_, index) => index * 100);
    const calls = (count: number) =>
      times.slice(0, count).map((at, index) => ({
        unit: 'reserve',
        at,
        after: 90,
        attempt: 1,
        ...(index === 0 ? {} : { redelivered: true as const }),
      }));
    const controls = times.slice(0, 11).flatMap((at) => down(at + 50, at + 100));
    expect(tell('redelivery-bounded', { calls: calls(11), controls })).toEqual({
      occurrences: 1,
      messages: [],
    });
    expect(tell('redelivery-bounded', { calls: calls(12), controls }).messages).toEqual([
      'reserve: attempt 1 was redelivered 11 times',
    ]);
  });
});

describe('durability/backoff-kept', () => {
  const failed = { unit: 'charge', at: 10, after: 10, error: 'transient' };
  const next = (at: number, controls = down(30, 50)) =>
    tell('backoff-kept', { calls: [reserve, failed, { unit: 'charge', at }], controls }).messages;

  it('keeps the due time, or the resume if that is later', () => {
    expect(next(80)).toEqual([]);
    expect(next(50)).toHaveLength(1);
    expect(next(110)).toHaveLength(1);
    expect(next(100, down(30, 100))).toEqual([]);
    expect(next(160, down(30, 100))).toHaveLength(1);
  });
});

describe('durability/unwinding-resumes', () => {
  const calls = (second: CallSketch | null) => [
    reserve,
    { unit: 'charge', at: 10, after: 10, error: 'rejected' },
    { unit: 'compensate:reserve', step: 'release', at: 20, after: 40 },
    ...(second === null ? [] : [second]),
  ];

  it('goes on with what was open', () => {
    const again = {
      unit: 'compensate:reserve',
      step: 'release',
      at: 50,
      attempt: 1,
      redelivered: true as const,
    };
    expect(tell('unwinding-resumes', { calls: calls(again), controls: down(30, 50) })).toEqual({
      occurrences: 1,
      messages: [],
    });
    expect(
      tell('unwinding-resumes', { calls: calls(null), controls: down(30, 50) }).messages,
    ).toEqual(['compensate:reserve was open at the crash at 30 ms and never went on']);
  });

  it('undoes all that is left, and each step after what depended on it', () => {
    const three = {
      ...workflowOf('A > B; B > C; C > F; A =comp=> uA; B =comp=> uB; C =comp=> uC'),
      profile: 'baseline' as const,
    };
    const undo = (step: string, at: number) => ({
      ...{ unit: `compensate:${step}`, step: `u${step}`, at, after: 10 },
    });
    const before = [
      ...['A', 'B', 'C'].map((unit, index) => ({ unit, at: index * 10, after: 10 })),
      { unit: 'F', at: 30, after: 10, error: 'rejected' },
      { ...undo('C', 40), after: 20 },
    ];
    const again = { ...undo('C', 70), attempt: 1, redelivered: true as const };
    const tellOf = (...rest: readonly CallSketch[]) =>
      tell(
        'unwinding-resumes',
        {
          calls: [...before, again, ...rest],
          controls: down(50, 70),
          outcome: 'compensated',
        },
        three,
      ).messages;
    expect(tellOf(undo('B', 80), undo('A', 90))).toEqual([]);
    expect(tellOf(undo('B', 80))).toEqual([
      'A succeeded, the runtime crashed at 50 ms while it unwound, and A was never compensated',
    ]);
    expect(tellOf(undo('A', 80), undo('B', 90))).toEqual([
      'A was compensated before B, which depended on it, was',
    ]);
  });

  it('repeats nothing that was done', () => {
    const again = { unit: 'compensate:reserve', step: 'release', at: 90, attempt: 2 };
    expect(
      tell('unwinding-resumes', { calls: calls(again), controls: down(70, 90) }).messages,
    ).toEqual(['compensate:reserve had succeeded before the crash at 70 ms and ran again']);
  });
});
