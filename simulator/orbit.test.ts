/**
 * How a document of ORBIT runs, a sentence of its page each; what the page leaves open is as
 * core/orbit/README.md says. Times are seconds.
 */

import { describe, expect, it } from 'vitest';
import type { Run } from '../core/model/run.ts';
import type { Control, TaskAnswer } from '../core/model/scenario.ts';
import { endOf, pathOf, undoneOf } from '../testing/observe.ts';
import { orbitOf, runOrbit } from '../testing/orbit.ts';
import { cancelAt, err, hang, ok, scenarioOf, signalAt } from '../testing/workflow.ts';
import { simulate } from './simulate.ts';

const give = (seconds: number, v: number): TaskAnswer => ok(seconds, { v });
const UNDO = 'compensate { worker "u" with { v: STEP.v } }';
/** A step that can be undone. */
const step = (name: string, rest = ''): string =>
  `step ${name} { worker "t" ${rest} ${UNDO.replace('STEP', name)} }`;
const plain = (name: string, rest = ''): string => `step ${name} { worker "t" ${rest} }`;

const endingOf = (run: Run): string => {
  const [outcome, ...when] = endOf(run).split(' ');
  return `${outcome} (${run.compensation}) ${when.join(' ')}`;
};

/** When each attempt of a unit began; what undoes it goes by the same node, so units count. */
const startsOf = (run: Run, unit: string): number[] =>
  run.trace.flatMap((event) =>
    event.type === 'attempt.started' && event.unit === unit ? [event.at / 1000] : [],
  );

const keysOf = (run: Run): string[] =>
  run.trace.flatMap((event) => (event.type === 'attempt.started' ? [event.key] : []));

const final = (seconds: number): TaskAnswer => ({
  ...err(seconds),
  then: {
    kind: 'error',
    error: { class: 'DECLINED', status: null, retryable: false, message: 'no' },
  },
});

const down = (from: number, to: number): Control[] => [
  { at: from * 1000, action: 'crash' },
  { at: to * 1000, action: 'resume' },
];

describe('units and keys', () => {
  it('names a step, an element, and what undoes either', () => {
    const run = runOrbit(
      `${plain('a')} step b { for x in [5, 6] worker "t" after a ${UNDO.replace('STEP', 'b')} }
       ${plain('c', 'after b')}`,
      { c: [err()] },
    );
    expect(Object.keys(run.states).sort()).toEqual(
      ['a', 'b', 'b[0]', 'b[1]', 'c', 'compensate:b[0]', 'compensate:b[1]'].sort(),
    );
    expect(keysOf(run)).toEqual(
      ['a', 'b[0]', 'b[1]', 'c', 'compensate:b[1]', 'compensate:b[0]'].map(
        (unit) => `run-1/${unit}`,
      ),
    );
  });

  it('keeps the key on every attempt and redelivery', () => {
    const retry = 'retry { attempts: 3, backoff: none }';
    const run = runOrbit(plain('a', retry), { a: [err(1), ok(4)] }, { controls: down(2, 3) });
    expect(startsOf(run, 'a')).toEqual([0, 1, 3]);
    expect(new Set(keysOf(run))).toEqual(new Set(['run-1/a']));
  });

  it('takes the key that the document gives', () => {
    const run = runOrbit(
      `step a {
         worker "t" idempotency_key: "pay-" + input.order
         compensate { worker "u" with { v: a.v } idempotency_key: "refund-" + execution.id }
       } ${plain('b', 'after a')}`,
      { a: [give(0, 1)], b: [err()] },
    );
    expect(keysOf(run)).toEqual(['pay-o-1', 'run-1/b', 'refund-run-1']);
  });

  it('takes the key that the document gives for each element', () => {
    const run = runOrbit(
      `step a {
         worker "t" for x in ["lamp", "bulb"] idempotency_key: "take-" + x
         compensate { worker "u" with { v: a.v } idempotency_key: "put-" + x }
       } ${plain('b', 'after a')}`,
      { a: [give(0, 1)], b: [err()] },
    );
    expect(keysOf(run)).toEqual(['take-lamp', 'take-bulb', 'run-1/b', 'put-bulb', 'put-lamp']);
  });

  it('tells tenants apart that use one name for their runs', () => {
    const run = runOrbit(plain('a'), {}, { tenant: 'acme' });
    expect(keysOf(run)).toEqual(['acme:run-1/a']);
  });
});

describe('attempts', () => {
  it('counts the first, and makes one by default', () => {
    expect(startsOf(runOrbit(plain('a'), { a: [err(1)] }), 'a')).toEqual([0]);
    const retry = 'retry { attempts: 3, backoff: fixed, initial_delay: 2s }';
    expect(startsOf(runOrbit(plain('a', retry), { a: [err(1)] }), 'a')).toEqual([0, 3, 6]);
  });

  it('fails at once on an error that says it is not retryable, whatever its class', () => {
    const retry = 'retry { attempts: 3, backoff: none }';
    const run = runOrbit(plain('a', retry), { a: [err(1, 'invalid_input'), final(1)] });
    expect(startsOf(run, 'a')).toEqual([0, 1]);
    expect(run.errors).toMatchObject([{ class: 'DECLINED', attempt: 2 }]);
  });

  it('bounds each attempt from its dispatch, by TIMEOUT', () => {
    const run = runOrbit(
      plain('a', 'timeout: 5s retry { attempts: 2, backoff: none }'),
      { a: [hang] },
      { latency: { dispatch: 1000, decide: 0 } },
    );
    expect(startsOf(run, 'a')).toEqual([1, 7]);
    expect(endingOf(run)).toBe('failed (none) at 12');
    expect(run.errors).toMatchObject([{ code: 'TIMEOUT', attempt: 2 }]);
  });

  it('ignores a result that comes after its attempt was over, and records it', () => {
    const run = runOrbit(plain('a', 'timeout: 5s'), { a: [ok(8)] });
    expect(endingOf(run)).toBe('failed (none) at 5');
    expect(run.trace.at(-1)).toMatchObject({ type: 'result.ignored', at: 8000, unit: 'a' });
  });
});

describe('workers', () => {
  const busy = `${plain('a')} ${plain('b', 'queue_timeout: 3s retry { attempts: 2, backoff: fixed, initial_delay: 4s }')}`;

  it('are as many as the scenario says: others wait their turn', () => {
    const run = runOrbit(
      `${plain('a')} ${plain('b')} ${plain('c')}`,
      { a: [ok(2)], b: [ok(2)], c: [ok(2)] },
      { workers: { default: 2 } },
    );
    expect(['a', 'b', 'c'].map((unit) => startsOf(run, unit))).toEqual([[0], [0], [2]]);
    expect(run.outcome).toBe('succeeded');
  });

  it('belong to the pool that a step uses', () => {
    const run = runOrbit(
      `${plain('a')} ${plain('b', 'using "gpu"')} ${plain('c', 'using "gpu"')}`,
      { a: [ok(2)], b: [ok(2)], c: [ok(2)] },
      { workers: { default: 1, gpu: 1 } },
    );
    expect(['a', 'b', 'c'].map((unit) => startsOf(run, unit))).toEqual([[0], [0], [2]]);
  });

  it('are waited for no longer than queue_timeout: QUEUE_TIMEOUT, by the retry policy', () => {
    const run = runOrbit(busy, { a: [ok(5)], b: [ok(1)] }, { workers: { default: 1 } });
    expect(startsOf(run, 'b')).toEqual([7]);
    expect(pathOf(run, 'b')).toBe('PENDING READY RUNNING RETRYING READY RUNNING SUCCEEDED');
    const failed = run.trace.find(
      (event) => event.type === 'transition' && event.to === 'RETRYING',
    );
    expect(failed).toMatchObject({ at: 3000, attempt: 1, error: { code: 'QUEUE_TIMEOUT' } });
    expect(endingOf(run)).toBe('succeeded (none) at 8');
  });

  it('fail a unit that never gets one', () => {
    const run = runOrbit(busy, { a: [ok(50)] }, { workers: { default: 1 } });
    expect(startsOf(run, 'b')).toEqual([]);
    expect(run.errors).toMatchObject([{ code: 'QUEUE_TIMEOUT', unit: 'b', attempt: 2 }]);
    expect(endingOf(run)).toBe('failed (none) at 50');
  });

  it('withdraw at an abort what waits for one', () => {
    const run = runOrbit(
      `${plain('a')} ${plain('b')}`,
      { a: [ok(5)] },
      { workers: { default: 1 }, controls: [cancelAt(2)] },
    );
    expect(run.states).toMatchObject({ a: 'SUCCEEDED', b: 'CANCELLED' });
    expect(startsOf(run, 'b')).toEqual([]);
    expect(endingOf(run)).toBe('cancelled (none) at 5');
  });

  it('are not given to what the failure that set one free withdraws', () => {
    const run = runOrbit(
      `${plain('a')} ${plain('b')}`,
      { a: [err(1)] },
      { workers: { default: 1 } },
    );
    expect(run.states).toMatchObject({ a: 'FAILED', b: 'CANCELLED' });
    expect(startsOf(run, 'b')).toEqual([]);
    expect(endingOf(run)).toBe('failed (none) at 1');
  });

  it('go to whoever has waited longest, equal ones by the document', () => {
    const run = runOrbit(
      `step c { workflow C } ${plain('a', 'for x in [1, 2]')} ${plain('b')} ${plain('d', 'after b')}`,
      { 'c/x': [ok(4)], 'a[0]': [ok(4)], 'a[1]': [ok(4)], b: [ok(4)], d: [ok(4)] },
      { workers: { default: 1 } },
      'workflow C { step x { worker "t" } }',
    );
    const units = ['c/x', 'a[0]', 'a[1]', 'b', 'd'];
    expect(units.flatMap((unit) => startsOf(run, unit))).toEqual([0, 4, 8, 12, 16]);
  });

  it('are free again once a call was given up', () => {
    const run = runOrbit(
      `${plain('a', 'timeout: 1s retry { attempts: 2, backoff: fixed, initial_delay: 5s }')} ${plain('b')}`,
      { a: [hang, ok(1)], b: [ok(1)] },
      { workers: { default: 1 } },
    );
    expect([startsOf(run, 'a'), startsOf(run, 'b')]).toEqual([[0, 6], [1]]);
  });

  it('are not lost to a late result of an attempt that is over', () => {
    const run = runOrbit(
      `${plain('a', 'timeout: 1s retry { attempts: 2, backoff: none }')} ${plain('b')}`,
      { a: [ok(3), ok(1)], b: [ok(4)] },
      { workers: { default: 1 } },
    );
    expect([startsOf(run, 'a'), startsOf(run, 'b')]).toEqual([[0, 5], [1]]);
    expect(endingOf(run)).toBe('succeeded (none) at 6');
  });

  it('bound the wait of a compensation too', () => {
    const run = runOrbit(
      `step a { worker "t" compensate { worker "u" with { v: a.v } using "undo" queue_timeout: 1s } }
       ${step('b', 'after a')} ${plain('c', 'after b')}`,
      { a: [give(0, 1)], b: [give(0, 1)], c: [err(1)], 'compensate:b': [ok(1)] },
      { workers: { default: 1, undo: 1 } },
    );
    expect(endingOf(run)).toBe('failed (completed) at 2');
  });
});

describe('an abort', () => {
  const body = `
    ${step('done')} ${step('flying')} ${step('failing')} ${plain('queued', 'using "few"')}
    ${plain('busy', 'using "few"')} ${plain('pending', 'after done, flying')}
    step resting { sleep 1h } step asking { await answer }
    ${plain('retrying', 'retry { attempts: 2, backoff: fixed, initial_delay: 1h }')}`;
  const tasks = {
    done: [give(1, 1)],
    flying: [give(5, 2)],
    failing: [err(2)],
    busy: [ok(4)],
    queued: [ok(4)],
    retrying: [err(1)],
    'compensate:done': [ok(1)],
    'compensate:flying': [ok(1)],
  };

  it('withdraws what has not started, awaits attempts in flight, undoes one at a time, ends', () => {
    const run = runOrbit(body, tasks, { workers: { few: 1 } });
    // The queue is served in the order of the document.
    expect(run.states).toEqual({
      done: 'SUCCEEDED',
      flying: 'SUCCEEDED',
      failing: 'FAILED',
      queued: 'SUCCEEDED',
      busy: 'CANCELLED',
      pending: 'CANCELLED',
      resting: 'CANCELLED',
      asking: 'CANCELLED',
      retrying: 'CANCELLED',
      'compensate:done': 'SUCCEEDED',
      'compensate:flying': 'SUCCEEDED',
    });
    expect(undoneOf(run)).toEqual(['flying', 'done']);
    expect([startsOf(run, 'compensate:flying'), startsOf(run, 'compensate:done')]).toEqual([
      [5],
      [6],
    ]);
    expect(endingOf(run)).toBe('failed (completed) at 7');
  });

  it.each([
    ['a cancel', { controls: [cancelAt(2)] }, 'cancelled (completed) at 7'],
    ['its timeout', {}, 'timed_out (completed) at 7'],
  ])('is the same for %s, with another status', (what, rest, ending) => {
    const timeout = what === 'its timeout' ? 'timeout: 2s' : '';
    const run = runOrbit(
      `${timeout} ${body}`,
      { ...tasks, failing: [err(3)] },
      { workers: { few: 1 }, ...rest },
    );
    expect(run.states).toMatchObject({ failing: 'FAILED', resting: 'CANCELLED' });
    expect(undoneOf(run)).toEqual(['flying', 'done']);
    expect(endingOf(run)).toBe(ending);
  });

  it('retries nothing that fails meanwhile', () => {
    const retry = 'retry { attempts: 5, backoff: none }';
    const run = runOrbit(`${plain('a', retry)} ${plain('b')}`, { a: [err(3)], b: [err(1)] });
    expect(startsOf(run, 'a')).toEqual([0]);
    expect(run.states).toEqual({ a: 'FAILED', b: 'FAILED' });
    expect(endingOf(run)).toBe('failed (none) at 3');
  });

  it('has the first failure by number as its reason', () => {
    const run = runOrbit(`${plain('a')} ${plain('b')}`, { a: [err(2)], b: [err(1)] });
    const reason = run.trace.find((event) => event.type === 'unwinding.started');
    expect(reason).toMatchObject({ reason: 'step `b` failed: transient' });
    const ended = run.trace.find((event) => event.type === 'instance.ended');
    expect(ended).toMatchObject({ error: { class: 'transient' } });
  });

  it('is not disturbed by a cancel or a timeout that comes later: the first reason stands', () => {
    const run = runOrbit(
      `timeout: 4s ${step('a')} ${plain('b', 'after a')}`,
      { a: [give(1, 1)], b: [err(1)], 'compensate:a': [ok(5)] },
      { controls: [cancelAt(3)] },
    );
    expect(endingOf(run)).toBe('failed (completed) at 7');
  });

  it('waits for a call that was sent again after a crash', () => {
    const run = runOrbit(
      `${step('a')} ${plain('b')}`,
      { a: [give(4, 1)], b: [err(1)] },
      { controls: down(2, 10) },
    );
    expect(startsOf(run, 'a')).toEqual([0, 10]);
    expect(undoneOf(run)).toEqual(['a']);
    expect(endingOf(run)).toBe('failed (completed) at 14');
  });
});

describe('what is undone', () => {
  it('is nothing that was skipped, failed, cancelled, never started, or has no block', () => {
    const run = runOrbit(
      `${step('skipped', 'when input.n > 9')} ${step('failing', 'after plain')}
       ${step('late', 'after failing')} ${plain('plain')}`,
      { failing: [err(1)] },
    );
    expect(run.states).toMatchObject({ skipped: 'SKIPPED', late: 'CANCELLED' });
    expect(undoneOf(run)).toEqual([]);
    expect(endingOf(run)).toBe('failed (none) at 1');
    expect(run.trace.some(({ type }) => type === 'compensation.ordered')).toBe(false);
  });

  it('goes on behind an undo that fails for good, and the outcome says failed', () => {
    const run = runOrbit(
      `${step('a')} ${step('b', 'after a')} ${step('c', 'after b')} ${plain('d', 'after c')}`,
      { a: [give(1, 1)], b: [give(1, 2)], c: [give(1, 3)], d: [err(1)], 'compensate:b': [err(1)] },
    );
    expect(undoneOf(run)).toEqual(['c', 'b', 'a']);
    expect(run.failures).toEqual([
      expect.objectContaining({ step: 'b', unit: 'compensate:b', code: 'transient' }),
    ]);
    expect(endingOf(run)).toBe('failed (failed) at 5');
  });

  it('has a retry of its own, one attempt by default', () => {
    const run = runOrbit(
      `step a { worker "t" compensate {
         worker "u" with { v: a.v } retry { attempts: 3, backoff: fixed, initial_delay: 1s } } }
       ${step('b', 'after a')} ${plain('c', 'after b')}`,
      {
        a: [give(0, 1)],
        b: [give(0, 1)],
        c: [err(1)],
        'compensate:a': [err(1), err(1), ok(1)],
        'compensate:b': [err(1)],
      },
    );
    expect(startsOf(run, 'compensate:b')).toEqual([1]);
    expect(startsOf(run, 'compensate:a')).toEqual([2, 4, 6]);
    expect(run.compensation).toBe('failed');
  });

  it('fails with EXPRESSION_ERROR where its with can not be evaluated', () => {
    const run = runOrbit(
      `step a { worker "t" compensate { worker "u" with { v: 10 % a.v } } } ${plain('b', 'after a')}`,
      { a: [give(0, 0)], b: [err(1)] },
    );
    expect(startsOf(run, 'compensate:a')).toEqual([]);
    expect(run.failures).toMatchObject([{ unit: 'compensate:a', code: 'EXPRESSION_ERROR' }]);
    expect(endingOf(run)).toBe('failed (failed) at 1');
  });
});

describe('a return value', () => {
  it('is what the run hands back', () => {
    const run = runOrbit(`${plain('a')} return { sum: a.v + input.n }`, { a: [give(1, 4)] });
    expect(run.output).toEqual({ sum: 5 });
  });

  it('needs no step', () => {
    expect(runOrbit('return input.n').output).toBe(1);
    expect(endingOf(runOrbit('return 1 / (input.n - 1)'))).toBe('failed (none) at 0');
  });

  it('that fails ends the run FAILED, with nothing undone', () => {
    const run = runOrbit(`${step('a')} return 1 / a.v`, { a: [give(1, 0)] });
    expect(run.states).toEqual({ a: 'SUCCEEDED' });
    expect(run.errors).toMatchObject([{ code: 'EXPRESSION_ERROR' }]);
    expect(endingOf(run)).toBe('failed (none) at 1');
  });
});

describe('a step with when', () => {
  it('that is false is skipped: what it would give is null, and what follows goes on', () => {
    const run = runOrbit(
      `${plain('a', 'when input.n > 9')} step b { worker "j" with { v: a.v } }
       return if a == null then "none" else "some"`,
    );
    expect(run.states).toEqual({ a: 'SKIPPED', b: 'SUCCEEDED' });
    expect(run.output).toBe('none');
  });

  it('whose condition can not be evaluated fails', () => {
    const run = runOrbit(plain('a', 'when 1 % (input.n - 1) == 0'));
    expect(startsOf(run, 'a')).toEqual([]);
    expect(run.errors).toMatchObject([{ code: 'EXPRESSION_ERROR', unit: 'a' }]);
  });
});

describe('a step for each element', () => {
  const fanned = (rest = '') =>
    `step a { for x in [3, 4, 5] worker "j" with { v: x } ${rest} } return a`;

  it('gives the list of what they gave, in the order of the list', () => {
    const tasks = { 'a[0]': [give(3, 30)], 'a[1]': [give(1, 40)], 'a[2]': [give(2, 50)] };
    const run = runOrbit(fanned(), tasks);
    expect(run.output).toEqual([{ v: 30 }, { v: 40 }, { v: 50 }]);
    expect(endingOf(run)).toBe('succeeded (none) at 3');
  });

  it('gives an empty list at once where there is nothing to do', () => {
    const run = runOrbit('step a { for x in [] worker "t" } return a');
    expect(run.output).toEqual([]);
    expect(run.states).toEqual({ a: 'SUCCEEDED' });
  });

  it('runs no more of them at once than max_parallel says', () => {
    const run = runOrbit(fanned('max_parallel: 2'), { a: [give(2, 1)] });
    expect([0, 1, 2].map((i) => startsOf(run, `a[${i}]`))).toEqual([[0], [0], [2]]);
  });

  it('retries each for itself', () => {
    const run = runOrbit(fanned('retry { attempts: 2, backoff: none }'), {
      'a[1]': [err(1), give(1, 4)],
    });
    expect([0, 1, 2].map((i) => startsOf(run, `a[${i}]`))).toEqual([[0], [0, 1], [0]]);
    expect(run.outcome).toBe('succeeded');
  });

  it('fails with the first that fails, and that aborts the run at once', () => {
    const run = runOrbit(
      `step a { for x in [3, 4, 5] worker "t" max_parallel: 2
         compensate { worker "u" with { v: a.v * 10 + x } } }
       ${plain('b')} ${plain('c', 'after b')}`,
      { 'a[0]': [give(4, 1)], 'a[1]': [err(1)], b: [ok(2)] },
    );
    expect(run.states).toMatchObject({
      a: 'FAILED',
      'a[0]': 'SUCCEEDED',
      'a[1]': 'FAILED',
      'a[2]': 'CANCELLED',
      c: 'CANCELLED',
    });
    expect(undoneOf(run)).toEqual(['a[0]']);
    const ended = run.trace.find((event) => event.type === 'instance.ended');
    expect(ended).toMatchObject({ error: { message: 'step `a[1]` failed: transient' } });
    expect(endingOf(run)).toBe('failed (completed) at 4');
  });

  it('is CANCELLED where the run is aborted before all of them were done', () => {
    const run = runOrbit(`${fanned('max_parallel: 1')} ${plain('b')}`.replace('return a', ''), {
      a: [give(2, 1)],
      b: [err(3)],
    });
    expect(run.states).toMatchObject({ a: 'CANCELLED', 'a[1]': 'SUCCEEDED', 'a[2]': 'CANCELLED' });
  });

  it('fails where what it runs for is null', () => {
    const run = runOrbit('step a { worker "j" with { v: 1 } } step b { for x in a.v worker "t" }', {
      a: [ok(0, { v: null })],
    });
    expect(run.errors).toMatchObject([{ code: 'EXPRESSION_ERROR', unit: 'b' }]);
  });
});

describe('a list of timers or children', () => {
  it('sleeps for each element', () => {
    const run = runOrbit('step nap { for x in [1, 2] sleep 3s max_parallel: 1 }');
    expect(run.states).toEqual({ nap: 'SUCCEEDED', 'nap[0]': 'SUCCEEDED', 'nap[1]': 'SUCCEEDED' });
    expect(endingOf(run)).toBe('succeeded (none) at 6');
  });

  it('is withdrawn timer by timer', () => {
    const run = runOrbit(
      'step nap { for x in [1, 2] sleep 3s max_parallel: 1 }',
      {},
      {
        controls: [cancelAt(1)],
      },
    );
    expect(run.states).toEqual({ nap: 'CANCELLED', 'nap[0]': 'CANCELLED', 'nap[1]': 'CANCELLED' });
    expect(endingOf(run)).toBe('cancelled (none) at 1');
  });

  it('runs a child for each element, undone as a unit or by itself', () => {
    const run = runOrbit(
      `step c { for n in [1, 2] workflow C with { n: n }
         compensate { worker "u" with { v: c.sum + n } } }`,
      { 'c[0]/x': [give(1, 5)], 'c[1]/x': [give(2, 6)], 'c[1]/y': [err(1)] },
      {},
      `workflow C { version "1.0.0" input { n: Int }
         ${step('x')} ${plain('y', 'after x when input.n > 1')} return { sum: x.v + input.n } }`,
    );
    expect(run.states).toMatchObject({ c: 'FAILED', 'c[0]': 'SUCCEEDED', 'c[1]': 'FAILED' });
    expect(undoneOf(run)).toEqual(['c[1]/x', 'c[0]']);
    expect(keysOf(run)).toContain('run-1/compensate:c[1]/x');
    expect(endingOf(run)).toBe('failed (completed) at 3');
  });
});

describe('sleep and await', () => {
  it('awaits no longer than its timeout', () => {
    const run = runOrbit('step ask { await answer timeout: 4s }');
    expect(run.errors).toMatchObject([{ code: 'TIMEOUT', unit: 'ask' }]);
    expect(endingOf(run)).toBe('failed (none) at 4');
  });

  it('take their time, and what a signal carries is the step’s output', () => {
    const run = runOrbit(
      'step rest { sleep 5s } step ask { await answer after rest } return ask',
      {},
      { controls: [signalAt(7, 'answer', 'yes')] },
    );
    expect(run.output).toBe('yes');
    expect(endingOf(run)).toBe('succeeded (none) at 7');
  });
});

describe('a child workflow', () => {
  const CHILD = `workflow C {
    version "2.0.0" input { n: Int }
    ${step('x')} ${plain('y', 'after x')}
    return { n: input.n, id: execution.id, name: execution.workflow, version: execution.version }
  }`;
  const child = (rest = '') => `step c { workflow C with { n: input.n + 1 } ${rest} }`;

  it('is handed its input, and its return value is the step’s output', () => {
    const run = runOrbit(`${child()} return c`, {}, {}, CHILD);
    expect(run.output).toEqual({ n: 2, id: 'run-1/c', name: 'C', version: '2.0.0' });
    expect(keysOf(run)).toEqual(['run-1/c/x', 'run-1/c/y']);
  });

  it('that fails undoes itself, and then fails its step', () => {
    const run = runOrbit(
      `${step('a')} ${child('after a')}`,
      { a: [give(1, 1)], 'c/x': [give(1, 2)], 'c/y': [err(1)], 'compensate:c/x': [ok(1)] },
      {},
      CHILD,
    );
    expect(undoneOf(run)).toEqual(['c/x', 'a']);
    expect(run.states).toMatchObject({ c: 'FAILED', 'compensate:c/x': 'SUCCEEDED' });
    expect(endingOf(run)).toBe('failed (completed) at 4');
    const ended = run.trace.find((event) => event.type === 'instance.ended');
    expect(ended).toMatchObject({
      error: {
        message: 'step `c` failed: the child workflow ended failed: step `c/y` failed: transient',
      },
    });
  });

  it('is cancelled at an abort, undoes itself, and is awaited', () => {
    const run = runOrbit(
      `${step('a')} ${child()} ${plain('b')}`,
      {
        a: [give(1, 1)],
        'c/x': [give(1, 2)],
        'c/y': [ok(9)],
        b: [err(2)],
        'compensate:c/x': [ok(1)],
      },
      {},
      CHILD,
    );
    expect(undoneOf(run)).toEqual(['c/x', 'a']);
    expect(startsOf(run, 'compensate:c/x')).toEqual([9 + 1]);
    expect(run.states).toMatchObject({ c: 'CANCELLED', 'c/y': 'SUCCEEDED' });
    expect(endingOf(run)).toBe('failed (completed) at 11');
  });

  it('that has succeeded is undone by the block of its step, and not entered again', () => {
    const run = runOrbit(
      `${child('compensate { worker "u" with { v: c.n } }')} ${plain('b', 'after c')}`,
      { b: [err(1)] },
      {},
      CHILD,
    );
    expect(undoneOf(run)).toEqual(['c']);
    expect(run.states).toMatchObject({ c: 'SUCCEEDED', 'c/x': 'SUCCEEDED' });
  });

  it('has a timeout of its own', () => {
    const timed = CHILD.replace('input { n: Int }', 'input { n: Int } timeout: 3s');
    const run = runOrbit(child(), { 'c/x': [give(1, 1)], 'c/y': [ok(5)] }, {}, timed);
    expect(undoneOf(run)).toEqual(['c/x']);
    expect(run.errors.map(({ code }) => code)).toEqual(['WORKFLOW_TIMEOUT']);
    expect(endingOf(run)).toBe('failed (none) at 6');
  });

  it('whose step ran out of time ends no other attempt of it', () => {
    const timed = CHILD.replace('input { n: Int }', 'input { n: Int } timeout: 3s');
    const run = runOrbit(
      child('timeout: 4s retry { attempts: 2, backoff: none }'),
      { 'c/x': [give(5, 1)], 'c#2/x': [give(2, 1)] },
      {},
      timed,
    );
    expect(pathOf(run, 'c')).toBe('PENDING READY RUNNING RETRYING READY RUNNING SUCCEEDED');
    expect(undoneOf(run)).toEqual(['c/x']);
    expect(endingOf(run)).toBe('succeeded (none) at 6');
  });

  it('is another execution at another attempt', () => {
    const run = runOrbit(
      child('retry { attempts: 2, backoff: none }'),
      { 'c/x': [err(1)], 'c#2/x': [give(1, 1)] },
      {},
      CHILD,
    );
    expect(keysOf(run)).toEqual(['run-1/c/x', 'run-1/c#2/x', 'run-1/c#2/y']);
    expect(endingOf(run)).toBe('succeeded (none) at 2');
  });
});

describe('a lost worker', () => {
  it('is bounded: ten redeliveries, then the attempt has failed and the policy applies', () => {
    const controls = Array.from({ length: 11 }, (_, n) => down(10 * n + 1, 10 * n + 2)).flat();
    const run = runOrbit(
      plain('a', 'retry { attempts: 2, backoff: fixed, initial_delay: 1s }'),
      { a: [hang, ok(1)] },
      { controls },
    );
    const attempts = run.trace.flatMap((event) =>
      event.type === 'attempt.started' ? [event.attempt] : [],
    );
    expect(attempts).toEqual([...Array(11).fill(1), 2]);
    expect(run.outcome).toBe('succeeded');
  });
});

describe('latency', () => {
  it('is what the engine takes to decide after each event, and to dispatch each call', () => {
    const run = runOrbit(
      `${step('a')} ${plain('b', 'after a')}`,
      { a: [give(1, 1)], b: [err(1)], 'compensate:a': [ok(1)] },
      { latency: { dispatch: 10, decide: 100 } },
    );
    expect(startsOf(run, 'a')).toEqual([0.11]);
    expect(startsOf(run, 'b')).toEqual([1.22]);
    expect(startsOf(run, 'compensate:a')).toEqual([2.33]);
    expect(endingOf(run)).toBe('failed (completed) at 3.43');
  });

  it('passes after a delay of 0 as after any other', () => {
    const run = runOrbit(
      plain('a', 'retry { attempts: 2, backoff: none }'),
      { a: [err(1), ok(1)] },
      { latency: { dispatch: 0, decide: 100 } },
    );
    expect(startsOf(run, 'a')).toEqual([0.1, 1.3]);
  });

  it('lets no timer fire of a call that has ended', () => {
    const run = runOrbit(
      plain('a', 'timeout: 1s'),
      { a: [err(0.95)] },
      { latency: { dispatch: 0, decide: 100 } },
    );
    expect(run.trace.filter(({ type }) => type === 'timer.fired')).toEqual([]);
    expect(run.errors).toMatchObject([{ code: null, class: 'transient' }]);
  });

  it('does not lengthen a timeout: a signal that comes while it is decided is too late', () => {
    const run = runOrbit(
      'step a { await go timeout: 1s } step b { await go after a } step c { sleep 2s }',
      {},
      { latency: { dispatch: 0, decide: 100 }, controls: [signalAt(1.15, 'go')] },
    );
    expect(run.states).toMatchObject({ a: 'FAILED', b: 'CANCELLED', c: 'CANCELLED' });
    expect(endingOf(run)).toBe('failed (none) at 1.2');
  });

  it('is there under other profiles too', () => {
    const workflow = { ...orbitOf(plain('a')), profile: 'harness' as const };
    const { orbit, ...plan } = workflow;
    expect(orbit).toBeDefined();
    const run = simulate(plan, scenarioOf({ a: [ok(1)] }, { latency: { dispatch: 5, decide: 7 } }));
    expect(startsOf(run, 'a')).toEqual([0.012]);
    expect(endOf(run)).toBe('succeeded at 1.019');
  });
});

describe('an ORBIT document', () => {
  it('runs under the profile orbit alone', () => {
    const run = runOrbit(plain('a'), {}, { profile: 'harness' });
    expect(run.outcome).toBe('refused');
    expect(run.errors[0]?.message).toBe(
      'an ORBIT document runs under the orbit profile alone, not under harness',
    );
  });
});
