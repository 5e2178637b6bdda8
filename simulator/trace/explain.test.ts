import { describe, expect, it } from 'vitest';
import type { TaskAnswer } from '../../core/model/scenario.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import {
  cancelAt,
  err,
  hang,
  lostReply,
  ok,
  scenarioOf,
  signalAt,
  withCondition,
  workflowOf,
} from '../../testing/workflow.ts';
import { simulate } from '../simulate.ts';
import { explain, titleOf } from './explain.ts';

type Scripts = Readonly<Record<string, readonly TaskAnswer[]>>;
type Rest = Parameters<typeof scenarioOf>[1];

/** What is said of the n-th event that a test picks. */
function saidOf(
  workflow: Workflow,
  scripts: Scripts,
  picks: (event: TraceEvent) => boolean,
  rest: Rest = {},
  nth = 0,
): { readonly title: string; readonly because: string } {
  const { trace } = simulate(workflow, scenarioOf(scripts, rest));
  const event = trace.filter(picks)[nth];
  if (event === undefined) throw new Error('no such event in the trace');
  return explain(event, trace, workflow);
}

const is =
  (type: TraceEvent['type'], unit?: string, to?: string) =>
  (event: TraceEvent): boolean =>
    event.type === type &&
    (unit === undefined || ('unit' in event && event.unit === unit)) &&
    (to === undefined || ('to' in event && event.to === to));

const turnsTo = (unit: string, to: string) => is('transition', unit, to);
const isBackoff = (event: TraceEvent): boolean =>
  event.type === 'timer.set' && event.timer === 'backoff';

describe('a title', () => {
  it('names the step as its author does, and what it did', () => {
    const workflow = workflowOf('pay', { pay: { name: 'Charge card' } });
    expect(saidOf(workflow, { pay: [err(1, 'rejected')] }, is('attempt.ended')).title).toBe(
      'Charge card: attempt 1 fails: rejected',
    );
  });

  it('falls back on the id', () => {
    expect(saidOf(workflowOf('pay'), {}, is('attempt.started')).title).toBe(
      'pay: attempt 1 starts',
    );
  });

  it('tells the run as a whole without a step', () => {
    expect(saidOf(workflowOf('pay'), {}, is('instance.ended')).title).toBe(
      'The run ends: succeeded',
    );
  });

  it('names the iteration of a loop', () => {
    const event: TraceEvent = {
      seq: 1,
      at: 0,
      cause: null,
      type: 'attempt.started',
      node: 'ship',
      unit: 'ship[2]',
      attempt: 1,
      purpose: 'forward',
      key: '',
    };
    const workflow = workflowOf('ship', { ship: { name: 'Ship parcel' } });
    expect(titleOf(event, workflow)).toBe('Ship parcel [2]: attempt 1 starts');
    expect(titleOf({ ...event, unit: 'compensate:ship[2]', node: 'undo' }, workflow)).toBe(
      'undo [2]: attempt 1 starts',
    );
  });

  it('keeps an event of a type that is not known', () => {
    const event = { type: 'checkpoint.saved', seq: 1, at: 0, cause: null } as unknown as TraceEvent;
    expect(explain(event, [event], workflowOf('A'))).toEqual({
      title: 'Checkpoint.saved',
      because: '',
    });
  });
});

describe('why a step is ready', () => {
  it.each([
    ['the entry set', 'A', 'A', {}, 'No edge leads to it'],
    ['its only edge', 'A > B', 'B', {}, 'A succeeded at 1 s, which satisfies its only'],
    ['a join of all', 'A > C; B > C', 'C', {}, 'join policy is all, and the last of its 2'],
    ['a join of any', 'A > C; B > C', 'C', { C: { join: 'any' as const } }, 'policy is any'],
    [
      'a quorum',
      'A > C; B > C; D > C',
      'C',
      { C: { join: 'quorum' as const, quorum: 2 } },
      'asks for 2 of 3 edges. A succeeded at 1 s and B succeeded at 2 s (not awaited: D is still running)',
    ],
  ])('by %s', (_, links, unit, sketches, words) => {
    const scripts = { A: [ok(1)], B: [ok(2)], D: [ok(3)] };
    expect(saidOf(workflowOf(links, sketches), scripts, turnsTo(unit, 'READY')).because).toContain(
      words,
    );
  });

  it('by an error edge that handles a failure', () => {
    const { because } = saidOf(workflowOf('A =err=> R'), { A: [err(1)] }, turnsTo('R', 'READY'));
    expect(because).toContain('A failed for good, and this error edge fires');
  });

  it('by the case that a decision took', () => {
    const workflow = workflowOf('A > D', {
      A: { outputs: ['big'] },
      D: {
        kind: 'decision',
        name: 'Which way?',
        cases: [{ when: '${A.big}', to: 'L' }],
        otherwise: 'R',
      },
    });
    const scripts = (big: boolean) => ({ A: [ok(1, { big })] });
    expect(saidOf(workflow, scripts(true), turnsTo('L', 'READY')).because).toBe(
      'Which way? chose it: its first case, ${A.big}, is true.',
    );
    expect(saidOf(workflow, scripts(false), turnsTo('R', 'READY')).because).toBe(
      'Which way? chose it: no case was true, and this is its otherwise.',
    );
    const routed = saidOf(workflow, scripts(false), turnsTo('D', 'SUCCEEDED'));
    expect(routed.title).toBe('Which way?: chooses R');
    expect(routed.because).toContain('No case was true');
  });

  it('by the end of a backoff', () => {
    const workflow = workflowOf('A', { A: { retry: {} } });
    const { because } = saidOf(workflow, { A: [err(), ok()] }, turnsTo('A', 'READY'), {}, 1);
    expect(because).toBe('The backoff is over, so attempt 2 comes next.');
  });

  it('by unwinding that selected it', () => {
    const { because } = saidOf(
      workflowOf('A > B; A =comp=> uA'),
      { B: [err()] },
      turnsTo('compensate:A', 'READY'),
    );
    expect(because).toContain('Unwinding selected it: it undoes A.');
  });
});

describe('why a step does not run', () => {
  it('by a guard, in the words of the document', () => {
    const workflow = workflowOf('A > B', { A: { outputs: ['go'] }, B: { guard: '${A.go}' } });
    const { because } = saidOf(workflow, { A: [ok(1, { go: false })] }, turnsTo('B', 'SKIPPED'));
    expect(because).toContain('Its guard ${A.go} is false');
  });

  it('by a timeout that skips', () => {
    const workflow = workflowOf('A', { A: { timeout: { duration: 2500, onTimeout: 'skip' } } });
    const { because } = saidOf(workflow, { A: [hang] }, turnsTo('A', 'SKIPPED'));
    expect(because).toContain('Its timeout of 2.5 s passed, and onTimeout is “skip”');
  });

  it('by a cancel from outside', () => {
    const { because } = saidOf(workflowOf('A'), { A: [ok(5)] }, turnsTo('A', 'CANCELLED'), {
      controls: [cancelAt(2)],
    });
    expect(because).toContain('cancelled from outside at 2 s');
  });

  it('by a join that needs it no more', () => {
    const workflow = workflowOf('A > J; B > J', { J: { join: 'any', name: 'First' } });
    const { because } = saidOf(workflow, { A: [ok(1)], B: [ok(5)] }, turnsTo('B', 'CANCELLED'));
    expect(because).toContain('First has its first satisfied edge (join policy any)');
  });

  it('by a run that unwinds', () => {
    const { because } = saidOf(
      workflowOf('A; B'),
      { A: [err(1)], B: [ok(5)] },
      turnsTo('B', 'CANCELLED'),
    );
    expect(because).toMatch(/unwind/);
  });
});

describe('why a backoff lasts as long as it does', () => {
  it.each([
    [{ backoff: 'none' }, 1, 'Backoff none: attempt 2 need not wait.'],
    [{ backoff: 'fixed' }, 2, 'Backoff fixed: each wait is 1 s.'],
    [{ backoff: 'linear' }, 2, 'Backoff linear: 1 s × 2 × (3 − 1) = 4 s.'],
    [{ backoff: 'exponential' }, 3, 'Backoff exponential: 1 s × 2^(4 − 2) = 4 s.'],
    [{ backoff: 'exponential', multiplier: 1.5 }, 2, '1 s × 1.5^(3 − 2) = 1.5 s.'],
    [{ backoff: 'exponential', maxDelay: 2500 }, 3, '= 4 s, clamped to maxDelay 2.5 s.'],
  ] as const)('by the formula of %o', (retry, nth, words) => {
    const workflow = workflowOf('A', { A: { retry: { maxAttempts: 5, ...retry } } });
    const { because } = saidOf(workflow, { A: [err()] }, isBackoff, {}, nth - 1);
    expect(because).toContain(words);
  });

  it('by the draw, with its number', () => {
    const workflow = workflowOf('A', { A: { retry: { jitter: 'full', initialDelay: 2000 } } });
    const { title, because } = saidOf(workflow, { A: [err(1)] }, isBackoff, {
      draws: { A: [0.25] },
    });
    expect(title).toBe('A: backs off for 0.5 s');
    expect(because).toBe(
      'Backoff fixed: each wait is 2 s. Full jitter takes a part of it by chance: the draw 0.25 × 2 s = 0.5 s. Attempt 2 is due at 1.5 s.',
    );
  });
});

describe('why a failure is retried or final', () => {
  const twice = { maxAttempts: 2 };
  it.each([
    ['any class', { retry: {} }, 'names no error classes, so any failure is retried'],
    [
      'a listed class',
      { retry: { retryOn: ['timeout', 'transient'] } },
      'Its retryOn lists timeout and transient, and transient is among them. Attempt 2 of at most 3 follows in 1 s.',
    ],
  ])('retried: %s', (_, sketch, words) => {
    const workflow = workflowOf('A', { A: sketch });
    expect(saidOf(workflow, { A: [err(), ok()] }, turnsTo('A', 'RETRYING')).because).toContain(
      words,
    );
  });

  it('retried: a timeout whose policy says so', () => {
    const workflow = workflowOf('A', {
      A: {
        retry: { retryOn: ['transient'] },
        timeout: { duration: 1000, onTimeout: 'retry' },
      },
    });
    expect(saidOf(workflow, { A: [hang, ok()] }, turnsTo('A', 'RETRYING')).because).toContain(
      'Its onTimeout is “retry”',
    );
  });

  it.each([
    ['no policy', {}, 'It has no retry policy: one attempt is all it gets.'],
    ['no attempts left', { retry: twice }, 'Attempt 2 was the last of 2.'],
    [
      'another class',
      { retry: { retryOn: ['timeout'] } },
      'Its retryOn lists timeout; transient is not among them, so attempts 2 to 3 are not made.',
    ],
    [
      'another class, one attempt left',
      { retry: { ...twice, retryOn: ['timeout'] } },
      'so attempt 2 is not made.',
    ],
    ['not idempotent', { idempotent: false }, 'It is declared idempotent="false"'],
  ])('final: %s', (_, sketch, words) => {
    const workflow = workflowOf('A', { A: sketch });
    const { because } = saidOf(workflow, { A: [err()] }, turnsTo('A', 'FAILED'));
    expect(because).toContain(words);
    expect(because).toContain('No error edge leaves it');
  });

  it('names who handles it, and that a condition may forbid it', () => {
    const plain = workflowOf('A =err=> R', { R: { name: 'Rescue' } });
    const failed = turnsTo('A', 'FAILED');
    expect(saidOf(plain, { A: [err()] }, failed).because).toContain(
      'An error edge leads to Rescue, which handles it.',
    );
    const conditional = withCondition(plain, 'A', 'R', '${1 == 1}');
    expect(saidOf(conditional, { A: [err()] }, failed).because).toContain(
      'which handles it, if its condition holds.',
    );
  });

  it('tells a failure before the call from a failed call', () => {
    const workflow = workflowOf('A > B', {
      A: { outputs: ['x'] },
      B: { guard: '${A.x}' },
    });
    const { because } = saidOf(workflow, { A: [ok(0, { x: 1 })] }, turnsTo('B', 'FAILED'));
    expect(because).toContain('It failed before its task was called (HX-4107)');
  });
});

describe('what an attempt comes to', () => {
  it('silence is not failure', () => {
    const workflow = workflowOf('A', { A: { timeout: { duration: 3000, onTimeout: 'fail' } } });
    const { title, because } = saidOf(workflow, { A: [hang] }, is('attempt.ended'));
    expect(title).toBe('A: attempt 1 times out');
    expect(because).toContain('No answer came within 3 s. Silence is not failure');
  });

  it('the same for a step that is not idempotent', () => {
    const workflow = workflowOf('A', {
      A: { idempotent: false, timeout: { duration: 3000, onTimeout: 'fail' } },
    });
    const { because } = saidOf(workflow, { A: [hang] }, is('attempt.ended'));
    expect(because).toContain('No answer came within 3 s. Silence is not failure');
  });

  it('a late answer changes nothing, though its effect stands', () => {
    const workflow = workflowOf('A', { A: { timeout: { duration: 1000, onTimeout: 'fail' } } });
    const { because } = saidOf(workflow, { A: [ok(4)] }, is('result.ignored'));
    expect(because).toContain('That attempt was over at 1 s (timed out)');
    expect(because).toContain('stays done');
  });

  it.each([
    ['cancelled', 'A > B', { controls: [cancelAt(1)] }, 'cancelled meanwhile'],
    ['unwinding', 'A; F', {}, 'unwinds meanwhile, so no step follows from it.'],
    ['unwinding', 'A; F; A =comp=> uA', {}, 'and it will be undone.'],
  ])('a result comes to nothing when the run is %s', (_, links, rest, words) => {
    const workflow = workflowOf(links, { A: { idempotent: false } });
    const scripts = { A: [ok(3)], F: [err(1)] };
    const ended = is('attempt.ended', 'A');
    expect(saidOf(workflow, scripts, ended, rest).because).toContain(words);
  });

  it('a retry has the key of the first attempt', () => {
    const workflow = workflowOf('A', { A: { retry: {} } });
    const { because } = saidOf(workflow, { A: [lostReply(1), ok()] }, is('attempt.started'), {}, 1);
    expect(because).toContain('The attempt before failed with transient');
    expect(because).toContain('after 1 s of backoff');
    expect(because).toContain('The idempotency key is the one of the first attempt');
  });

  it('an attempt has its bounds', () => {
    const workflow = workflowOf('A', {
      A: { retry: { maxAttempts: 4 }, timeout: { duration: 90_000, onTimeout: 'fail' } },
    });
    expect(saidOf(workflow, {}, is('attempt.started')).because).toContain(
      '4 attempts are allowed, each for at most 1 min 30 s.',
    );
  });
});

describe('what a failure that nothing handles does to the run', () => {
  const once = { idempotent: false } as const;
  const failed = (workflow: Workflow, scripts: Scripts, unit: string, rest: Rest = {}): string =>
    saidOf(workflow, scripts, turnsTo(unit, 'FAILED'), rest).because;

  it('makes it unwind', () => {
    expect(failed(workflowOf('A'), { A: [err(1)] }, 'A')).toMatch(/the run unwinds\.$/);
  });

  it('pauses it, where an operator is to decide', () => {
    const rest = { profile: 'baseline', onFailure: 'pause' } as const;
    expect(failed(workflowOf('A'), { A: [err(1)] }, 'A', rest)).toMatch(
      /nothing handles the failure, and the run pauses until an operator acts\.$/,
    );
  });

  it('is nothing, where it is cancelled or unwinds already', () => {
    const workflow = workflowOf('A; B', { A: once });
    const cancelled = { controls: [cancelAt(1)] };
    expect(failed(workflow, { A: [err(5)] }, 'A', cancelled)).toMatch(/cancelled already, so/);
    expect(failed(workflow, { A: [err(5)], B: [err(1)] }, 'A')).toMatch(/unwinds already, so/);
  });
});

describe('how a run unwinds', () => {
  const saga = workflowOf('A > B; B > C; A =comp=> uA; B =comp=> uB', {
    A: { name: 'Reserve' },
    B: { name: 'Charge' },
    uA: { name: 'Release' },
    uB: { name: 'Refund' },
  });
  const scripts = { A: [ok(1)], B: [ok(2)], C: [err(1)], uB: [ok(1)] };

  it('newest first, with the times that make the order', () => {
    const { because } = saidOf(saga, scripts, is('unwinding.started'));
    expect(because).toBe(
      'C failed, and nothing handles it. What was completed last is undone first: Refund undoes Charge (done at 3 s) then Release undoes Reserve (done at 1 s).',
    );
  });

  it('one after the other', () => {
    const started = is('compensation.started');
    expect(saidOf(saga, scripts, started).because).toBe(
      'Charge succeeded and has a compensation. It was completed at 3 s, later than what is still to be undone (Reserve), so it goes first.',
    );
    expect(saidOf(saga, scripts, started, {}, 1).because).toContain('nothing else is left to undo');
    expect(saidOf(saga, scripts, is('compensation.ended')).because).toBe(
      'Refund succeeded, so Charge counts as undone. 1 step is still to be undone.',
    );
  });

  it('undoing is no rollback', () => {
    const { because } = saidOf(saga, scripts, turnsTo('B', 'COMPENSATED'));
    expect(because).toContain('Refund succeeded. Undoing is new work, not a rollback');
    expect(because).toContain('for 2 s its effect could be seen');
  });

  it('ends compensated', () => {
    const { because } = saidOf(saga, scripts, is('instance.ended'));
    expect(because).toContain('what was done is undone: 2 steps');
  });

  it('ends failed when an undo fails', () => {
    const broken = { ...scripts, uB: [err(1)] };
    expect(saidOf(saga, broken, is('compensation.ended')).because).toContain(
      'Refund failed for good, so what Charge did may still stand (HX-4110).',
    );
    expect(saidOf(saga, broken, is('instance.ended')).because).toContain(
      'only partly undone (1 step)',
    );
  });

  it('says what stays, and when there is nothing to undo', () => {
    const { because } = saidOf(workflowOf('A > B'), { B: [err()] }, is('unwinding.started'));
    expect(because).toContain('nothing to undo');
    expect(because).toContain('A has no compensation and stays.');
  });
});

describe('what happens to the run as a whole', () => {
  const saidOfEvent = (event: object) => {
    const whole = { seq: 1, at: 0, cause: null, ...event } as TraceEvent;
    const workflow = workflowOf('pay', { pay: { name: 'Charge card' } });
    return explain(whole, [whole], workflow);
  };

  it.each([
    [{ type: 'crashed' }, 'The engine crashes', 'What was recorded is safe.'],
    [{ type: 'resumed' }, 'The engine is back', 'nothing that succeeded is called again'],
    [{ type: 'run.paused' }, 'The run waits for an operator', 'until an operator acts'],
    [
      { type: 'unwinding.started', unit: 'pay', reason: '', order: [] },
      'Charge card: unwinding starts',
      'nothing to undo',
    ],
  ])('%o', (event, title, words) => {
    const said = saidOfEvent(event);
    expect(said.title).toBe(title);
    expect(said.because).toContain(words);
  });

  it('an operator acts, with or without the right to', () => {
    const act = {
      type: 'operator.act',
      by: 'Ada',
      command: 'retry-step',
      step: 'pay',
      reason: 'Bank is back.',
      checkpoint: 1,
      authorised: true,
    };
    expect(saidOfEvent(act)).toEqual({
      title: 'Ada has Charge card tried again',
      because: 'The reason given: Bank is back.',
    });
    expect(saidOfEvent({ ...act, authorised: false }).because).toContain('not authorised');
  });
});

describe('every event of a run', () => {
  const everything = workflowOf(
    'S > A; S > B; A > J; B > J; J > D; S =comp=> uS; L > E; E =err=> H; H > W',
    {
      S: { outputs: ['n'] },
      A: { retry: { jitter: 'full' }, timeout: { duration: 1000, onTimeout: 'retry' } },
      B: { guard: '${S.n > 5}' },
      J: { kind: 'barrier' },
      D: { kind: 'decision', cases: [{ when: '${S.n == 1}', to: 'L' }], otherwise: 'R' },
      L: {},
      W: { kind: 'wait', wait: { duration: null, until: null, event: 'go' } },
      R: {},
      uS: { name: 'Undo S' },
    },
  );

  it.each([
    ['succeeds', {}],
    ['fails', { W: [err()], H: [err()] }],
    ['is cancelled', { E: [ok(100)] }],
  ])('has a title and a reason without a gap when it %s', (_, more) => {
    const run = simulate(
      everything,
      scenarioOf(
        { S: [ok(1, { n: 1 })], A: [hang, err(1), ok(1)], E: [err(2)], ...more },
        { controls: [signalAt(40, 'go'), cancelAt(60)] },
      ),
    );
    expect(run.trace.length).toBeGreaterThan(30);
    for (const event of run.trace) {
      const { title, because } = explain(event, run.trace, everything);
      expect(`${title} ${because}`).not.toMatch(/undefined|null|NaN|\[object| {2}|\.\.|,\./);
      expect(because).toMatch(/^[A-Z“0-9].*\.$/);
    }
  });
});
