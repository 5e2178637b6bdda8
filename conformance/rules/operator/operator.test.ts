import { describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../../core/model/trace.ts';
import { workflowOf } from '../../../testing/workflow.ts';
import { type CallSketch, judged, type ObservationSketch } from '../testing/observe.ts';
import { operatorRules } from './index.ts';

const workflow = { ...workflowOf('apply > a; a > c; apply > b'), profile: 'baseline' as const };

const act = {
  at: 100,
  action: 'operator' as const,
  command: 'retry-step' as const,
  step: 'a',
  applied: null,
  output: null,
  by: 'ops@example.org',
  reason: 'the outage is over',
  authorised: true,
};

const begun: readonly CallSketch[] = [
  { unit: 'apply', at: 0, after: 10 },
  { unit: 'a', at: 10, after: 10, error: 'rejected' },
];

const tell = (id: string, sketch: ObservationSketch) =>
  judged(operatorRules, `operator/${id}`, workflow, { onFailure: 'pause', ...sketch });

describe('operator/pauses', () => {
  it('wants nothing to begin, and the run to say that it is paused', () => {
    expect(tell('pauses', { calls: begun, outcome: 'paused' })).toEqual({
      occurrences: 1,
      messages: [],
    });
    expect(tell('pauses', { calls: begun, outcome: 'failed' }).messages).toEqual([
      'a failed at 20 ms, and the run ended failed',
    ]);
    const later = { calls: [...begun, { unit: 'b', at: 30 }], outcome: 'paused' as const };
    expect(tell('pauses', later).messages).toEqual(['a failed at 20 ms, and b began at 30 ms']);
  });

  it('finds what is undone in the pause, and a run that ends before anybody acts', () => {
    const undoing = { unit: 'compensate:apply', at: 20, purpose: 'compensation' as const };
    expect(tell('pauses', { calls: [...begun, undoing], controls: [act] }).messages).toEqual([
      'a failed at 20 ms, and compensate:apply began at 20 ms',
    ]);
    const ended: TraceEvent = {
      ...{ seq: 1, at: 20, cause: null, type: 'instance.ended' },
      ...{ outcome: 'failed', compensation: 'none' },
    };
    const sketch = { calls: begun, controls: [act], outcome: 'failed' as const, trace: [ended] };
    expect(tell('pauses', sketch).messages).toEqual([
      'a failed at 20 ms, and the run ended failed',
    ]);
  });
});

describe('operator/retry-failed-step', () => {
  const again = { unit: 'a', at: 100, after: 10 };

  it('wants the failed step called, and no other that was done', () => {
    const controls = [act];
    const right = { calls: [...begun, again, { unit: 'c', at: 110 }], controls };
    expect(tell('retry-failed-step', right)).toEqual({ occurrences: 2, messages: [] });
    expect(tell('retry-failed-step', { calls: begun, controls }).messages).toEqual([
      'an operator retried a at 100 ms, and it was not called',
    ]);
    const fromTheTop = { calls: [...begun, { unit: 'apply', at: 100 }, again], controls };
    expect(tell('retry-failed-step', fromTheTop).messages).toEqual([
      'apply had succeeded, and was called again after retry-step a',
    ]);
  });
});

describe('operator/audited', () => {
  const event: TraceEvent = {
    seq: 9,
    at: 100,
    cause: null,
    type: 'operator.act',
    by: 'ops@example.org',
    command: 'retry-step',
    step: 'a',
    reason: 'the outage is over',
    checkpoint: 8,
    authorised: true,
  };

  it('wants who, when, what, why and the checkpoint', () => {
    const sketch = { calls: begun, controls: [act] };
    expect(tell('audited', { ...sketch, trace: [event] })).toEqual({
      occurrences: 1,
      messages: [],
    });
    expect(tell('audited', { ...sketch, trace: [] }).messages).toHaveLength(1);
    expect(tell('audited', { ...sketch, trace: [{ ...event, reason: '' }] }).messages).toHaveLength(
      1,
    );
    expect(
      tell('audited', { ...sketch, trace: [{ ...event, authorised: false }] }).messages,
    ).toEqual([
      'retry-step by ops@example.org at 100 ms is recorded without whether it was authorised',
    ]);
  });
});

describe('operator/authorised', () => {
  const controls = [{ ...act, authorised: false }];

  it('finds an act without authority that has an effect', () => {
    expect(tell('authorised', { calls: begun, controls })).toEqual({
      occurrences: 1,
      messages: [],
    });
    const calls = [...begun, { unit: 'a', at: 100 }];
    expect(tell('authorised', { calls, controls }).messages).toEqual([
      'ops@example.org has no authority, and a was called at 100 ms',
    ]);
  });
});
