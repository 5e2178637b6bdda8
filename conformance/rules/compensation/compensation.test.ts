import { describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../../core/model/trace.ts';
import type { Profile, Workflow } from '../../../core/model/workflow.ts';
import { type CallSketch, judge, type ObservationSketch } from '../testing/observe.ts';
import { fails, flow, loopOver, ok, undo } from '../testing/saga.ts';
import { compensationRules } from './index.ts';

const judged = (id: string, workflow: Workflow, sketch: ObservationSketch) => {
  const { occurrences, breaches } = judge(
    compensationRules,
    `compensation/${id}`,
    workflow,
    sketch,
  );
  return { occurrences, messages: breaches.map(({ message }) => message) };
};

const RIGHT = { occurrences: 1, messages: [] };
const VACUOUS = { occurrences: 0, messages: [] };
const profiles = ['baseline', 'harness', 'orbit'] as const;

/** The word by which a profile says that everything was undone, and how it ended. */
const done = (profile: Profile) =>
  profile === 'orbit'
    ? {
        outcome: 'failed' as const,
        report: { outcome: 'failed' as const, compensation: 'completed' as const },
      }
    : { outcome: 'compensated' as const };

const failed = { outcome: 'failed' as const };

describe.each(profiles)('which steps are compensated (%s)', (profile) => {
  const saga = flow('A > B; B > F; A =comp=> uA; B =comp=> uB; F =comp=> uF', {}, profile);
  const of = (unit: string, at: number, rest: Partial<CallSketch> = {}) =>
    undo(profile, unit, at, rest);
  const forward = [ok('A', 0), ok('B', 1000), fails('F', 2000)];
  const right = [...forward, of('B', 3000), of('A', 4000)];

  it('not the step that failed', () => {
    const id = 'only-succeeded';
    expect(judged(id, saga, { calls: right, ...done(profile) })).toEqual(RIGHT);
    const wrong = [...forward, of('F', 3000), of('B', 4000), of('A', 5000)];
    expect(judged(id, saga, { calls: wrong, ...done(profile) }).messages).toEqual([
      'F had failed and was compensated',
    ]);
  });

  it('not one that was never called, nor before it succeeded', () => {
    const id = 'only-succeeded';
    const early = [ok('A', 0), fails('B', 1000), of('A', 2000), of('F', 3000)];
    expect(judged(id, saga, { calls: early, ...failed }).messages).toEqual([
      'F was never called and was compensated',
    ]);
    const before = [ok('A', 0), of('A', 500), fails('F', 0)];
    expect(judged(id, saga, { calls: before, ...failed }).messages).toEqual([
      'A succeeded only at 1000 ms and was compensated',
    ]);
    expect(judged(id, saga, { calls: [ok('A', 0)], outcome: 'succeeded' })).toEqual(VACUOUS);
  });

  it('not one whose success came after its timeout', () => {
    const slow = flow(
      'A > F; A =comp=> uA',
      { A: { timeout: { duration: 500, onTimeout: 'fail' } } },
      profile,
    );
    const calls = [ok('A', 0, { abortedAt: 500 }), of('A', 500)];
    expect(judged('only-succeeded', slow, { calls, ...failed }).messages).toEqual([
      'A had timed out and was compensated',
    ]);
  });

  it('every one that succeeded', () => {
    const id = 'every-succeeded';
    expect(judged(id, saga, { calls: right, ...done(profile) })).toEqual({
      occurrences: 2,
      messages: [],
    });
    const short = [...forward, of('B', 3000)];
    expect(judged(id, saga, { calls: short, ...done(profile) }).messages).toEqual([
      'A succeeded, the run unwound, and it was not compensated',
    ]);
    expect(judged(id, saga, { calls: forward, outcome: 'stalled' })).toEqual(VACUOUS);
    const hasty = { calls: [...forward, of('B', 3000), of('A', 4000, { after: 5000 })] };
    const ended: TraceEvent = {
      ...{ seq: 1, at: 4500, cause: null, type: 'instance.ended' },
      ...{ outcome: 'failed', compensation: 'completed' },
    };
    expect(judged(id, saga, { ...hasty, ...done(profile), trace: [ended] }).messages).toEqual([
      `compensate:A was under way when the run ended ${profile === 'orbit' ? 'failed' : 'compensated'}`,
    ]);
  });

  it('says nothing of one whose compensation may fail before its call', () => {
    const guarded = flow('A > F; A =comp=> uA', { uA: { guard: '${A.x == 1}' } }, profile);
    const calls = [ok('A', 0), fails('F', 1000)];
    expect(judged('every-succeeded', guarded, { calls, ...failed })).toEqual(VACUOUS);
  });

  it('none of a run that succeeded, and none before something failed for good', () => {
    const id = 'never-forward';
    const plain = flow('A > B; A =comp=> uA', { B: { retry: { maxAttempts: 2 } } }, profile);
    const calls = [ok('A', 0), ok('B', 1000)];
    expect(judged(id, plain, { calls, outcome: 'succeeded' })).toEqual(RIGHT);
    const asStep = [...calls, ok('uA', 1000, { purpose: 'forward' })];
    expect(judged(id, plain, { calls: asStep, outcome: 'succeeded' }).messages).toEqual([
      'uA undoes A and was called as an ordinary step',
    ]);
    const undone = [...calls, of('A', 2000)];
    expect(judged(id, plain, { calls: undone, outcome: 'succeeded' }).messages).toEqual([
      'the run succeeded, and A was compensated',
    ]);
    const hasty = [ok('A', 0), fails('B', 1000, { error: 'transient' }), of('A', 2000)];
    expect(judged(id, plain, { calls: hasty, ...done(profile) }).messages).toEqual([
      'A was compensated before any step had failed for good',
    ]);
    expect(judged(id, plain, { calls: [fails('A', 0)], ...failed })).toEqual(VACUOUS);
  });

  it('not one that was skipped', () => {
    const id = 'skipped-left-alone';
    const skipping = flow(
      'A > B; B > F; A =comp=> uA; B =comp=> uB',
      { B: { guard: profile === 'orbit' ? 'false' : '${false}' } },
      profile,
    );
    const workflow =
      profile === 'orbit'
        ? { ...skipping, orbit: { version: null, returns: null, inputs: [], children: [] } }
        : skipping;
    const calls = [ok('A', 0), fails('F', 1000), of('A', 2000)];
    expect(judged(id, workflow, { calls, ...done(profile) })).toEqual(RIGHT);
    const wrong = [...calls, of('B', 3000)];
    expect(judged(id, workflow, { calls: wrong, ...done(profile) }).messages).toEqual([
      'B was skipped and compensated',
    ]);
    expect(judged(id, saga, { calls: right, ...done(profile) })).toEqual(VACUOUS);
  });
});

describe('compensation/skipped-left-alone', () => {
  it('sees a skip by a timeout', () => {
    const timeout = { duration: 500, onTimeout: 'skip' as const };
    const workflow = flow('A > F; A =comp=> uA', { A: { timeout } });
    const calls = [ok('A', 0, { abortedAt: 500 }), fails('F', 500)];
    expect(judged('skipped-left-alone', workflow, { calls, ...failed })).toEqual(RIGHT);
    const wrong = [...calls, undo('harness', 'A', 1500)];
    expect(judged('skipped-left-alone', workflow, { calls: wrong, ...failed }).messages).toEqual([
      'A was skipped and compensated',
    ]);
  });
});

describe('compensation/unit-per-element', () => {
  const id = 'unit-per-element';
  const loop = flow('L > F; book =comp=> cancel', { L: loopOver('book', 3) });
  const fanOut = { variable: 'item', over: '[1, 2, 3]', maxParallel: null };
  const list = flow('book > F; book =comp=> cancel', { book: { fanOut } }, 'orbit');
  const calls = [ok('book[0]', 0), fails('book[1]', 0), ok('book[2]', 0, { after: 900 })];

  it.each([
    ['harness', [...calls, fails('F', 2000)], loop],
    ['orbit', calls, list],
  ] as const)('wants each element that succeeded undone (%s)', (profile, forward, workflow) => {
    const of = (unit: string, at: number) =>
      undo(profile, unit, at, { step: profile === 'orbit' ? 'book' : 'cancel' });
    const right = [...forward, of('book[0]', 3000), of('book[2]', 4000)];
    expect(judged(id, workflow, { calls: right, ...done(profile) })).toEqual({
      occurrences: 2,
      messages: [],
    });
    const whole = [...forward, of('book', 3000)];
    expect(judged(id, workflow, { calls: whole, ...done(profile) }).messages).toEqual([
      'book[0] succeeded, the run unwound, and it was not compensated',
      'book[2] succeeded, the run unwound, and it was not compensated',
      'book was compensated as a whole',
    ]);
  });

  it('is vacuous where no element succeeded', () => {
    expect(judged(id, list, { calls: [fails('book[0]', 0)], ...failed })).toEqual(VACUOUS);
  });
});

describe('compensation/reverse-completion', () => {
  const workflow = flow('A; B; F; A =comp=> uA; B =comp=> uB');
  const id = 'reverse-completion';
  const forward = [ok('A', 0, { after: 3000 }), ok('B', 1000, { after: 500 }), fails('F', 3000)];

  it('goes by completion, not by beginning', () => {
    const right = [...forward, undo('harness', 'A', 4000), undo('harness', 'B', 5000)];
    expect(judged(id, workflow, { calls: right, outcome: 'compensated' })).toEqual(RIGHT);
    const wrong = [...forward, undo('harness', 'B', 4000), undo('harness', 'A', 5000)];
    expect(judged(id, workflow, { calls: wrong, outcome: 'compensated' }).messages).toEqual([
      'B was compensated before A, which had completed after it',
    ]);
  });

  it('says nothing where two completed at once, as far as a real clock tells', () => {
    const level = [ok('A', 0), ok('B', 0, { after: 1010 }), fails('F', 2000)];
    const calls = [...level, undo('harness', 'A', 4000), undo('harness', 'B', 5000)];
    expect(judged(id, workflow, { calls, outcome: 'compensated', toleranceMs: 25 })).toEqual(
      VACUOUS,
    );
  });
});

describe('compensation/reverse-topological', () => {
  const workflow = flow(
    'A > B; C; B > F; A =comp=> uA; B =comp=> uB; C =comp=> uC',
    {},
    'baseline',
  );
  const id = 'reverse-topological';
  const forward = [ok('A', 0), ok('C', 0), ok('B', 1000), fails('F', 2000)];
  const of = (unit: string, at: number) => undo('baseline', unit, at);

  it('wants a step undone after those that depended on it, and others when it likes', () => {
    const right = [...forward, of('C', 3000), of('B', 3000), of('A', 4000)];
    expect(judged(id, workflow, { calls: right, outcome: 'compensated' })).toEqual(RIGHT);
    const wrong = [...forward, of('C', 3000), of('B', 3000), of('A', 3500)];
    expect(judged(id, workflow, { calls: wrong, outcome: 'compensated' }).messages).toEqual([
      'A was compensated before B, which depended on it, was',
    ]);
  });

  it('is vacuous where none depended on another', () => {
    const calls = [ok('A', 0), ok('C', 0), fails('B', 1000), of('A', 2000), of('C', 2000)];
    expect(judged(id, workflow, { calls, outcome: 'compensated' })).toEqual(VACUOUS);
  });
});

describe('compensation/one-at-a-time', () => {
  const workflow = flow('A; B; F; A =comp=> uA; B =comp=> uB', {
    uB: { retry: { maxAttempts: 2 } },
  });
  const id = 'one-at-a-time';
  const forward = [ok('A', 0), ok('B', 0, { after: 1500 }), fails('F', 2000)];
  const of = (unit: string, at: number, rest = {}) => undo('harness', unit, at, rest);

  it('wants the first over, its retries included', () => {
    const first = [...forward, of('B', 3000, { error: 'transient' }), of('B', 5000)];
    expect(
      judged(id, workflow, { calls: [...first, of('A', 6000)], outcome: 'compensated' }),
    ).toEqual(RIGHT);
    expect(
      judged(id, workflow, { calls: [...first, of('A', 4000)], outcome: 'compensated' }).messages,
    ).toEqual(['the compensation of A began while that of B was under way']);
  });

  it('is a SHOULD in HarnessXML', () => {
    const rule = compensationRules.find((each) => each.id === `compensation/${id}`);
    expect([rule?.strength, rule?.strengthIn]).toEqual(['MUST', { harness: 'SHOULD' }]);
  });

  it('is vacuous with one', () => {
    const calls = [ok('A', 0), fails('F', 1000), of('A', 2000)];
    expect(judged(id, workflow, { calls, outcome: 'compensated' })).toEqual(VACUOUS);
  });
});

describe.each(profiles)('how a compensation is attempted (%s)', (profile) => {
  const workflow = flow(
    'A > B; B > F; A =comp=> uA; B =comp=> uB',
    { uA: { retry: { maxAttempts: 3 } } },
    profile,
  );
  const of = (unit: string, at: number, rest: Partial<CallSketch> = {}) =>
    undo(profile, unit, at, rest);
  const forward = [ok('A', 0), ok('B', 1000), fails('F', 2000), of('B', 3000)];

  it('never again after it succeeded', () => {
    const calls = [...forward, of('A', 4000)];
    expect(judged('once', workflow, { calls, ...done(profile) })).toEqual({
      occurrences: 2,
      messages: [],
    });
    const again = [...calls, of('A', 5000)];
    expect(judged('once', workflow, { calls: again, ...done(profile) }).messages).toEqual([
      'A had been compensated and was compensated again',
    ]);
    const anew = [...calls, of('B', 5000, { attempt: 1 })];
    expect(judged('once', workflow, { calls: anew, ...done(profile) }).messages).toEqual([
      'B had been compensated and was compensated again',
    ]);
    const none = [ok('A', 0), fails('B', 1000), of('A', 2000, { error: 'internal' })];
    expect(judged('once', workflow, { calls: none, ...failed })).toEqual(VACUOUS);
  });

  it('by its own policy', () => {
    const first = of('A', 4000, { error: 'transient' });
    const calls = [...forward, first, of('A', 6000)];
    expect(judged('own-retry', workflow, { calls, ...done(profile) })).toEqual(RIGHT);
    expect(
      judged('own-retry', workflow, { calls: [...forward, first], ...failed }).messages,
    ).toEqual(['compensate:A: attempt 1 failed with class transient and was not retried']);
    expect(judged('own-retry', workflow, { calls: forward, ...failed })).toEqual(VACUOUS);
  });

  it('without keeping the others from being', () => {
    const broken = forward.map((call) =>
      call.unit === 'compensate:B' ? { ...call, error: 'internal' } : call,
    );
    expect(judged('continues', workflow, { calls: [...broken, of('A', 4000)], ...failed })).toEqual(
      RIGHT,
    );
    expect(judged('continues', workflow, { calls: broken, ...failed }).messages).toEqual([
      'the compensation of B failed, and A was not compensated',
    ]);
    expect(
      judged('continues', workflow, { calls: [...forward, of('A', 4000)], ...done(profile) }),
    ).toEqual(VACUOUS);
  });
});

describe('compensation/own-retry', () => {
  it('honours the other reading of Q9', () => {
    const workflow = flow('A > F; A =comp=> uA', { uA: { retry: { maxAttempts: 3 } } });
    const calls = [
      ok('A', 0),
      fails('F', 1000),
      undo('harness', 'A', 2000, { error: 'transient' }),
    ];
    const choices = { Q9: 'ignored' };
    expect(judged('own-retry', workflow, { calls, choices, ...failed })).toEqual(RIGHT);
    const retried = [...calls, undo('harness', 'A', 4000)];
    expect(judged('own-retry', workflow, { calls: retried, choices, ...failed }).messages).toEqual([
      'compensate:A was attempted 2 times, and the runtime declares to ignore its policy (Q9)',
    ]);
  });
});

describe.each([
  ['orbit', 'reads-own-output'],
  ['harness', 'receives-output'],
  ['baseline', 'receives-output'],
] as const)('what a compensation is handed (%s)', (profile, id) => {
  const workflow = flow('A > F; A =comp=> uA', {}, profile);
  const handed = (input: CallSketch['input'] | undefined) => [
    ok('A', 0, { ok: { id: 'a-1' } }),
    fails('F', 1000),
    undo(profile, 'A', 2000, input === undefined ? {} : { input }),
  ];

  it('is the output of the step', () => {
    const seen = (input: CallSketch['input'] | undefined) =>
      judged(id, workflow, { calls: handed(input), ...done(profile) });
    expect(seen({ input: {}, output: { id: 'a-1' } })).toEqual(RIGHT);
    const message = 'compensate:A was handed another output than A gave, at 2000 ms';
    expect(seen({ input: {}, output: { id: 'b-1' } }).messages).toEqual([message]);
    expect(seen(null).messages).toEqual([message]);
    expect(seen(undefined)).toEqual(VACUOUS);
  });
});

describe('compensation/reads-own-output', () => {
  it('looks at the members of with in a document of ORBIT', () => {
    const value = 'A.id';
    const workflow = {
      ...flow('A > F; A =comp=> uA', { uA: { inputs: [{ name: 'v', value }] } }, 'orbit'),
      orbit: { version: null, returns: null, inputs: [], children: [] },
    };
    const seen = (v: string | null) =>
      judged('reads-own-output', workflow, {
        calls: [
          ok('A', 0, { ok: { id: 'a-1' } }),
          fails('F', 1000),
          undo('orbit', 'A', 2000, { input: { v } }),
        ],
        ...done('orbit'),
      });
    expect(seen('a-1')).toEqual(RIGHT);
    expect(seen(null).messages).toEqual([
      'compensate:A was handed another v than the output of A gives',
    ]);
  });
});
