import { describe, expect, it } from 'vitest';
import { workflowOf } from '../../../testing/workflow.ts';
import { judged, type ObservationSketch, observe } from '../testing/observe.ts';
import { createView } from '../view.ts';
import { idempotenceRules } from './index.ts';

const once = {
  ...workflowOf('charge > ship; charge =comp=> refund', {
    charge: { idempotent: false, timeout: { duration: 1000, onTimeout: 'fail' } },
  }),
  profile: 'baseline' as const,
};

const tell = (id: string, sketch: ObservationSketch, workflow = once) =>
  judged(idempotenceRules, `idempotence/${id}`, workflow, sketch);

const timedOut = { unit: 'charge', at: 0, hang: true as const, abortedAt: 1000 };
const asked = (applied: boolean | null) => ({
  unit: 'charge',
  at: 1000,
  purpose: 'reconcile' as const,
  attempt: 1,
  applied,
});

describe('idempotence/never-retried and uncertain-not-resent', () => {
  it.each(['never-retried', 'uncertain-not-resent'])('%s finds a second call', (id) => {
    expect(tell(id, { calls: [timedOut] })).toEqual({ occurrences: 1, messages: [] });
    const again = { calls: [timedOut, { unit: 'charge', at: 2000, after: 10 }] };
    expect(tell(id, again).messages).toEqual(['charge is not idempotent and was called again']);
  });

  it.each(['never-retried', 'uncertain-not-resent'])('%s knows what excuses one', (id) => {
    const second = { unit: 'charge', at: 2000, after: 10, attempt: 2 };
    expect(tell(id, { calls: [timedOut, asked(false), second] }).messages).toEqual([]);
    expect(tell(id, { calls: [timedOut, asked(null), second] }).messages).toHaveLength(1);
    const ordered = {
      at: 1500,
      action: 'operator' as const,
      command: 'retry-step' as const,
      step: 'charge',
      applied: null,
      output: null,
      by: 'ops@example.org',
      reason: 'the bank was asked by telephone',
      authorised: true,
    };
    expect(tell(id, { calls: [timedOut, second], controls: [ordered] }).messages).toEqual([]);
    const forbidden = { ...ordered, authorised: false };
    expect(tell(id, { calls: [timedOut, second], controls: [forbidden] }).messages).toHaveLength(1);
  });

  it('an excuse of the baseline is none in HarnessXML', () => {
    const calls = [timedOut, asked(false), { unit: 'charge', at: 2000, attempt: 2 }];
    expect(tell('never-retried', { calls, profile: 'harness' }).messages).toHaveLength(1);
  });
});

describe('idempotence/never-cancelled', () => {
  const open = { unit: 'charge', at: 0, after: 800 };
  const controls = [{ at: 500, action: 'cancel' as const }];

  it('finds a call that was given up on at a cancel', () => {
    const right = {
      calls: [open],
      controls,
      profile: 'harness' as const,
      outcome: 'cancelled' as const,
    };
    expect(tell('never-cancelled', right)).toEqual({ occurrences: 1, messages: [] });
    const wrong = { ...right, calls: [{ ...open, abortedAt: 500 }] };
    expect(tell('never-cancelled', wrong).messages).toEqual([
      'charge is not idempotent, and attempt 1 was given up on',
    ]);
    expect(tell('never-cancelled', { ...right, controls: [] }).occurrences).toBe(0);
  });
});

describe('idempotence/result-discarded', () => {
  const calls = [
    { unit: 'charge', at: 0, after: 800, ok: { id: 'payment-1' } },
    { unit: 'ship', at: 800, input: { id: 'payment-1' } },
  ];

  it('finds a result in use that came after a cancel', () => {
    const controls = [{ at: 500, action: 'cancel' as const }];
    const sketch = { calls, controls, profile: 'harness' as const };
    expect(tell('result-discarded', sketch).messages).toEqual([
      'ship was handed the result of charge that had to be discarded',
    ]);
    expect(tell('result-discarded', { ...sketch, calls: calls.slice(0, 1) })).toEqual({
      occurrences: 1,
      messages: [],
    });
    expect(tell('result-discarded', { calls, profile: 'harness' }).occurrences).toBe(0);
  });

  it('lets the compensation have it', () => {
    const undone = [
      calls[0] as (typeof calls)[0],
      {
        unit: 'compensate:charge',
        step: 'refund',
        at: 800,
        input: { output: { id: 'payment-1' } },
      },
    ];
    const controls = [{ at: 500, action: 'cancel' as const }];
    expect(
      tell('result-discarded', { calls: undone, controls, profile: 'harness' }).messages,
    ).toEqual([]);
  });
});

describe('idempotence/uncertain-recorded', () => {
  const failed = (uncertain: boolean) => ({
    outcome: 'failed' as const,
    error: { code: null, class: 'timeout', step: 'charge', uncertain },
  });

  it('wants the report to say so', () => {
    expect(tell('uncertain-recorded', { calls: [timedOut], report: failed(true) })).toEqual({
      occurrences: 1,
      messages: [],
    });
    expect(
      tell('uncertain-recorded', { calls: [timedOut], report: failed(false) }).messages,
    ).toEqual(['the run reports the failure of charge as certain']);
  });
});

describe('idempotence/reconcile-first', () => {
  it('wants a question where the far side can be asked', () => {
    const can = { canReconcile: true };
    expect(tell('reconcile-first', { ...can, calls: [timedOut, asked(null)] })).toEqual({
      occurrences: 1,
      messages: [],
    });
    expect(tell('reconcile-first', { ...can, calls: [timedOut] }).messages).toHaveLength(1);
    expect(tell('reconcile-first', { calls: [timedOut] }).occurrences).toBe(0);
  });
});

describe('keys', () => {
  const calls = (first: string | null, second: string | null) => [
    { unit: 'ship', at: 0, after: 10, error: 'transient', key: first },
    { unit: 'ship', at: 100, after: 10, key: second },
  ];

  it('are the same for each attempt', () => {
    expect(tell('key-stable', { calls: calls('a', 'a') })).toEqual({
      occurrences: 1,
      messages: [],
    });
    expect(tell('key-stable', { calls: calls('a', 'b') }).messages).toHaveLength(1);
    const [message] = tell('key-stable', { calls: calls(null, null) }).messages;
    expect(message).toContain('carries no key, though keys are declared');
  });

  it('survive a crash', () => {
    const controls = [
      { at: 50, action: 'crash' as const },
      { at: 90, action: 'resume' as const },
    ];
    expect(tell('key-survives', { calls: calls('a', 'a'), controls })).toEqual({
      occurrences: 1,
      messages: [],
    });
    expect(tell('key-survives', { calls: calls('a', 'b'), controls }).messages).toHaveLength(1);
    expect(tell('key-survives', { calls: calls('a', 'b') }).occurrences).toBe(0);
  });

  it('have the form of ORBIT', () => {
    const orbit = {
      calls: [{ unit: 'ship', at: 0, key: 'run-1/ship' }],
      profile: 'orbit' as const,
    };
    expect(tell('key-default', orbit)).toEqual({ occurrences: 1, messages: [] });
    const other = { ...orbit, calls: [{ unit: 'ship', at: 0, key: 'ship' }] };
    expect(tell('key-default', other).messages).toEqual(['the key of ship is not the default one']);
  });

  it('differ between executions, runs and tenants', () => {
    const rule = idempotenceRules.find(({ id }) => id === 'idempotence/key-distinct');
    if (rule?.kind !== 'sample') throw new Error('no such rule');
    const samples = (run: string, tenant: string, key: string) =>
      rule.sample(
        createView(observe(once, { calls: [{ unit: 'ship', at: 0, key }], run, tenant })),
      );
    const messages = (...all: readonly (readonly [string, string, string])[]) =>
      rule.conclude(all.flatMap((each) => samples(...each))).breaches.map(({ message }) => message);
    expect(messages(['r-1', 'acme', 'a'], ['r-1', 'acme', 'a'], ['r-2', 'acme', 'b'])).toEqual([]);
    expect(messages(['r-1', 'acme', 'a'], ['r-1', 'other', 'a'])).toEqual([
      'two step executions have one key: ["acme","r-1","ship","ship"] and ["other","r-1","ship","ship"]',
    ]);
  });
});
