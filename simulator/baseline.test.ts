/** The baseline profile: the engine-neutral discipline. Times are seconds. */

import { describe, expect, it } from 'vitest';
import type { Run } from '../core/model/run.ts';
import type { Control, Scenario, TaskAnswer } from '../core/model/scenario.ts';
import type { Workflow } from '../core/model/workflow.ts';
import { endOf, pathOf, startsOf, undoneOf } from '../testing/observe.ts';
import { cancelAt, err, hang, lostReply, ok, scenarioOf, workflowOf } from '../testing/workflow.ts';
import { simulate } from './simulate.ts';

const baseline = (
  workflow: Workflow,
  tasks: { readonly [unit: string]: readonly TaskAnswer[] },
  rest: Partial<Scenario> = {},
): Run => simulate(workflow, scenarioOf(tasks, { profile: 'baseline', ...rest }));

const retryable = (answer: TaskAnswer, value: boolean): TaskAnswer =>
  answer.then.kind === 'error'
    ? { ...answer, then: { kind: 'error', error: { ...answer.then.error, retryable: value } } }
    : answer;

describe('what is retried (discipline 3)', () => {
  const workflow = workflowOf('A', { A: { retry: { maxAttempts: 2 } } });

  it.each([
    ['rate_limit', 2],
    ['unavailable', 2],
    ['timeout', 2],
    ['transient', 2],
    ['invalid_input', 1],
    ['unauthorized', 1],
    ['not_found', 1],
    ['rejected', 1],
    ['internal', 1],
    ['something_new', 1],
  ])('a failure of class %s: %d calls', (errorClass, calls) => {
    expect(startsOf(baseline(workflow, { A: [err(1, errorClass)] }), 'A')).toHaveLength(calls);
  });

  it('what the error says of itself comes before its class', () => {
    const insisting = retryable(err(1, 'internal'), true);
    expect(startsOf(baseline(workflow, { A: [insisting] }), 'A')).toHaveLength(2);
    const refusing = retryable(err(1, 'transient'), false);
    expect(startsOf(baseline(workflow, { A: [refusing] }), 'A')).toHaveLength(1);
  });

  it('retryOn comes before both', () => {
    const picky = workflowOf('A', { A: { retry: { maxAttempts: 2, retryOn: ['internal'] } } });
    expect(startsOf(baseline(picky, { A: [err(1, 'internal')] }), 'A')).toHaveLength(2);
    expect(startsOf(baseline(picky, { A: [err(1, 'transient')] }), 'A')).toHaveLength(1);
    const refusing = retryable(err(1, 'internal'), false);
    expect(startsOf(baseline(picky, { A: [refusing] }), 'A')).toHaveLength(2);
    const insisting = retryable(err(1, 'transient'), true);
    expect(startsOf(baseline(picky, { A: [insisting] }), 'A')).toHaveLength(1);
  });

  it('a timeout is, and the attempts that it ended count', () => {
    const timeout = { duration: 1000, onTimeout: 'fail' } as const;
    const slow = workflowOf('A', { A: { timeout, retry: { maxAttempts: 2 } } });
    const run = baseline(slow, { A: [hang] });
    expect(startsOf(run, 'A')).toEqual([0, 2]);
    expect(endOf(run)).toBe('failed at 3');
  });
});

describe('an uncertain outcome (discipline 4)', () => {
  const timeout = { duration: 5000, onTimeout: 'fail' } as const;
  const workflow = workflowOf('Z > A; A > B; Z =comp=> uZ; A =comp=> uA', {
    A: { idempotent: false, timeout, retry: { maxAttempts: 3 } },
  });
  const noStatus = { honoursKeys: true, status: false };

  it('is never sent again where nobody can be asked, and is said to be uncertain', () => {
    const run = baseline(workflow, { A: [ok(9)] }, { world: noStatus });
    expect(startsOf(run, 'A')).toEqual([0]);
    const failed = run.trace.find((event) => event.type === 'transition' && event.to === 'FAILED');
    expect(failed).toMatchObject({ error: { class: 'timeout', uncertain: true } });
    expect(undoneOf(run)).toEqual(['Z']);
    expect(run.outcome).toBe('compensated');
  });

  it('is a success where the far side says that it happened', () => {
    const landed = { ...hang, applied: true, after: 2000 };
    const run = baseline(workflow, { A: [landed] });
    const asked = run.trace.filter(
      (event) => event.type === 'attempt.started' && event.purpose === 'reconcile',
    );
    expect(asked).toMatchObject([{ unit: 'A', attempt: 1, at: 5000 }]);
    const answered = run.trace.find(
      (event) => event.type === 'attempt.ended' && event.purpose === 'reconcile',
    );
    expect(answered).toMatchObject({ applied: true });
    expect(run.states).toMatchObject({ A: 'SUCCEEDED', B: 'SUCCEEDED' });
  });

  it('may be sent again where the far side says that nothing happened, under its key', () => {
    const run = baseline(workflow, { A: [hang, ok(1)] });
    const keys = run.trace.flatMap((event) =>
      event.type === 'attempt.started' && event.unit === 'A'
        ? [`${event.purpose} ${event.key}`]
        : [],
    );
    expect(keys).toHaveLength(3);
    expect(new Set(keys.map((key) => key.split(' ')[1])).size).toBe(1);
    expect(run.outcome).toBe('succeeded');
  });

  it('is what a lost connection leaves behind, too', () => {
    const run = baseline(workflow, { A: [lostReply(1, 'transient')] }, { world: noStatus });
    expect(startsOf(run, 'A')).toEqual([0]);
    const ended = run.trace.find((event) => event.type === 'attempt.ended' && event.unit === 'A');
    expect(ended).toMatchObject({ outcome: 'uncertain_side_effect' });
  });

  it('is none where the far side answered with an error', () => {
    const run = baseline(workflow, { A: [err(1, 'rejected')] }, { world: noStatus });
    const ended = run.trace.find((event) => event.type === 'attempt.ended' && event.unit === 'A');
    expect(ended).toMatchObject({ outcome: 'failed' });
  });
});

const operator = (
  seconds: number,
  command: 'retry-step' | 'resume-run' | 'settle-uncertain',
  rest: object = {},
): Control => ({
  at: seconds * 1000,
  action: 'operator',
  command,
  step: null,
  applied: null,
  output: null,
  by: 'ops@example.org',
  reason: 'carrier is back',
  authorised: true,
  ...rest,
});

describe('a run that pauses on failure (discipline 6)', () => {
  const pausing = (
    workflow: Workflow,
    tasks: { readonly [unit: string]: readonly TaskAnswer[] },
    controls: readonly Control[] = [],
  ): Run => baseline(workflow, tasks, { onFailure: 'pause', controls });

  it('begins nothing after a failure, and awaits what is in flight', () => {
    const workflow = workflowOf('A > B; C > D; A =comp=> uA');
    const run = pausing(workflow, { A: [ok(1)], B: [err(1, 'rejected')], C: [ok(5)] });
    expect(run.outcome).toBe('paused');
    expect(run.stalledBecause).toBeNull();
    expect(run.states).toMatchObject({ B: 'FAILED', C: 'SUCCEEDED', D: 'PENDING' });
    expect(undoneOf(run)).toEqual([]);
    expect(run.trace.some(({ type }) => type === 'instance.ended')).toBe(false);
  });

  it('B41(a): runs again the failed step alone, then what follows it', () => {
    const workflow = workflowOf('apply > a; apply > b; a > c; b > c; c > d');
    const script = {
      apply: [ok(1)],
      a: [ok(1)],
      b: [ok(1)],
      c: [err(1, 'rejected'), ok(1)],
    };
    const run = pausing(workflow, script, [operator(100, 'retry-step', { step: 'c' })]);
    expect(['apply', 'a', 'b', 'c'].map((step) => startsOf(run, step))).toEqual([
      [0],
      [1],
      [1],
      [2, 100],
    ]);
    expect(endOf(run)).toBe('succeeded at 101');
  });

  it('B41(b): forgets no iteration that never ran', () => {
    const loop = {
      kind: 'times' as const,
      body: 'A',
      over: null,
      while: null,
      count: 4,
      var: 'item',
      indexVar: 'index',
      maxIterations: 4,
      maxConcurrency: 1,
      onItemFailure: 'fail' as const,
    };
    const outputs = ['out'];
    const workflow = workflowOf('L.out => F.in', {
      L: { kind: 'loop', loop, outputs },
      A: { outputs },
      F: { inputs: [{ name: 'in' }], guard: '${len(L.out) == 4}' },
    });
    const script = { 'A[1]': [err(1, 'rejected'), ok(1)] };
    const run = pausing(workflow, script, [operator(100, 'retry-step', { step: 'A[1]' })]);
    expect([0, 1, 2, 3].map((index) => startsOf(run, `A[${index}]`).length)).toEqual([1, 2, 1, 1]);
    expect(run.states['F']).toBe('SUCCEEDED');
    expect(run.outcome).toBe('succeeded');
  });

  it('B41(c): is resumed no more once it was compensated', () => {
    const workflow = workflowOf('A > B; A =comp=> uA');
    const script = { A: [ok(1)], B: [err(1, 'rejected')] };
    const controls = [operator(100, 'resume-run')];
    const run = baseline(workflow, script, { controls });
    expect(startsOf(run, 'B')).toEqual([1]);
    expect(run.outcome).toBe('compensated');
  });

  it('gives the step a new budget, with the backoff from its beginning, under its key', () => {
    const retry = { maxAttempts: 2, backoff: 'exponential', initialDelay: 2000 } as const;
    const workflow = workflowOf('A', { A: { retry } });
    const script = { A: [err(), err(), err(), ok()] };
    const run = pausing(workflow, script, [operator(50, 'resume-run')]);
    expect(startsOf(run, 'A')).toEqual([0, 2, 50, 52]);
    const started = run.trace.flatMap((event) => (event.type === 'attempt.started' ? [event] : []));
    expect(started.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    expect(new Set(started.map(({ key }) => key)).size).toBe(1);
    expect(run.outcome).toBe('succeeded');
  });

  it('makes up later for a backoff that ends meanwhile', () => {
    const workflow = workflowOf('A; B', { B: { retry: { maxAttempts: 2, initialDelay: 3000 } } });
    const script = { A: [err(2, 'rejected'), ok()], B: [err(), ok()] };
    const run = pausing(workflow, script, [operator(10, 'resume-run')]);
    expect(startsOf(run, 'B')).toEqual([0, 10]);
    expect(run.outcome).toBe('succeeded');
  });

  it('goes on only when no step is failed any more', () => {
    const workflow = workflowOf('A > X; B > Y');
    const script = { A: [err(1, 'rejected'), ok()], B: [err(1, 'rejected'), ok()] };
    const one = pausing(workflow, script, [operator(5, 'retry-step', { step: 'A' })]);
    expect(one.outcome).toBe('paused');
    expect(startsOf(one, 'A')).toEqual([0]);
    const both = pausing(workflow, script, [
      operator(5, 'retry-step', { step: 'A' }),
      operator(8, 'retry-step', { step: 'B' }),
    ]);
    expect(startsOf(both, 'A')).toEqual([0, 8]);
    expect(both.outcome).toBe('succeeded');
  });

  it('writes every act down, and heeds none without authority', () => {
    const workflow = workflowOf('A');
    const script = { A: [err(1, 'rejected'), ok()] };
    const refused = pausing(workflow, script, [
      operator(5, 'retry-step', { step: 'A', authorised: false }),
    ]);
    expect(refused.outcome).toBe('paused');
    const acts = refused.trace.flatMap((event) => (event.type === 'operator.act' ? [event] : []));
    expect(acts).toMatchObject([
      {
        by: 'ops@example.org',
        command: 'retry-step',
        step: 'A',
        reason: 'carrier is back',
        authorised: false,
      },
    ]);
    expect(acts[0]?.checkpoint).toBe((acts[0]?.seq ?? 0) - 1);
  });

  it('has no effect on a step that has not failed', () => {
    const workflow = workflowOf('A > B');
    const script = { A: [ok(1)], B: [err(1, 'rejected')] };
    const run = pausing(workflow, script, [operator(5, 'retry-step', { step: 'A' })]);
    expect(startsOf(run, 'A')).toEqual([0]);
    expect(run.outcome).toBe('paused');
  });

  it('is cancelled by a cancel', () => {
    const workflow = workflowOf('A > B; C');
    const run = pausing(workflow, { A: [err(1, 'rejected')], C: [ok(9)] }, [cancelAt(3)]);
    expect(run.states).toMatchObject({ A: 'FAILED', C: 'CANCELLED' });
    expect(endOf(run)).toBe('cancelled at 3');
  });

  const uncertain = workflowOf('A > B', {
    A: { idempotent: false, timeout: { duration: 1000, onTimeout: 'fail' }, outputs: ['out'] },
    B: { guard: "${A.out == 'seen'}" },
  });
  const settled = (rest: object): Run =>
    baseline(
      uncertain,
      { A: [hang] },
      {
        onFailure: 'pause',
        world: { honoursKeys: true, status: false },
        controls: [operator(5, 'settle-uncertain', { step: 'A', ...rest })],
      },
    );

  it('takes an operator’s word that an uncertain call had its effect', () => {
    const run = settled({ applied: true, output: { out: 'seen' } });
    expect(pathOf(run, 'A')).toBe('PENDING READY RUNNING FAILED SUCCEEDED');
    expect(run.states['B']).toBe('SUCCEEDED');
    expect(startsOf(run, 'A')).toEqual([0]);
  });

  it('leaves it failed where the operator says that it had none', () => {
    const run = settled({ applied: false });
    expect(run.outcome).toBe('paused');
    expect(run.states['A']).toBe('FAILED');
  });

  it('is for the baseline alone', () => {
    const run = simulate(workflowOf('A'), scenarioOf({}, { onFailure: 'pause' }));
    expect(run.outcome).toBe('refused');
    expect(run.errors[0]?.message).toContain('baseline');
  });
});
