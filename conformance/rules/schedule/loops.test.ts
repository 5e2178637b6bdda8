import { describe, expect, it } from 'vitest';
import type { Loop } from '../../../core/model/workflow.ts';
import { workflowOf } from '../../../testing/workflow.ts';
import { scheduleRules } from './index.ts';
import { judgedBy, loop, transitions } from './testing/sketches.ts';

const judged = judgedBy(scheduleRules);
const succeeded = { outcome: 'succeeded' } as const;
const none = (occurrences: number) => ({ occurrences, messages: [] });

const looping = (rest: Partial<Loop> = {}, links = 'L > E') =>
  workflowOf(links, { L: loop(rest), B: { outputs: ['more', 'done'] } });
/** An iteration a second; those that fail are named. */
const iterations = (count: number, ...failing: readonly number[]) =>
  Array.from({ length: count }, (_, index) => ({
    unit: `B[${index}]`,
    at: index * 1000,
    after: 1000,
    ...(failing.includes(index) ? { error: 'transient' } : {}),
  }));
const withEnd = (count: number, ...failing: readonly number[]) => [
  ...iterations(count, ...failing),
  { unit: 'E', at: count * 1000 },
];
const refused = (code: string) => ({
  report: {
    outcome: 'failed' as const,
    error: { code, class: 'internal', step: 'L', uncertain: false },
  },
});

describe('schedule/loop-bounds', () => {
  const id = 'schedule/loop-bounds';

  it('takes as many iterations as times, forEach, while and until say', () => {
    expect(judged(id, looping(), { calls: withEnd(3), ...succeeded })).toEqual(none(1));
    const items = looping({ kind: 'forEach', over: '${[5, 6]}' });
    expect(judged(id, items, { calls: withEnd(2), ...succeeded })).toEqual(none(1));
    const more = [true, false].map((value, index) => ({
      unit: `B[${index}]`,
      at: index * 1000,
      after: 1000,
      ok: { more: value, done: !value },
    }));
    const calls = [...more, { unit: 'E', at: 2000 }];
    for (const kind of [
      { kind: 'while', while: '${B.more ?? true}' },
      { kind: 'until', while: '${B.done}' },
    ] as const) {
      expect(judged(id, looping(kind), { calls, ...succeeded })).toEqual(none(1));
    }
  });

  it('finds one too few, and one too many', () => {
    expect(judged(id, looping(), { calls: iterations(2), ...succeeded }).messages).toEqual([
      'B[2] was never begun, though L had not iterated enough',
    ]);
    expect(judged(id, looping(), { calls: withEnd(4), ...succeeded }).messages).toEqual([
      'B[3] was begun at 3000 ms, beyond the last iteration',
    ]);
    const once = looping({ kind: 'until', while: '${B.done}' });
    const done = iterations(2).map((call) => ({ ...call, ok: { done: true } }));
    expect(judged(id, once, { calls: done, ...succeeded }).messages).toEqual([
      'B[1] was begun at 1000 ms, beyond the last iteration',
    ]);
  });

  it('finds an iteration beyond maxIterations, and a run that lets it pass', () => {
    const bounded = looping({ maxIterations: 2 });
    expect(judged(id, bounded, { calls: iterations(2), ...refused('HX-4104') })).toEqual(none(3));
    expect(judged(id, bounded, { calls: withEnd(3), ...succeeded }).messages).toEqual([
      'E was begun, and never should have been: the control edge from L is not taken',
      'B[2] was begun at 2000 ms, beyond the last iteration',
      'L must fail with HX-4104, and the run ended succeeded',
    ]);
    expect(judged(id, bounded, { calls: iterations(2), ...refused('HX-4103') }).messages).toEqual([
      'L failed with HX-4103 instead of HX-4104',
    ]);
  });

  it('says nothing of a list that nobody recorded, or of what a cancel cut off', () => {
    const unseen = workflowOf('S > L', {
      S: { kind: 'subworkflow', outputs: ['items'] },
      L: loop({ kind: 'forEach', over: '${S.items}' }),
    });
    expect(judged(id, unseen, { calls: iterations(1), ...succeeded })).toEqual(none(0));
    const controls = [{ at: 1000, action: 'cancel' as const }];
    const sketch = { calls: iterations(1), controls, outcome: 'cancelled' as const };
    expect(judged(id, looping(), sketch)).toEqual(none(1));
  });
});

describe('schedule/loop-concurrency', () => {
  const id = 'schedule/loop-concurrency';
  const wide = looping({ count: 3, maxConcurrency: 2 });
  const calls = (third: number) => [
    { unit: 'B[0]', at: 0, after: 1000 },
    { unit: 'B[1]', at: 0, after: 2000 },
    { unit: 'B[2]', at: third, after: 1000 },
  ];

  it('takes an iteration that begins when another has ended', () => {
    expect(judged(id, wide, { calls: calls(1000), ...succeeded })).toEqual(none(1));
  });

  it('finds one that begins while as many are open as may be', () => {
    expect(judged(id, wide, { calls: calls(999), ...succeeded }).messages).toEqual([
      'B[2] was begun at 999 ms while 2 other iterations of its loop were open',
    ]);
  });

  it('counts an iteration that waits for its next attempt as open', () => {
    const retried = [
      { unit: 'B[0]', at: 0, after: 100, error: 'transient' },
      { unit: 'B[1]', at: 500, after: 100 },
      { unit: 'B[0]', at: 1100, after: 100 },
    ];
    const patient = workflowOf('L', { L: loop({ count: 2 }), B: { retry: {} } });
    expect(judged(id, patient, { calls: retried, ...succeeded }).messages).toEqual([
      'B[1] was begun at 500 ms while 1 other iteration of its loop was open',
    ]);
  });

  it('is vacuous where there are no more than may be open', () => {
    expect(judged(id, wide, { calls: calls(0).slice(0, 2), ...succeeded })).toEqual(none(0));
  });
});

describe('schedule/loop-on-item-failure', () => {
  const id = 'schedule/loop-on-item-failure';
  const under = (onItemFailure: Loop['onItemFailure'], rest: Partial<Loop> = {}) =>
    looping({ onItemFailure, ...rest });

  it('takes fail, continue and break as they say', () => {
    const failed = { calls: iterations(2, 1), outcome: 'failed' as const };
    expect(judged(id, under('fail'), failed)).toEqual(none(2));
    const breaking = { calls: withEnd(2, 1), ...succeeded };
    expect(judged(id, under('break'), breaking)).toEqual(none(3));
    const going = { calls: withEnd(3, 1), ...succeeded };
    expect(judged(id, under('continue'), going)).toEqual(none(3));
  });

  it('finds an iteration after the failure under fail and break', () => {
    for (const policy of ['fail', 'break'] as const) {
      const sketch = { calls: iterations(4, 1).filter((_, at) => at !== 2), ...succeeded };
      expect(judged(id, under(policy, { count: 4 }), sketch).messages).toContain(
        `B[3] was begun at 3000 ms, after iteration 1 had failed under ${policy}`,
      );
    }
  });

  it('finds a loop under continue that stops', () => {
    expect(
      judged(id, under('continue'), { calls: iterations(2, 1), ...succeeded }).messages,
    ).toEqual(['B[2] was never begun after iteration 1 had failed under continue']);
  });

  it('finds an iteration under continue that is given up on when another fails', () => {
    const wide = under('continue', { count: 2, maxConcurrency: 2 });
    const [failing] = iterations(1, 0);
    const calls = (abortedAt: object) => [
      failing as typeof failing & object,
      { unit: 'B[1]', at: 0, after: 3000, ...abortedAt },
      { unit: 'E', at: 3000 },
    ];
    expect(judged(id, wide, { calls: calls({}), ...succeeded })).toEqual(none(3));
    const dropped = { calls: calls({ abortedAt: 1000 }).slice(0, 2), ...succeeded };
    expect(judged(id, wide, dropped).messages).toContain(
      'B[1] was given up on after iteration 0 had failed under continue',
    );
  });

  it('finds a run that names a loop as why it failed, though that absorbs the failure', () => {
    const report = {
      report: {
        outcome: 'failed' as const,
        error: { code: null, class: 'transient', step: 'L', uncertain: false },
      },
    };
    expect(judged(id, under('break'), { calls: iterations(2, 1), ...report }).messages).toEqual([
      'iteration 1 of L failed, the loop absorbs that, and the run ended failed',
    ]);
  });

  it('finds a loop that fails though it absorbs, and one that succeeds though it failed', () => {
    const report = {
      report: {
        outcome: 'failed' as const,
        error: { code: null, class: 'transient', step: 'B', uncertain: false },
      },
    };
    expect(
      judged(id, looping({ onItemFailure: 'break' }, 'L'), { calls: iterations(2, 1), ...report })
        .messages,
    ).toEqual(['iteration 1 of L failed, the loop absorbs that, and the run ended failed']);
    const going = { calls: withEnd(1, 0), ...succeeded };
    expect(judged(id, under('fail'), going).messages).toEqual([
      'E was begun, and never should have been: the control edge from L is not taken',
      'L must fail, and the run ended succeeded',
    ]);
    expect(judged(id, under('continue', { count: 1 }), going).messages).toEqual([
      'E was begun, and never should have been: the control edge from L is not taken',
      'L must fail, and the run ended succeeded',
    ]);
  });

  it('is vacuous where no iteration fails', () => {
    expect(judged(id, under('fail'), { calls: withEnd(3), ...succeeded })).toEqual(none(0));
  });
});

describe('schedule/loop-iteration-scoped', () => {
  const id = 'schedule/loop-iteration-scoped';
  const each = workflowOf('L', {
    L: loop({ kind: 'forEach', over: "${['a', 'b']}" }),
    B: { inputs: [{ name: 'item', value: '${item}' }] },
  });
  const calls = (item: string, attempt = 1) => [
    { unit: 'B[0]', at: 0, after: 1000, input: { item: 'a' } },
    { unit: 'B[1]', at: 1000, input: { item }, attempt },
  ];

  it('takes each iteration with its own item and its own first attempt', () => {
    expect(judged(id, each, { calls: calls('b'), ...succeeded })).toEqual(none(3));
  });

  it('finds the item of another iteration, and attempts that go on counting', () => {
    expect(judged(id, each, { calls: calls('a'), ...succeeded }).messages).toEqual([
      'B[1] was called at 1000 ms with another item than it must get',
    ]);
    expect(judged(id, each, { calls: calls('b', 2), ...succeeded }).messages).toEqual([
      'B[1] began with attempt 2',
    ]);
  });

  it('finds an iteration that begins where another ended', () => {
    const trace = transitions(`
      0 B[0] PENDING READY
      1000 B[1] SUCCEEDED READY`);
    expect(judged(id, each, { calls: [], trace, ...succeeded }).messages).toEqual([
      'B[1] began in state SUCCEEDED',
    ]);
  });

  it('is vacuous with one iteration', () => {
    expect(judged(id, looping({ count: 1 }), { calls: withEnd(1), ...succeeded })).toEqual(none(0));
  });
});

describe('loops within loops', () => {
  const nested = workflowOf('L > E', {
    L: loop({ count: 2, body: 'M' }),
    M: loop({ count: 2 }),
  });
  const inner = (units: readonly string[]) =>
    units.map((unit, index) => ({ unit, at: index * 1000, after: 1000 }));
  const all = ['B[0][0]', 'B[0][1]', 'B[1][0]', 'B[1][1]'];

  it('are read through', () => {
    const calls = [...inner(all), { unit: 'E', at: 4000 }];
    expect(judged('schedule/loop-bounds', nested, { calls, ...succeeded })).toEqual(none(2));
    expect(judged('schedule/control-edge', nested, { calls, ...succeeded })).toEqual(none(1));
  });

  it('show an inner iteration that is missing', () => {
    const calls = inner(all.slice(0, 3));
    expect(judged('schedule/loop-bounds', nested, { calls, ...succeeded }).messages).toEqual([
      'B[1][1] was never begun, though M had not iterated enough',
    ]);
  });
});
