import { describe, expect, it } from 'vitest';
import { workflowOf } from '../../../testing/workflow.ts';
import { scheduleRules } from './index.ts';
import { judgedBy, loop } from './testing/sketches.ts';

const judged = judgedBy(scheduleRules);
const succeeded = { outcome: 'succeeded' } as const;
const none = (occurrences: number) => ({ occurrences, messages: [] });

describe('schedule/guard-skips', () => {
  const id = 'schedule/guard-skips';
  const mail = workflowOf('A > mail', {
    A: { outputs: ['wanted'] },
    mail: { guard: '${A.wanted}' },
  });
  const calls = (wanted: boolean, isCalled: boolean) => [
    { unit: 'A', at: 0, after: 100, ok: { wanted } },
    ...(isCalled ? [{ unit: 'mail', at: 100 }] : []),
  ];

  it('takes no call where the guard is false', () => {
    expect(judged(id, mail, { calls: calls(false, false), ...succeeded })).toEqual(none(1));
  });

  it('finds a call where it is false, and none where it is true', () => {
    expect(judged(id, mail, { calls: calls(false, true), ...succeeded }).messages).toEqual([
      'mail was begun, and never should have been: its guard is false',
    ]);
    expect(judged(id, mail, { calls: calls(true, false), ...succeeded }).messages).toEqual([
      'mail was never begun, though it could be at 100 ms: A ended at 100 ms',
    ]);
  });

  it('looks at each iteration of a loop', () => {
    const each = workflowOf('L', { L: loop({ count: 2 }), B: { guard: '${index == 1}' } });
    const second = [{ unit: 'B[1]', at: 0 }];
    expect(judged(id, each, { calls: second, ...succeeded })).toEqual(none(1));
    const both = [{ unit: 'B[0]', at: 0 }, ...second];
    expect(judged(id, each, { calls: both, ...succeeded }).messages).toEqual([
      'B[0] was begun, and never should have been: its guard is false',
    ]);
  });

  it('says nothing of a guard that reads a placeholder', () => {
    const unseen = workflowOf('S > mail', {
      S: { kind: 'subworkflow', outputs: ['wanted'] },
      mail: { guard: '${S.wanted}' },
    });
    expect(judged(id, unseen, { calls: [{ unit: 'mail', at: 0 }], ...succeeded })).toEqual(none(0));
  });
});

describe('schedule/missing-input', () => {
  const id = 'schedule/missing-input';
  const pay = workflowOf('quote.amount => pay.amount', {
    quote: { guard: '${false}', outputs: ['amount'] },
    pay: { inputs: [{ name: 'amount' }] },
  });
  const failed = (code: string | null) => ({
    report: {
      outcome: 'failed' as const,
      error: { code, class: 'internal', step: 'pay', uncertain: false },
    },
  });

  it('takes a run that fails with HX-4101 and calls nothing', () => {
    expect(judged(id, pay, { calls: [], ...failed('HX-4101') })).toEqual(none(2));
  });

  it('finds a call, another code, and a run that succeeds', () => {
    expect(judged(id, pay, { calls: [{ unit: 'pay', at: 0 }], ...succeeded }).messages).toEqual([
      'pay was begun, and never should have been: a required input has no value',
    ]);
    expect(judged(id, pay, { calls: [], ...failed(null) }).messages).toEqual([
      'pay failed with no code instead of HX-4101',
    ]);
    expect(judged(id, pay, { calls: [], ...succeeded }).messages).toEqual([
      'pay must fail with HX-4101, and the run ended succeeded',
    ]);
  });

  it('takes an output that lacks the port for no value, and a default for one', () => {
    const flow = (rest: object) =>
      workflowOf('A.id => B.id', {
        A: { outputs: ['id'] },
        B: { inputs: [{ name: 'id', ...rest }] },
      });
    const calls = [
      { unit: 'A', at: 0, after: 100, ok: {} },
      { unit: 'B', at: 100 },
    ];
    expect(judged(id, flow({}), { calls, ...succeeded }).messages).toHaveLength(1);
    expect(judged(id, flow({ default: 'none' }), { calls, ...succeeded })).toEqual(none(0));
    expect(judged(id, flow({ required: false }), { calls, ...succeeded })).toEqual(none(0));
  });

  it('takes a node whose feed nothing reaches for unreachable: it fails nothing', () => {
    const flow = workflowOf('A.id => B.id; C > B', {
      D: { kind: 'decision', cases: [{ when: '${false}', to: 'A' }], otherwise: 'C' },
      A: { outputs: ['id'] },
      B: { inputs: [{ name: 'id' }] },
    });
    const calls = [{ unit: 'C', at: 0, after: 100 }];
    expect(judged(id, flow, { calls, ...succeeded })).toEqual(none(0));
    expect(judged('schedule/join-all', flow, { calls, ...succeeded })).toEqual(none(1));
  });
});

describe('schedule/invalid-refused', () => {
  const id = 'schedule/invalid-refused';
  const plain = workflowOf('A');

  it('takes a run that is refused without a call', () => {
    const sketch = { calls: [], errors: ['HX-2001'], outcome: 'refused' as const };
    expect(judged(id, plain, sketch)).toEqual(none(1));
  });

  it('finds a call for a document with an error', () => {
    const sketch = { calls: [{ unit: 'A', at: 0 }], errors: ['HX-2001'], ...succeeded };
    expect(judged(id, plain, sketch).messages).toEqual([
      'A was called, though the document is not valid: HX-2001',
    ]);
  });

  it('is vacuous for a valid one', () => {
    expect(judged(id, plain, { calls: [{ unit: 'A', at: 0 }], ...succeeded })).toEqual(none(0));
  });
});
