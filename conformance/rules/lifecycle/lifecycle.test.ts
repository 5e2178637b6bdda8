import { describe, expect, it } from 'vitest';
import { workflowOf } from '../../../testing/workflow.ts';
import { judgedBy, transitions } from '../schedule/testing/sketches.ts';
import { lifecycleRules } from './index.ts';

const judged = judgedBy(lifecycleRules);
const succeeded = { outcome: 'succeeded' } as const;
const none = (occurrences: number) => ({ occurrences, messages: [] });

const plain = workflowOf('A > B');
const traced = (lines: string) => ({ calls: [], trace: transitions(lines), ...succeeded });

describe('lifecycle/legal-transitions', () => {
  const id = 'lifecycle/legal-transitions';

  it('takes the way of a node that is retried and then compensated', () => {
    const sketch = traced(`
      0 A PENDING READY
      0 A READY RUNNING
      100 A RUNNING RETRYING
      200 A RETRYING READY
      200 A READY RUNNING
      300 A RUNNING SUCCEEDED
      400 A SUCCEEDED COMPENSATED`);
    expect(judged(id, plain, sketch)).toEqual(none(7));
  });

  it('finds a transition that the table lacks, and one from a state that it was not in', () => {
    expect(judged(id, plain, traced('0 A PENDING RUNNING')).messages).toEqual([
      'A went from PENDING to RUNNING, which the table does not have',
    ]);
    expect(judged(id, plain, traced('0 A READY RUNNING')).messages).toEqual([
      'A went from READY to RUNNING, and was PENDING',
    ]);
  });

  it('finds a cancel of what may not be cancelled, and a skip that nobody asked for', () => {
    const careful = workflowOf('A', { A: { idempotent: false } });
    const running = '0 A PENDING READY\n0 A READY RUNNING';
    expect(judged(id, careful, traced(`${running}\n5 A RUNNING CANCELLED`)).messages).toEqual([
      'A went from RUNNING to CANCELLED, and is not idempotent',
    ]);
    expect(judged(id, plain, traced(`${running}\n5 A RUNNING SKIPPED`)).messages).toEqual([
      'A went from RUNNING to SKIPPED, and has no onTimeout="skip"',
    ]);
    const optional = workflowOf('A', { A: { timeout: { duration: 5, onTimeout: 'skip' } } });
    expect(judged(id, optional, traced(`${running}\n5 A RUNNING SKIPPED`))).toEqual(none(3));
  });

  it('lets a loop begin its iterations again where it has two attempts', () => {
    const again = traced('0 A[0] PENDING READY\n5 A[0] READY CANCELLED\n9 A[0] PENDING READY');
    expect(judged(id, plain, again).messages).toHaveLength(1);
    expect(judged(id, plain, { ...again, choices: { Q5: 'two-attempts' } })).toEqual(none(0));
  });

  it('leaves compensations alone under the other reading of Q3, and is vacuous without a trace', () => {
    const direct = { ...traced('0 compensate:A PENDING SUCCEEDED'), choices: { Q3: 'direct' } };
    expect(judged(id, plain, direct)).toEqual(none(0));
    expect(judged(id, plain, { calls: [{ unit: 'A', at: 0 }] })).toEqual(none(0));
  });
});

describe('lifecycle/terminal-final', () => {
  const id = 'lifecycle/terminal-final';
  const ended = `
    0 A PENDING READY
    0 A READY RUNNING
    5 A RUNNING FAILED`;

  it('takes a node that stays as it ended', () => {
    expect(judged(id, plain, traced(ended))).toEqual(none(1));
  });

  it('finds one that ends again', () => {
    expect(judged(id, plain, traced(`${ended}\n9 A RUNNING SUCCEEDED`)).messages).toEqual([
      'A had ended FAILED, and turned SUCCEEDED',
    ]);
  });
});

describe('lifecycle/attempt-numbers', () => {
  const id = 'lifecycle/attempt-numbers';
  const numbered = (...attempts: readonly number[]) => ({
    calls: attempts.map((attempt, index) => ({ unit: 'A', at: index * 100, attempt })),
  });

  it('takes 1, 2, 3, redeliveries under the number that they had', () => {
    expect(judged(id, plain, numbered(1, 2, 3))).toEqual(none(3));
    const calls = [
      { unit: 'A', at: 0, attempt: 1 },
      { unit: 'A', at: 100, attempt: 1, redelivered: true as const },
      { unit: 'A', at: 200, attempt: 2 },
    ];
    expect(judged(id, plain, { calls })).toEqual(none(2));
  });

  it('finds a beginning at 0, a gap, and a number twice', () => {
    expect(judged(id, plain, numbered(0)).messages).toEqual(['A: attempt 0 came first']);
    expect(judged(id, plain, numbered(1, 3)).messages).toEqual([
      'A: attempt 3 came after 1 attempt',
    ]);
    expect(judged(id, plain, numbered(1, 1)).messages).toEqual([
      'A: attempt 1 came after 1 attempt',
    ]);
  });

  it('counts in the trace too, where a node fails without a call', () => {
    const sketch = traced('0 A PENDING READY 0\n0 A READY RUNNING 0');
    expect(judged(id, plain, sketch).messages).toEqual(['A: attempt 0 came first']);
  });
});

describe('lifecycle/trace-fields', () => {
  const id = 'lifecycle/trace-fields';
  const [failing] = transitions('5 A RUNNING FAILED');
  const calls = [{ unit: 'A', at: 0, after: 5, error: 'transient', message: 'no line' }];
  const told = (rest: object) => ({
    calls,
    trace: failing === undefined ? [] : [{ ...failing, ...rest }],
  });

  it('takes a failure with class and message', () => {
    const error = { class: 'transient', message: 'no line' };
    expect(judged(id, plain, told({ error }))).toEqual(none(1));
  });

  it('finds what is missing', () => {
    expect(judged(id, plain, told({})).messages).toEqual([
      'the transition of A to FAILED lacks the class of its failure, the message of its failure',
    ]);
    const error = { class: 'transient', message: 'no line' };
    expect(judged(id, plain, told({ error, at: Number.NaN, attempt: -1 })).messages).toEqual([
      'the transition of A to FAILED lacks its time, its attempt',
    ]);
  });

  it('asks for no message where the world gave none', () => {
    const silent = { ...told({ error: { class: 'transient' } }), calls: [] };
    expect(judged(id, plain, silent)).toEqual(none(1));
    const coded = { ...told({ error: { class: 'internal', code: 'HX-4101' } }), calls: [] };
    expect(judged(id, plain, coded).messages).toHaveLength(1);
  });
});

describe('lifecycle/skipped-is-success', () => {
  const id = 'lifecycle/skipped-is-success';
  const discount = workflowOf('discount > pay; discount =err=> handle', {
    discount: { guard: '${false}' },
  });

  it('takes the successor called, and the handler not', () => {
    const calls = [{ unit: 'pay', at: 0 }];
    expect(judged(id, discount, { calls, ...succeeded })).toEqual(none(2));
  });

  it('finds the successor left out, and the handler called', () => {
    expect(
      judged(id, discount, { calls: [{ unit: 'handle', at: 0 }], ...succeeded }).messages,
    ).toEqual([
      'pay was never begun, though it could be at 0 ms: discount was skipped at 0 ms',
      'handle was begun, and never should have been: the error edge from discount is not taken',
    ]);
  });

  it('takes a skip by timeout for one', () => {
    const slow = workflowOf('A > B', { A: { timeout: { duration: 50, onTimeout: 'skip' } } });
    const calls = [{ unit: 'A', at: 0, after: 100, abortedAt: 50 }];
    expect(judged(id, slow, { calls, ...succeeded }).messages).toEqual([
      'B was never begun, though it could be at 50 ms: A was skipped at 50 ms',
    ]);
  });

  it('is vacuous where nothing is skipped', () => {
    const calls = [
      { unit: 'A', at: 0 },
      { unit: 'B', at: 0 },
    ];
    expect(judged(id, plain, { calls, ...succeeded })).toEqual(none(0));
  });
});

describe('lifecycle/pending-is-normal', () => {
  const id = 'lifecycle/pending-is-normal';
  const route = workflowOf('', {
    D: { kind: 'decision', cases: [{ when: '${true}', to: 'approve' }], otherwise: 'reject' },
  });
  const calls = [{ unit: 'approve', at: 0 }];

  it('takes a run that succeeds though a branch was not taken', () => {
    expect(judged(id, route, { calls, ...succeeded })).toEqual(none(1));
  });

  it('finds one that fails, or never ends', () => {
    for (const outcome of ['failed', 'stalled'] as const) {
      expect(judged(id, route, { calls, outcome }).messages).toEqual([
        `no node failed that nothing handles, and the run ended ${outcome}`,
      ]);
    }
  });

  it('is vacuous where everything was reached, and where a step failed', () => {
    const both = [
      { unit: 'A', at: 0 },
      { unit: 'B', at: 0 },
    ];
    expect(judged(id, plain, { calls: both, ...succeeded })).toEqual(none(0));
    const failing = [{ unit: 'approve', at: 0, error: 'transient' }];
    expect(judged(id, route, { calls: failing, outcome: 'failed' })).toEqual(none(0));
  });
});

describe('lifecycle/outcome-derived', () => {
  const id = 'lifecycle/outcome-derived';
  const both = [
    { unit: 'A', at: 0 },
    { unit: 'B', at: 0 },
  ];
  const failing = [{ unit: 'A', at: 0, after: 100, error: 'transient' }];

  it('takes succeeded, failed and compensated where they are due', () => {
    expect(judged(id, plain, { calls: both, ...succeeded })).toEqual(none(1));
    expect(judged(id, plain, { calls: failing, outcome: 'failed' })).toEqual(none(1));
    const undone = workflowOf('A > B; A =comp=> uA');
    const calls = [
      { unit: 'A', at: 0, after: 100 },
      { unit: 'B', at: 100, after: 100, error: 'transient' },
      { unit: 'compensate:A', step: 'uA', at: 200 },
    ];
    expect(judged(id, undone, { calls, outcome: 'compensated' })).toEqual(none(2));
    expect(judged(id, undone, { calls, outcome: 'failed' }).messages).toEqual([
      'the run unwound, each compensation succeeded, and the run ended failed',
    ]);
  });

  it('finds a success that hides a failure, and a failure that hides a success', () => {
    expect(judged(id, plain, { calls: failing, ...succeeded }).messages).toEqual([
      'a node failed that nothing handles, and the run ended succeeded',
    ]);
    expect(judged(id, plain, { calls: both, outcome: 'failed' }).messages).toEqual([
      'no node failed that nothing handles, and the run ended failed',
    ]);
    expect(judged(id, plain, { calls: failing, outcome: 'compensated' }).messages).toEqual([
      'a node failed that nothing handles, and the run ended compensated',
    ]);
  });

  it('finds a trace that belies the outcome', () => {
    const open = workflowOf('S', { S: { kind: 'subworkflow' } });
    const sketch = traced('0 S PENDING READY\n0 S READY RUNNING\n5 S RUNNING FAILED');
    expect(judged(id, open, sketch).messages).toEqual([
      'S ended FAILED, nothing handles it, and the run ended succeeded',
    ]);
  });

  it('says nothing of a run that was cancelled or whose end the world did not show', () => {
    const controls = [{ at: 50, action: 'cancel' as const }];
    expect(judged(id, plain, { calls: failing, controls, outcome: 'cancelled' })).toEqual(none(0));
    const hanging = [{ unit: 'A', at: 0, hang: true as const }];
    expect(judged(id, plain, { calls: hanging, outcome: 'stalled' })).toEqual(none(0));
  });
});
