import { describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../../core/model/trace.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import { type CallSketch, judge, type ObservationSketch } from '../testing/observe.ts';
import { fails, flow, ok } from '../testing/saga.ts';
import { failureRules } from './index.ts';

const judged = (id: string, workflow: Workflow, sketch: ObservationSketch) => {
  const { occurrences, breaches } = judge(failureRules, `failure/${id}`, workflow, sketch);
  return { occurrences, messages: breaches.map(({ message }) => message) };
};

/** What a run that undid A by uA at a time would show; under ORBIT it is named by A. */
const undo = (at: number, rest: Partial<CallSketch> = {}): CallSketch =>
  ok('compensate:A', at, { step: 'uA', ...rest });

const cancel = (at: number) => [{ at, action: 'cancel' as const }];
const RIGHT = { occurrences: 1, messages: [] };
const VACUOUS = { occurrences: 0, messages: [] };

describe('failure/handled-by-error-edge', () => {
  const workflow = flow('A > B; A =comp=> uA; B =err=> R');
  const handled = [ok('A', 0), fails('B', 1000), ok('R', 2000)];
  const id = 'handled-by-error-edge';

  it('wants the handler, no compensation, and a success', () => {
    expect(judged(id, workflow, { calls: handled, outcome: 'succeeded' })).toEqual(RIGHT);
  });

  it('finds a compensation beside the handler', () => {
    const calls = [...handled, undo(2000)];
    expect(judged(id, workflow, { calls, outcome: 'compensated' }).messages).toEqual([
      'the failure of B is handled by an error edge, and A was compensated',
    ]);
  });

  it('finds a run that says it failed', () => {
    expect(judged(id, workflow, { calls: handled, outcome: 'failed' }).messages).toEqual([
      'the failure of B is handled by an error edge, and the run ended as failed',
    ]);
  });

  it('finds a handler that is never called', () => {
    const calls = handled.slice(0, 2);
    expect(judged(id, workflow, { calls, outcome: 'succeeded' }).messages).toEqual([
      'B failed, and its error edge to R was not taken',
    ]);
  });

  it('says nothing where the handler fails too', () => {
    const calls = [ok('A', 0), fails('B', 1000), fails('R', 2000), undo(3000)];
    expect(judged(id, workflow, { calls, outcome: 'compensated' }).messages).toEqual([]);
  });

  it('is vacuous without a failure', () => {
    const calls = [ok('A', 0), ok('B', 1000)];
    expect(judged(id, workflow, { calls, outcome: 'succeeded' })).toEqual(VACUOUS);
  });
});

describe('failure/all-error-edges', () => {
  const workflow = flow('B =err=> R; B =err=> S');
  const id = 'all-error-edges';

  it('wants every handler', () => {
    const calls = [fails('B', 0), ok('R', 1000), ok('S', 1000)];
    expect(judged(id, workflow, { calls, outcome: 'succeeded' })).toEqual({
      occurrences: 2,
      messages: [],
    });
    expect(
      judged(id, workflow, { calls: calls.slice(0, 2), outcome: 'succeeded' }).messages,
    ).toEqual(['B failed, and its error edge to S was not taken']);
  });

  it('finds a handler that ran before the failure', () => {
    const calls = [fails('B', 0), ok('R', 1000), ok('S', 0)];
    expect(judged(id, workflow, { calls, outcome: 'succeeded' }).messages).toEqual([
      'B failed, and its error edge to S was not taken',
    ]);
  });

  it('is vacuous with one handler', () => {
    const calls = [fails('B', 0), ok('R', 1000)];
    expect(judged(id, flow('B =err=> R'), { calls, outcome: 'succeeded' })).toEqual(VACUOUS);
  });
});

describe('failure/error-edge-once', () => {
  const workflow = flow('B =err=> R', { B: { retry: { maxAttempts: 2 } } });
  const id = 'error-edge-once';

  it('wants the handler after the last attempt', () => {
    const calls = [fails('B', 0), fails('B', 2000), ok('R', 3000)];
    expect(judged(id, workflow, { calls, outcome: 'succeeded' })).toEqual(RIGHT);
  });

  it('finds a handler that pre-empts the policy', () => {
    const calls = [fails('B', 0), ok('R', 1000), fails('B', 2000)];
    expect(judged(id, workflow, { calls, outcome: 'succeeded' }).messages).toEqual([
      'R handles failures of B and began before its last attempt had failed',
    ]);
  });

  it('finds a handler of a success', () => {
    const calls = [fails('B', 0), ok('B', 2000), ok('R', 3000)];
    expect(judged(id, workflow, { calls, outcome: 'succeeded' }).messages).toEqual([
      'R handles failures of B, which succeeded',
    ]);
  });

  it('finds a handler that begins twice', () => {
    const calls = [fails('B', 0), fails('B', 2000), ok('R', 3000), ok('R', 3000, { attempt: 1 })];
    expect(judged(id, workflow, { calls, outcome: 'succeeded' }).messages).toEqual([
      'R was begun twice',
    ]);
  });

  it('is vacuous where one attempt fails', () => {
    const calls = [fails('B', 0), ok('R', 1000)];
    expect(judged(id, flow('B =err=> R'), { calls, outcome: 'succeeded' })).toEqual(VACUOUS);
  });
});

describe('failure/propagates', () => {
  const workflow = flow('A; B');

  it('finds a failure that is dropped', () => {
    const calls = [ok('A', 0), fails('B', 0)];
    expect(judged('propagates', workflow, { calls, outcome: 'failed' })).toEqual(RIGHT);
    expect(judged('propagates', workflow, { calls, outcome: 'succeeded' }).messages).toEqual([
      'B failed, nothing handles it, and the run ended as succeeded',
    ]);
  });

  it('leaves a cancel before it, a pause, and the failure of a loop’s body alone', () => {
    const calls = [fails('B', 0)];
    const sketch = { calls, outcome: 'cancelled' as const, controls: cancel(500) };
    expect(judged('propagates', workflow, sketch)).toEqual(VACUOUS);
    const baseline = flow('A; B', {}, 'baseline');
    const paused = { calls, outcome: 'paused' as const, onFailure: 'pause' as const };
    expect(judged('propagates', baseline, paused)).toEqual(VACUOUS);
    const element = { calls: [fails('B[0]', 0)], outcome: 'succeeded' as const };
    expect(judged('propagates', workflow, element)).toEqual(VACUOUS);
  });

  it('ends as failed under ORBIT', () => {
    const calls = [fails('B', 0)];
    const orbit = flow('B', {}, 'orbit');
    expect(judged('propagates', orbit, { calls, outcome: 'compensated' }).messages).toHaveLength(1);
  });
});

describe('failure/no-new-work', () => {
  const workflow = flow('F; L > M; A =comp=> uA');

  it('finds a step that begins after a failure', () => {
    const calls = [fails('F', 0), ok('L', 0, { abortedAt: 1000, after: 2000 }), ok('A', 0)];
    expect(judged('no-new-work', workflow, { calls, outcome: 'failed' })).toEqual(RIGHT);
    const late = [...calls, ok('M', 2000)];
    expect(judged('no-new-work', workflow, { calls: late, outcome: 'failed' }).messages).toEqual([
      'M began after F had failed',
    ]);
  });

  it('is vacuous where all had begun', () => {
    const calls = [ok('A', 0), fails('F', 1000)];
    expect(judged('no-new-work', flow('A > F'), { calls, outcome: 'failed' })).toEqual(VACUOUS);
  });

  it('allows a real clock to be late', () => {
    const calls = [fails('F', 0), ok('L', 0, { after: 990 }), ok('M', 1010)];
    const sketch = { calls, outcome: 'failed' as const, toleranceMs: 25 };
    expect(judged('no-new-work', workflow, sketch).messages).toEqual([]);
  });
});

describe('failure/withdraws-waiting', () => {
  const nodes = { Q: { retry: { maxAttempts: 2, initialDelay: 5000 } } };
  const calls = [fails('Q', 0, { error: 'transient' }), fails('F', 1000)];

  it.each(['baseline', 'harness', 'orbit'] as const)('finds its attempt (%s)', (profile) => {
    const workflow = flow('Q; F', nodes, profile);
    expect(judged('withdraws-waiting', workflow, { calls, outcome: 'failed' })).toEqual(RIGHT);
    const late = [...calls, ok('Q', 6000)];
    expect(
      judged('withdraws-waiting', workflow, { calls: late, outcome: 'failed' }).messages,
    ).toEqual(['Q waited for attempt 2 when the run was aborted, and was attempted']);
  });

  it('finds it after a cancel', () => {
    const sketch = {
      calls: [fails('Q', 0), ok('Q', 6000)],
      controls: cancel(2000),
      outcome: 'cancelled' as const,
    };
    expect(judged('withdraws-waiting', flow('Q', nodes), sketch).messages).toHaveLength(1);
  });

  it('is vacuous where the wait was over', () => {
    const early = [fails('Q', 0), ok('Q', 6000), fails('F', 8000)];
    expect(judged('withdraws-waiting', flow('Q; F', nodes), { calls: early })).toEqual(VACUOUS);
  });
});

describe('failure/cancels-running', () => {
  const workflow = flow('F; L; N', { N: { idempotent: false } });
  const move = (seq: number, at: number, node: string, from: string, to: string): TraceEvent =>
    ({
      type: 'transition',
      seq,
      at,
      cause: null,
      node,
      unit: node,
      attempt: 1,
      from,
      to,
    }) as TraceEvent;
  const trace = (...rest: readonly TraceEvent[]): readonly TraceEvent[] => [
    move(1, 0, 'L', 'READY', 'RUNNING'),
    move(2, 0, 'N', 'READY', 'RUNNING'),
    move(3, 1000, 'F', 'RUNNING', 'FAILED'),
    { type: 'unwinding.started', seq: 4, at: 1000, cause: 3, reason: 'F failed', order: [] },
    ...rest,
  ];

  it('wants what is idempotent cancelled, and what is not left', () => {
    const right = trace(
      move(5, 1000, 'L', 'RUNNING', 'CANCELLED'),
      move(6, 5000, 'N', 'RUNNING', 'SUCCEEDED'),
    );
    expect(judged('cancels-running', workflow, { calls: [], trace: right })).toEqual(RIGHT);
    const wrong = trace(move(5, 4000, 'L', 'RUNNING', 'SUCCEEDED'));
    expect(judged('cancels-running', workflow, { calls: [], trace: wrong }).messages).toEqual([
      'L was RUNNING when the unwinding began, and was not cancelled',
    ]);
  });

  it('is vacuous without a trace', () => {
    expect(judged('cancels-running', workflow, { calls: [fails('F', 0)] })).toEqual(VACUOUS);
  });
});

describe('failure/no-retry-while-aborting', () => {
  const workflow = flow('L; F', { L: { retry: { maxAttempts: 3 } } }, 'orbit');
  const calls = [fails('F', 0), fails('L', 0, { after: 4000 })];

  it('finds a retry during the abort', () => {
    const id = 'no-retry-while-aborting';
    expect(judged(id, workflow, { calls, outcome: 'failed' })).toEqual(RIGHT);
    const again = { calls: [...calls, ok('L', 5000)], outcome: 'failed' as const };
    expect(judged(id, workflow, again).messages).toEqual([
      'L failed while the run was being aborted, and was retried',
    ]);
    const ended = { calls: [fails('F', 0), ok('L', 0, { after: 4000 })] };
    expect(judged(id, workflow, ended)).toEqual(VACUOUS);
  });
});

describe('failure/awaits-in-flight', () => {
  const workflow = flow('A; F; L; A =comp=> uA', {}, 'orbit');
  const calls = [ok('A', 0), fails('F', 1000), ok('L', 0, { after: 5000 })];
  const id = 'awaits-in-flight';

  it('wants compensation to wait', () => {
    const right = [...calls, ok('compensate:A', 5000)];
    expect(judged(id, workflow, { calls: right, outcome: 'failed' })).toEqual(RIGHT);
    const early = [...calls, ok('compensate:A', 2000)];
    expect(judged(id, workflow, { calls: early, outcome: 'failed' }).messages).toEqual([
      'compensate:A began while attempt 1 of L was open',
    ]);
  });

  it('finds an attempt that is given up on', () => {
    const cut = [...calls.slice(0, 2), ok('L', 0, { after: 5000, abortedAt: 2000 })];
    // It ends at the abort itself, so it is open until then.
    const later = [...cut.slice(0, 2), ok('L', 0, { after: 5000, abortedAt: 2500 })];
    expect(judged(id, workflow, { calls: later, outcome: 'failed' }).messages).toEqual([
      'attempt 1 of L was given up on when the run was aborted',
    ]);
    expect(judged(id, workflow, { calls: cut, outcome: 'failed' }).messages).toEqual([
      'attempt 1 of L was given up on when the run was aborted',
    ]);
  });

  it('is vacuous where nothing is open', () => {
    const none = [ok('A', 0), fails('F', 1000), ok('compensate:A', 2000)];
    expect(judged(id, workflow, { calls: none, outcome: 'failed' })).toEqual(VACUOUS);
  });
});

describe('failure/late-success-compensated', () => {
  const nodes = { L: { idempotent: false } };
  const links = 'F; L; L =comp=> uL';
  const calls = [fails('F', 0), ok('L', 0, { after: 5000 })];
  const id = 'late-success-compensated';
  const undone = [...calls, ok('compensate:L', 5000, { step: 'uL' })];

  it.each(['harness', 'orbit'] as const)('finds a late success that stays (%s)', (profile) => {
    const workflow = flow(links, nodes, profile);
    const step = profile === 'orbit' ? { step: 'L' } : {};
    const right = [...calls, ok('compensate:L', 5000, { step: 'uL', ...step })];
    expect(
      judged(id, workflow, {
        calls: right,
        outcome: 'failed',
        report: { compensation: 'completed' },
      }),
    ).toEqual(RIGHT);
    expect(judged(id, workflow, { calls, outcome: 'failed' }).messages).toEqual([
      'L succeeded while the run was being aborted, and was not compensated',
    ]);
  });

  it('honours the other reading of Q4, and what is idempotent', () => {
    const choices = { Q4: 'left' };
    const workflow = flow(links, nodes);
    expect(judged(id, workflow, { calls, choices, outcome: 'failed' })).toEqual(RIGHT);
    expect(
      judged(id, workflow, { calls: undone, choices, outcome: 'compensated' }).messages,
    ).toEqual([
      'L succeeded after the abort and was compensated, which the runtime declares not to do (Q4)',
    ]);
    expect(judged(id, flow(links), { calls, outcome: 'failed' })).toEqual(VACUOUS);
  });
});

describe('failure/cancel-ends-cancelled', () => {
  const workflow = flow('A > B');
  const calls = [ok('A', 0, { abortedAt: 500 })];
  const id = 'cancel-ends-cancelled';

  it('wants the word, and no step after it', () => {
    const sketch = { calls, controls: cancel(500) };
    expect(judged(id, workflow, { ...sketch, outcome: 'cancelled' })).toEqual(RIGHT);
    expect(judged(id, workflow, { ...sketch, outcome: 'failed' }).messages).toEqual([
      'the run was cancelled at 500 ms, and the run ended as failed',
    ]);
    const late = { calls: [ok('A', 0), ok('B', 1000)], controls: cancel(500) };
    expect(judged(id, workflow, { ...late, outcome: 'cancelled' }).messages).toEqual([
      'B began after the run had been cancelled',
    ]);
  });

  it('says nothing of a cancel that comes too late, or during an unwinding', () => {
    const over = { calls: [ok('A', 0), ok('B', 1000)], controls: cancel(2500) };
    expect(judged(id, workflow, { ...over, outcome: 'succeeded' })).toEqual(VACUOUS);
    const undoing = {
      calls: [ok('A', 0), fails('B', 1000), undo(2000)],
      controls: cancel(2500),
      outcome: 'compensated' as const,
    };
    expect(judged(id, flow('A > B; A =comp=> uA'), undoing)).toEqual(VACUOUS);
  });

  it('says nothing where a real clock can’t tell whether a failure came first', () => {
    const sketch = { controls: cancel(1010), outcome: 'failed' as const, toleranceMs: 25 };
    const failing = (after: number) => ({ ...sketch, calls: [fails('A', 0, { after })] });
    expect(judged(id, workflow, failing(1000))).toEqual(VACUOUS);
    expect(judged(id, workflow, failing(1030))).toEqual(VACUOUS);
    expect(judged(id, workflow, failing(1040)).messages).toEqual([
      'the run was cancelled at 1010 ms, and the run ended as failed',
    ]);
  });

  it('cancels what an operator’s pause holds', () => {
    const sketch = { calls: [fails('A', 0)], controls: cancel(2500), onFailure: 'pause' as const };
    const baseline = flow('A > B', {}, 'baseline');
    expect(judged(id, baseline, { ...sketch, outcome: 'cancelled' })).toEqual(RIGHT);
    expect(judged(id, baseline, { ...sketch, outcome: 'paused' }).messages).toEqual([
      'the run was cancelled at 2500 ms while it was paused, and ended as paused',
    ]);
  });

  it('compensates nothing in HarnessXML, by our reading of Q8', () => {
    const saga = flow('A > B; A =comp=> uA');
    const sketch = {
      calls: [ok('A', 0), ok('B', 1000, { abortedAt: 1500 }), undo(1500)],
      controls: cancel(1500),
      outcome: 'cancelled' as const,
    };
    expect(judged(id, saga, sketch).messages).toEqual([
      'the run was cancelled at 1500 ms, and A was compensated',
    ]);
    expect(judged(id, saga, { ...sketch, choices: { Q8: 'compensates' } }).messages).toEqual([]);
  });
});

describe('failure/cancel-compensates', () => {
  const workflow = flow('A > B; A =comp=> uA', {}, 'orbit');
  const calls = [ok('A', 0), ok('B', 1000)];
  const id = 'cancel-compensates';

  it('wants what succeeded to be undone, and CANCELLED', () => {
    const sketch = { controls: cancel(1500), outcome: 'cancelled' as const };
    const undone = [...calls, ok('compensate:A', 2000)];
    expect(judged(id, workflow, { ...sketch, calls: undone })).toEqual({
      occurrences: 2,
      messages: [],
    });
    expect(judged(id, workflow, { ...sketch, calls }).messages).toEqual([
      'the run was cancelled at 1500 ms, and A was not compensated',
    ]);
    expect(judged(id, workflow, { ...sketch, calls: undone, outcome: 'failed' }).messages).toEqual([
      'the run was cancelled at 1500 ms, and the run ended as failed',
    ]);
  });

  it('is vacuous where nothing has a compensation', () => {
    const plain = flow('A > B', {}, 'orbit');
    const sketch = { calls, controls: cancel(1500), outcome: 'cancelled' as const };
    expect(judged(id, plain, sketch)).toEqual(VACUOUS);
  });
});

describe('failure/workflow-timeout-compensates', () => {
  const workflow = { ...flow('A > B; A =comp=> uA', {}, 'orbit'), timeout: 3000 };
  const calls = [ok('A', 0), ok('B', 1000, { after: 5000 })];
  const id = 'workflow-timeout-compensates';

  it('wants what succeeded to be undone, and TIMED_OUT', () => {
    const undone = [...calls, ok('compensate:A', 6000)];
    expect(judged(id, workflow, { calls: undone, outcome: 'timed_out' })).toEqual({
      occurrences: 2,
      messages: [],
    });
    expect(judged(id, workflow, { calls, outcome: 'failed' }).messages).toEqual([
      "the workflow's timeout passed at 3000 ms, and the run ended as failed",
      "the workflow's timeout passed at 3000 ms, and A was not compensated",
    ]);
  });

  it('is vacuous where the run is over before', () => {
    const short = [ok('A', 0), ok('B', 1000)];
    expect(judged(id, workflow, { calls: short, outcome: 'succeeded' })).toEqual(VACUOUS);
  });
});

describe('failure/child-cancelled', () => {
  const child = {
    ...flow('book =comp=> unbook; book > load; load > drive', {}, 'orbit'),
    id: 'Ship',
  };
  const workflow: Workflow = {
    ...flow(
      'charge; A; A =comp=> uA; ship',
      {
        ship: {
          kind: 'subworkflow',
          subworkflow: { href: 'Ship', digest: null, specVersion: null },
        },
      },
      'orbit',
    ),
    orbit: { version: null, returns: null, inputs: [], children: [child] },
  };
  const part = (name: string, at: number, rest: Partial<CallSketch> = {}) =>
    ok(`ship/${name}`, at, rest);
  const calls = [
    ok('A', 0),
    fails('charge', 1000),
    part('book', 0),
    part('load', 1000, { after: 5000 }),
  ];
  const right = [
    ...calls,
    part('book', 6000, { unit: 'compensate:ship/book' }),
    ok('compensate:A', 7000),
  ];
  const found = (list: readonly CallSketch[]) =>
    judged('child-cancelled', workflow, { calls: list, outcome: 'failed' });

  it('wants it awaited, stopped, and undone before the parent', () => {
    expect(found(right).messages).toEqual([]);
    expect(found(right).occurrences).toBeGreaterThan(1);
  });

  it('finds a child that goes on', () => {
    expect(found([...right, part('drive', 6000)]).messages).toContain(
      'ship/drive began after the run that its child workflow belongs to was aborted',
    );
  });

  it('finds a child that leaves its half', () => {
    expect(found([...calls, ok('compensate:A', 6000)]).messages).toEqual([
      'ship/book succeeded in a child workflow that was cancelled, and was not compensated',
    ]);
  });

  it('finds a parent that does not wait', () => {
    const hasty = [...right.slice(0, 5), ok('compensate:A', 2000)];
    expect(found(hasty).messages).toContain(
      'compensate:A began while ship/load of a child workflow was under way',
    );
  });

  it('is vacuous where no child is in flight', () => {
    expect(found([ok('A', 0), fails('charge', 1000), ok('compensate:A', 2000)])).toEqual(VACUOUS);
  });
});

describe('failure/queue-timeout', () => {
  const workflow = flow('A > B', { B: { queueTimeout: 2000, retry: { maxAttempts: 2 } } }, 'orbit');
  const id = 'queue-timeout';

  it('finds a call after too long a wait', () => {
    expect(judged(id, workflow, { calls: [ok('A', 0), ok('B', 2500)] })).toEqual(RIGHT);
    expect(judged(id, workflow, { calls: [ok('A', 0), ok('B', 3500)] }).messages).toEqual([
      'B was called after it had waited for a worker longer than its queue_timeout',
    ]);
    expect(judged(id, workflow, { calls: [ok('A', 0), ok('B', 1000)] })).toEqual(VACUOUS);
  });

  it('wants the policy to be followed', () => {
    const stamp = { cause: null, node: 'B', unit: 'B', attempt: 1 };
    const trace = (to: 'RETRYING' | 'FAILED', at: number, attempt = 1): readonly TraceEvent[] => [
      { ...stamp, attempt, seq: 1, at: 1000, type: 'unit.queued' },
      { ...stamp, attempt, seq: 2, at, type: 'transition', from: 'READY', to: 'RUNNING' },
      { ...stamp, attempt, seq: 3, at, type: 'transition', from: 'RUNNING', to },
    ];
    const seen = (events: readonly TraceEvent[]) =>
      judged(id, workflow, { calls: [], trace: events });
    expect(seen(trace('RETRYING', 3000))).toEqual(RIGHT);
    expect(seen(trace('FAILED', 3000, 2))).toEqual(RIGHT);
    expect(seen(trace('FAILED', 3000)).messages).toEqual([
      'attempt 1 of B waited out its queue_timeout and the unit turned FAILED',
    ]);
    expect(seen(trace('RETRYING', 9000)).messages).toEqual([
      'attempt 1 of B waited for a worker longer than its queue_timeout',
    ]);
  });
});

describe('failure/return-value', () => {
  const returning = (returns: string): Workflow => ({
    ...flow('A; A =comp=> uA', {}, 'orbit'),
    orbit: { version: '1.0.0', returns, inputs: [], children: [] },
  });
  const calls = [ok('A', 0, { ok: { count: 0 } })];
  const id = 'return-value';
  const failing = returning('10 / A.count');

  it('wants FAILED and nothing undone', () => {
    const report = { outcome: 'failed' as const, compensation: 'none' as const };
    expect(judged(id, failing, { calls, report })).toEqual(RIGHT);
    expect(judged(id, failing, { calls, outcome: 'succeeded' }).messages).toEqual([
      "the return value can't be made, and the run ended as succeeded",
    ]);
    const undone = [...calls, ok('compensate:A', 1000)];
    expect(judged(id, failing, { calls: undone, report }).messages).toEqual([
      "the return value can't be made, and A was compensated",
    ]);
    const claimed = { outcome: 'failed' as const, compensation: 'completed' as const };
    expect(judged(id, failing, { calls, report: claimed }).messages).toEqual([
      'nothing was compensated, and the run reports compensation completed',
    ]);
  });

  it('is vacuous where it can be made', () => {
    expect(judged(id, returning('A.count + 1'), { calls, outcome: 'succeeded' })).toEqual(VACUOUS);
  });
});
