/** Cancels, waits, limits, loops: the rest of what a run can meet. */

import { describe, expect, it } from 'vitest';
import type { TaskAnswer } from '../core/model/scenario.ts';
import type { Workflow } from '../core/model/workflow.ts';
import { endOf, pathOf, startsOf, undoneOf } from '../testing/observe.ts';
import {
  cancelAt,
  err,
  hang,
  lostReply,
  ok,
  scenarioOf,
  signalAt,
  workflowOf,
} from '../testing/workflow.ts';
import { simulate } from './simulate.ts';

describe('a cancel from outside', () => {
  it('lets what is not idempotent finish, discards it, and then ends', () => {
    const workflow = workflowOf('A > B; A =comp=> uA; C', { A: { idempotent: false } });
    const scenario = scenarioOf({ A: [ok(9)], C: [ok(20)] }, { controls: [cancelAt(2)] });
    const run = simulate(workflow, scenario);
    expect(run.states).toEqual({ A: 'SUCCEEDED', B: 'CANCELLED', uA: 'PENDING', C: 'CANCELLED' });
    expect(endOf(run)).toBe('cancelled at 9');
  });

  it('unwinds nothing when a step that had to finish fails', () => {
    const workflow = workflowOf('Z > A; Z =comp=> uZ', { A: { idempotent: false } });
    const scenario = scenarioOf({ Z: [ok(1)], A: [err(5)] }, { controls: [cancelAt(2)] });
    const run = simulate(workflow, scenario);
    expect(run.states).toMatchObject({ A: 'FAILED', Z: 'SUCCEEDED' });
    expect(endOf(run)).toBe('cancelled at 6');
  });

  it('leaves handlers, compensating nodes and what nothing leads to PENDING (Q15)', () => {
    const workflow = workflowOf('A > B; B =err=> H; B =comp=> uB; B > D', {
      D: { kind: 'decision', cases: [{ when: '${true}', to: 'E' }] },
    });
    const run = simulate(workflow, scenarioOf({ A: [ok(5)] }, { controls: [cancelAt(1)] }));
    expect(run.states).toEqual({
      A: 'CANCELLED',
      B: 'CANCELLED',
      H: 'PENDING',
      uB: 'PENDING',
      D: 'CANCELLED',
      E: 'CANCELLED',
    });
  });

  it('leaves what could only have lost an any join PENDING too', () => {
    const workflow = workflowOf('A > F; A > C; C > D; C > E; E > F', { F: { join: 'any' } });
    const script = { A: [ok(1)], C: [ok(9)], F: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script, { controls: [cancelAt(3)] }));
    expect(run.states).toMatchObject({ C: 'CANCELLED', D: 'CANCELLED', E: 'PENDING' });
  });

  it('is ignored while a run unwinds', () => {
    const script = { A: [ok(1)], B: [err(1)], uA: [ok(5)] };
    const scenario = scenarioOf(script, { controls: [cancelAt(3)] });
    const run = simulate(workflowOf('A > B; A =comp=> uA'), scenario);
    expect(endOf(run)).toBe('compensated at 7');
    expect(run.trace.some(({ type }) => type === 'cancel.requested')).toBe(false);
  });

  it('can come right after an event of the trace', () => {
    const scenario = scenarioOf({}, { controls: [{ event: 3, action: 'cancel' }] });
    const run = simulate(workflowOf('A > B'), scenario);
    expect(run.trace[3]).toMatchObject({ seq: 4, type: 'cancel.requested' });
    expect(run.outcome).toBe('cancelled');
  });
});

describe('the world', () => {
  it('shows an effect that the engine believes failed', () => {
    const run = simulate(workflowOf('A'), scenarioOf({ A: [lostReply(1)] }));
    expect(run.outcome).toBe('failed');
    expect(run.effects).toMatchObject([{ at: 1000, unit: 'A', attempt: 1, repeated: false }]);
  });

  it('applies one key once where it honours keys, and again where it does not', () => {
    const workflow = workflowOf('A', { A: { retry: {} } });
    const script = { A: [lostReply(1), ok(1)] };
    const honoured = simulate(workflow, scenarioOf(script));
    expect(honoured.effects.map(({ attempt }) => attempt)).toEqual([1]);
    const world = { honoursKeys: false, status: true };
    const ignored = simulate(workflow, scenarioOf(script, { world }));
    expect(ignored.effects.map(({ repeated }) => repeated)).toEqual([false, true]);
  });

  it('goes on with a call that was cancelled', () => {
    const run = simulate(workflowOf('A; B'), scenarioOf({ A: [ok(9)], B: [err(1)] }));
    expect(endOf(run)).toBe('failed at 1');
    expect(run.effects).toMatchObject([{ unit: 'A', at: 9000 }]);
    const last = run.trace[run.trace.length - 1];
    expect(last).toMatchObject({ type: 'result.ignored', unit: 'A', at: 9000 });
  });

  it('marks a timed-out call that is not idempotent as uncertain', () => {
    const timeout = { duration: 1000, onTimeout: 'fail' } as const;
    const workflow = workflowOf('A', { A: { idempotent: false, timeout } });
    const run = simulate(workflow, scenarioOf({ A: [hang] }));
    const ended = run.trace.find(({ type }) => type === 'attempt.ended');
    expect(ended).toMatchObject({ outcome: 'uncertain_side_effect' });
  });
});

describe('waits', () => {
  const wait = (rest: object) => ({
    kind: 'wait' as const,
    wait: { duration: null, until: null, event: null, ...rest },
  });

  it('wait for a duration', () => {
    const run = simulate(workflowOf('W > A', { W: wait({ duration: 5000 }) }), scenarioOf());
    expect(startsOf(run, 'A')).toEqual([5]);
    expect(startsOf(run, 'W')).toEqual([]);
  });

  it('wait until an expression is true', () => {
    const workflow = workflowOf('W > B; A', {
      A: { outputs: ['ready'] },
      W: wait({ until: '${(A.ready ?? 0) == 1}' }),
    });
    const run = simulate(workflow, scenarioOf({ A: [ok(3, { ready: 1 })] }));
    expect(startsOf(run, 'B')).toEqual([3]);
  });

  it('wait for a signal, also one that came before', () => {
    const workflow = workflowOf('A > W; W > B; V > C', {
      V: wait({ event: 'go' }),
      W: wait({ event: 'early' }),
    });
    const controls = [signalAt(1, 'early'), signalAt(4, 'go')];
    const run = simulate(workflow, scenarioOf({ A: [ok(2)] }, { controls }));
    expect([startsOf(run, 'B'), startsOf(run, 'C')]).toEqual([[2], [4]]);
  });

  it('let a person answer by a signal of the name of their step', () => {
    const workflow = workflowOf('H > D', {
      H: { kind: 'human', idempotent: false, outputs: ['approved'] },
      D: { kind: 'decision', cases: [{ when: '${H.approved}', to: 'Y' }], otherwise: 'N' },
    });
    const controls = [signalAt(7, 'H', { approved: false })];
    const run = simulate(workflow, scenarioOf({}, { controls }));
    expect(startsOf(run, 'H')).toEqual([0]);
    expect(startsOf(run, 'N')).toEqual([7]);
    expect(run.effects.map(({ unit, at }) => [unit, at])).toContainEqual(['H', 7000]);
  });

  it('time out where the person never answers', () => {
    const timeout = { duration: 5000, onTimeout: 'fail' } as const;
    const workflow = workflowOf('H', { H: { kind: 'human', idempotent: false, timeout } });
    const run = simulate(workflow, scenarioOf({}, { controls: [signalAt(7, 'H')] }));
    expect(endOf(run)).toBe('failed at 5');
  });

  it('stall a run whose signal never comes, and say so', () => {
    const run = simulate(workflowOf('W', { W: wait({ event: 'go' }) }), scenarioOf());
    expect(run.outcome).toBe('stalled');
    expect(run.stalledBecause).toContain('W');
  });
});

describe('limits', () => {
  it('stall a run that never returns', () => {
    const run = simulate(workflowOf('A'), scenarioOf({ A: [hang] }));
    expect(run.outcome).toBe('stalled');
    expect(run.stalledBecause).toBe('A never returns, and has no timeout');
  });

  it.each([
    [{ events: 10 }, '10 events'],
    [{ time: 2500 }, '2500 ms'],
    [{ calls: 2 }, '2 calls'],
  ])('stop a run that passes %o', (limits, reason) => {
    const workflow = workflowOf('A', { A: { retry: { maxAttempts: 900 } } });
    const run = simulate(workflow, scenarioOf({ A: [err(1)] }), limits);
    expect(run.outcome).toBe('stalled');
    expect(run.stalledBecause).toContain(reason);
  });

  it('run a chain of 20,000 nodes', () => {
    const links = Array.from({ length: 20_000 }, (_, index) => `n${index} > n${index + 1}`);
    expect(simulate(workflowOf(links.join(';')), scenarioOf()).outcome).toBe('succeeded');
  });
});

describe('loops (§7.2)', () => {
  const loop = (rest: object) => ({
    kind: 'loop' as const,
    loop: {
      kind: 'times' as const,
      body: 'B',
      over: null,
      while: null,
      count: null,
      var: 'item',
      indexVar: 'index',
      maxIterations: 10,
      maxConcurrency: 1,
      onItemFailure: 'fail' as const,
      ...rest,
    },
  });

  it('times: run the body so often, one after the other', () => {
    const run = simulate(
      workflowOf('L > E', { L: loop({ count: 3 }) }),
      scenarioOf({ B: [ok(1)] }),
    );
    expect(['B[0]', 'B[1]', 'B[2]'].map((unit) => startsOf(run, unit))).toEqual([[0], [1], [2]]);
    expect(startsOf(run, 'E')).toEqual([3]);
    expect(run.states).toMatchObject({ 'B[2]': 'SUCCEEDED', L: 'SUCCEEDED' });
  });

  it.each([
    ['fail', [], [], 'failed at 5'],
    ['break', [1], [3], 'succeeded at 6'],
  ] as const)(
    '%s ends a loop at the first failure, whatever may not be cancelled',
    (onItemFailure, next, beside, end) => {
      const workflow = workflowOf('L > C; A > D', {
        L: loop({ count: 2, maxConcurrency: 2, onItemFailure }),
        B: { idempotent: false },
      });
      const script = { 'B[0]': [err(1)], 'B[1]': [ok(5)], A: [ok(3)], C: [ok(5)] };
      const run = simulate(workflow, scenarioOf(script));
      expect(run.states).toMatchObject({ 'B[1]': 'SUCCEEDED' });
      expect([startsOf(run, 'C'), startsOf(run, 'D')]).toEqual([next, beside]);
      expect(endOf(run)).toBe(end);
    },
  );

  it('forEach: hand each element to its iteration', () => {
    const workflow = workflowOf('L', {
      L: loop({ kind: 'forEach', over: '${[5, 6]}' }),
      B: { guard: '${item == 6 and index == 1}' },
    });
    const run = simulate(workflow, scenarioOf());
    expect(run.states).toEqual({ L: 'SUCCEEDED', 'B[0]': 'SKIPPED', 'B[1]': 'SUCCEEDED' });
  });

  it('forEach: run at most maxConcurrency at once', () => {
    const over = { kind: 'forEach', over: '${[1, 2, 3]}', maxConcurrency: 2 };
    const run = simulate(workflowOf('L', { L: loop(over) }), scenarioOf({ B: [ok(2)] }));
    expect(['B[0]', 'B[1]', 'B[2]'].map((unit) => startsOf(run, unit))).toEqual([[0], [0], [2]]);
  });

  it('while: ask before each iteration, and see what the last one gave', () => {
    const workflow = workflowOf('L', {
      L: loop({ kind: 'while', while: '${(B.more ?? 1) == 1}' }),
      B: { outputs: ['more'] },
    });
    const script = { 'B[0]': [ok(1, { more: 1 })], 'B[1]': [ok(1, { more: 0 })] };
    const run = simulate(workflow, scenarioOf(script));
    expect(endOf(run)).toBe('succeeded at 2');
  });

  it('until: run once before it asks', () => {
    const workflow = workflowOf('L', {
      L: loop({ kind: 'until', while: '${B.done}' }),
      B: { outputs: ['done'] },
    });
    const script = { 'B[0]': [ok(1, { done: false })], 'B[1]': [ok(1, { done: true })] };
    const run = simulate(workflow, scenarioOf(script));
    expect(endOf(run)).toBe('succeeded at 2');
  });

  it('refuse the iteration after maxIterations with HX-4104, and undo those before it', () => {
    const workflow = workflowOf('L; B =comp=> uB', {
      L: loop({ kind: 'while', while: '${true}', maxIterations: 2 }),
    });
    const run = simulate(workflow, scenarioOf({ B: [ok(1)] }));
    expect(run.errors[0]).toMatchObject({ code: 'HX-4104', node: 'L' });
    expect(undoneOf(run)).toEqual(['B[1]', 'B[0]']);
    expect(run.outcome).toBe('compensated');
  });

  it('refuse under continue too, whatever failed and succeeded before', () => {
    const workflow = workflowOf('L', {
      L: loop({ count: 3, maxIterations: 2, onItemFailure: 'continue' }),
    });
    const run = simulate(workflow, scenarioOf({ 'B[0]': [err(1)], 'B[1]': [ok(1)] }));
    expect(run.errors.at(-1)).toMatchObject({ code: 'HX-4104', node: 'L' });
    expect(endOf(run)).toBe('failed at 2');
  });

  it.each([
    ['fail', 'FAILED', 'failed at 2', 2],
    ['continue', 'SUCCEEDED', 'succeeded at 3', 3],
    ['break', 'SUCCEEDED', 'succeeded at 2', 2],
  ])('follow onItemFailure %s', (onItemFailure, state, end, iterations) => {
    const workflow = workflowOf('L', { L: loop({ count: 3, onItemFailure }) });
    const script = { 'B[0]': [ok(1)], 'B[1]': [err(1)], 'B[2]': [ok(1)] };
    const run = simulate(workflow, scenarioOf(script));
    expect(run.states['L']).toBe(state);
    expect(endOf(run)).toBe(end);
    expect(startsOf(run, 'B')).toHaveLength(iterations);
  });

  it('continue: fail where no iteration succeeded, and succeed where there was none', () => {
    const failing = workflowOf('L', { L: loop({ count: 2, onItemFailure: 'continue' }) });
    expect(simulate(failing, scenarioOf({ B: [err(1)] })).states['L']).toBe('FAILED');
    const none = workflowOf('L', {
      L: loop({ kind: 'forEach', over: '${[]}', onItemFailure: 'continue' }),
    });
    expect(simulate(none, scenarioOf()).states['L']).toBe('SUCCEEDED');
  });

  it('retry inside an iteration', () => {
    const workflow = workflowOf('L', { L: loop({ count: 2 }), B: { retry: {} } });
    const run = simulate(workflow, scenarioOf({ 'B[1]': [err(1), ok(1)] }));
    expect(startsOf(run, 'B[1]')).toEqual([0, 2]);
    expect(run.outcome).toBe('succeeded');
  });

  it('nest, with names for each level', () => {
    const workflow = workflowOf('L', {
      L: loop({ count: 2, body: 'M' }),
      M: loop({ count: 2, indexVar: 'inner' }),
      B: { guard: '${index == inner}' },
    });
    const run = simulate(workflow, scenarioOf());
    expect(run.states).toMatchObject({
      'M[0]': 'SUCCEEDED',
      'B[0][0]': 'SUCCEEDED',
      'B[0][1]': 'SKIPPED',
      'B[1][1]': 'SUCCEEDED',
    });
  });

  it('B28: undo what succeeded in the order in which it did, and cancel the rest', () => {
    const workflow = workflowOf('L; B =comp=> uB', {
      L: loop({ kind: 'forEach', over: '${[0, 1, 2, 3]}', maxConcurrency: 4 }),
    });
    const script = {
      'B[0]': [err(3)],
      'B[1]': [ok(1)],
      'B[2]': [ok(2)],
      'B[3]': [ok(10)],
      uB: [ok(1)],
    };
    const run = simulate(workflow, scenarioOf(script));
    expect(run.states['B[3]']).toBe('CANCELLED');
    expect(undoneOf(run)).toEqual(['B[2]', 'B[1]']);
    expect(endOf(run)).toBe('compensated at 5');
  });

  it('B28: hand each undo the item of the iteration that it undoes', () => {
    const workflow = workflowOf('L > E; B =comp=> uB', {
      L: loop({ kind: 'forEach', over: "${['x', 'y']}" }),
      B: { inputs: [{ name: 'in', value: '${item}' }] },
      uB: { inputs: [{ name: 'which', value: '${item}' }], guard: "${item == 'y'}" },
    });
    const run = simulate(workflow, scenarioOf({ E: [err(1)] }));
    expect(startsOf(run, 'compensate:B[1]')).toEqual([1]);
    expect(startsOf(run, 'compensate:B[0]')).toEqual([]);
    expect(pathOf(run, 'compensate:B[0]')).toBe('PENDING READY SKIPPED');
  });

  it('B28: begin no iteration after a failure', () => {
    const workflow = workflowOf('L; B =comp=> uB', { L: loop({ count: 3 }) });
    const script = { 'B[0]': [ok(1)], 'B[1]': [err(1)], uB: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script));
    expect(pathOf(run, 'B[2]')).toBe('');
    expect(undoneOf(run)).toEqual(['B[0]']);
    expect(endOf(run)).toBe('compensated at 3');
  });

  it('take the error edges of a body in their own iteration', () => {
    const workflow = workflowOf('L; B =err=> H', { L: loop({ count: 2 }) });
    const run = simulate(workflow, scenarioOf({ 'B[0]': [err(1)], 'B[1]': [ok(1)] }));
    expect(run.states).toMatchObject({ 'H[0]': 'SUCCEEDED', 'H[1]': 'PENDING', L: 'SUCCEEDED' });
    expect(run.outcome).toBe('succeeded');
  });

  it('see a value from outside in every iteration', () => {
    const workflow = workflowOf('S > L; S.v => B.in', {
      S: { outputs: ['v'] },
      L: loop({ count: 2 }),
      B: { inputs: [{ name: 'in' }], guard: '${S.v == 4}' },
    });
    const run = simulate(workflow, scenarioOf({ S: [ok(1, { v: 4 })] }));
    expect(run.states).toMatchObject({ 'B[0]': 'SUCCEEDED', 'B[1]': 'SUCCEEDED' });
  });

  it('are cancelled with their iterations', () => {
    const scenario = scenarioOf({ B: [ok(5)] }, { controls: [cancelAt(7)] });
    const run = simulate(workflowOf('L', { L: loop({ count: 3 }) }), scenario);
    expect(run.states).toEqual({ L: 'CANCELLED', 'B[0]': 'SUCCEEDED', 'B[1]': 'CANCELLED' });
    expect(endOf(run)).toBe('cancelled at 7');
  });
});

describe('a time beyond the last that there is', () => {
  const last = Number.MAX_SAFE_INTEGER;
  const timeout = { duration: last, onTimeout: 'fail' } as const;
  it.each<[string, Workflow, { readonly [unit: string]: readonly TaskAnswer[] }, string]>([
    [
      'a wait',
      workflowOf('Z > A', {
        A: { kind: 'wait', wait: { duration: last, until: null, event: null } },
      }),
      {},
      'succeeded',
    ],
    ['a call', workflowOf('Z > A'), { A: [ok(last / 1000)] }, 'succeeded'],
    [
      'a backoff',
      workflowOf('Z > A', { A: { retry: { maxAttempts: 2, initialDelay: last } } }),
      { A: [err(1), ok()] },
      'succeeded',
    ],
    ['a timeout', workflowOf('Z > A', { A: { timeout } }), { A: [hang] }, 'failed'],
  ])('%s that would end there ends at the last', (_, workflow, tasks, outcome) => {
    const run = simulate(workflow, scenarioOf({ Z: [ok(1)], ...tasks }));
    expect([run.outcome, run.endedAt]).toEqual([outcome, last]);
    for (const event of run.trace) {
      if (event.type === 'timer.set') expect(event.due).toBeLessThanOrEqual(last);
    }
  });
});

describe('what may not be cancelled', () => {
  it('is skipped by its timeout, where that is what its timeout does', () => {
    const timeout = { duration: 5000, onTimeout: 'skip' } as const;
    const workflow = workflowOf('A > B', { A: { idempotent: false, timeout } });
    const run = simulate(workflow, scenarioOf({ A: [hang] }, { controls: [cancelAt(1)] }));
    expect(run.states).toEqual({ A: 'SKIPPED', B: 'CANCELLED' });
    expect(endOf(run)).toBe('cancelled at 5');
  });
});

describe('several compensations of one step (Q6)', () => {
  it.each([
    ['first', { u1: [err()] }],
    ['last', { u2: [err()] }],
  ])('leave it as it was where the %s of them fails', (_, script) => {
    const workflow = workflowOf('A > B; A =comp=> u1; A =comp=> u2');
    const run = simulate(workflow, scenarioOf({ B: [err(1)], ...script }));
    expect(run.states['A']).toBe('SUCCEEDED');
    expect([startsOf(run, 'u1'), startsOf(run, 'u2')]).toEqual([[1], [1]]);
    expect([run.outcome, run.compensation]).toEqual(['failed', 'failed']);
  });
});

describe('a call that is delivered twice', () => {
  it.each([
    ['that returns', ok(1)],
    ['that never returns', { ...hang, after: 1000, applied: true }],
  ])('%s has its effect twice where keys are ignored', (_, answer) => {
    const timeout = { duration: 5000, onTimeout: 'fail' } as const;
    const effectsWith = (honoursKeys: boolean): boolean[] =>
      simulate(
        workflowOf('A', { A: { timeout } }),
        scenarioOf(
          { A: [{ ...answer, duplicate: true }] },
          { world: { honoursKeys, status: true } },
        ),
      ).effects.map(({ repeated }) => repeated);
    expect(effectsWith(true)).toEqual([false]);
    expect(effectsWith(false)).toEqual([false, true]);
  });
});

describe('names in expressions', () => {
  it('may hold - and . in loop variables, properties and ids, as the validator reads them', () => {
    const workflow = workflowOf('L', {
      L: {
        kind: 'loop',
        loop: {
          kind: 'forEach',
          body: 'b-1',
          over: '${[3]}',
          while: null,
          count: null,
          var: 'loop-var',
          indexVar: 'index',
          maxIterations: 1,
          maxConcurrency: 1,
          onItemFailure: 'fail',
        },
      },
      'b-1': {
        config: [{ name: 'max-age', value: 'x' }],
        guard: "${loop-var == 3 and config.max-age == 'x'}",
      },
    });
    expect(simulate(workflow, scenarioOf()).states['b-1[0]']).toBe('SUCCEEDED');
  });

  it('find no port that objects inherit', () => {
    const workflow = workflowOf('A > B', {
      A: { outputs: ['constructor'] },
      B: { guard: '${A.constructor == null}' },
    });
    const run = simulate(workflow, scenarioOf({ A: [ok(1, {})] }));
    expect(run.states['B']).toBe('SUCCEEDED');
  });
});
