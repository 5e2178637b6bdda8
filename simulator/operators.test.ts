/**
 * What operators can bring back, and what their acts leave alone (discipline 6, driver
 * protocol "Operators"). Times are seconds.
 */

import { describe, expect, it } from 'vitest';
import type { Run } from '../core/model/run.ts';
import type { Control, Scenario, TaskAnswer } from '../core/model/scenario.ts';
import type { Loop, Workflow } from '../core/model/workflow.ts';
import { endOf, pathOf, startsOf, undoneOf } from '../testing/observe.ts';
import {
  cancelAt,
  err,
  hang,
  type NodeSketch,
  ok,
  scenarioOf,
  withCondition,
  workflowOf,
} from '../testing/workflow.ts';
import { simulate } from './simulate.ts';

const act = (
  seconds: number,
  command: 'retry-step' | 'resume-run' | 'settle-uncertain',
  step: string | null = null,
  rest: object = {},
): Control => ({
  at: seconds * 1000,
  action: 'operator',
  command,
  step,
  applied: null,
  output: null,
  by: 'ops@example.org',
  reason: 'mended',
  authorised: true,
  ...rest,
});

const pausing = (
  workflow: Workflow,
  tasks: { readonly [unit: string]: readonly TaskAnswer[] },
  controls: readonly Control[] = [],
  rest: Partial<Scenario> = {},
): Run =>
  simulate(
    workflow,
    scenarioOf(tasks, { profile: 'baseline', onFailure: 'pause', controls, ...rest }),
  );

const refused = err(1, 'rejected');

describe('a failure that an error edge takes', () => {
  const workflow = workflowOf('A > B; A =err=> R; A =dep=> D');

  it('pauses nothing', () => {
    const run = pausing(workflow, { A: [refused] });
    expect(run.states).toMatchObject({ A: 'FAILED', R: 'SUCCEEDED', D: 'SUCCEEDED' });
    expect(endOf(run)).toBe('succeeded at 1');
  });

  it('is parked where the condition of that edge is false, and can be brought back', () => {
    const unhandled = withCondition(workflow, 'A', 'R', '${false}');
    expect(pausing(unhandled, { A: [refused] }).outcome).toBe('paused');
    const run = pausing(unhandled, { A: [refused, ok(1)] }, [act(5, 'retry-step', 'A')]);
    expect([startsOf(run, 'A'), startsOf(run, 'B'), startsOf(run, 'D')]).toEqual([
      [0, 5],
      [6],
      [6],
    ]);
    expect(run.states['R']).toBe('PENDING');
    expect(endOf(run)).toBe('succeeded at 6');
  });
});

describe('a step that failed before its task was called', () => {
  it.each<[string, Workflow, Partial<Scenario>, string]>([
    ['by its guard', workflowOf('Z > A; A > C', { A: { guard: '${1 + true}' } }), {}, 'HX-4106'],
    [
      'for want of an input',
      workflowOf('Z.out => A.in; A > C', {
        Z: { outputs: ['out'] },
        A: { inputs: [{ name: 'in' }] },
      }),
      {},
      'HX-4101',
    ],
    [
      'for want of a resource',
      workflowOf('Z > A; A > C', { A: { resources: [{ ref: 'db', role: null }] } }),
      { environment: { ...scenarioOf().environment, resources: { db: false } } },
      'HX-4102',
    ],
    [
      'by the condition of an edge',
      withCondition(workflowOf('Z > A; A > C'), 'Z', 'A', '${1}'),
      {},
      'HX-4107',
    ],
  ])('%s fails so again, and is not called with nothing', (_, workflow, rest, code) => {
    const run = pausing(workflow, { Z: [ok(1)] }, [act(5, 'retry-step', 'A')], rest);
    expect(startsOf(run, 'A')).toEqual([]);
    expect(run.errors.map((error) => error.code)).toEqual([code, code]);
    expect(pathOf(run, 'A')).toBe('PENDING READY RUNNING FAILED READY RUNNING FAILED');
    expect(run.outcome).toBe('paused');
  });

  it('is not asked for its guard again once its task was called', () => {
    const workflow = workflowOf('A; B', {
      A: { guard: '${B.ready == null}' },
      B: { outputs: ['ready'] },
    });
    const script = { A: [refused, ok(1)], B: [ok(3, { ready: 2 })] };
    const run = pausing(workflow, script, [act(5, 'retry-step', 'A')]);
    expect(startsOf(run, 'A')).toEqual([0, 5]);
    expect(run.states['A']).toBe('SUCCEEDED');
  });

  it('is called once what its guard reads is there', () => {
    const workflow = workflowOf('A; B', {
      A: { guard: '${B.ready > 1}' },
      B: { outputs: ['ready'] },
    });
    const run = pausing(workflow, { B: [ok(3, { ready: 2 })] }, [act(5, 'retry-step', 'A')]);
    expect(startsOf(run, 'A')).toEqual([5]);
    expect(run.outcome).toBe('succeeded');
  });
});

describe('a loop that failed', () => {
  const loop = (rest: Partial<Loop>, sketch: NodeSketch = {}): NodeSketch => ({
    kind: 'loop',
    loop: {
      kind: 'times',
      body: 'B',
      over: null,
      while: null,
      count: 3,
      var: 'item',
      indexVar: 'index',
      maxIterations: 3,
      maxConcurrency: 1,
      onItemFailure: 'fail',
      ...rest,
    },
    ...sketch,
  });
  const timeout = { duration: 2500, onTimeout: 'fail' } as const;
  const startsOfAll = (run: Run): number[][] =>
    [0, 1, 2].map((index) => startsOf(run, `B[${index}]`));

  it('repeats no iteration that succeeded when it is brought back', () => {
    const workflow = workflowOf('L > F', {
      L: loop({ kind: 'while', while: '${true}', count: null, maxIterations: 2 }),
    });
    const run = pausing(workflow, { B: [ok(1)] }, [act(9, 'retry-step', 'L')]);
    expect(startsOfAll(run)).toEqual([[0], [1], []]);
    expect(run.errors.map(({ code }) => code)).toEqual(['HX-4104', 'HX-4104']);
    expect(run.outcome).toBe('paused');
  });

  it('forgets no iteration that its timeout cut short (B41)', () => {
    const outputs = ['out'];
    const workflow = workflowOf('L.out => F.in', {
      L: loop({}, { timeout, outputs }),
      B: { outputs },
      F: { inputs: [{ name: 'in' }], guard: '${F.in == null}' },
    });
    const script = {
      'B[0]': [ok(1, { out: 'a' })],
      'B[1]': [ok(1, { out: 'b' })],
      'B[2]': [hang, ok(1, { out: 'c' })],
    };
    const run = pausing(workflow, script, [act(9, 'retry-step', 'L')]);
    expect(startsOfAll(run)).toEqual([[0], [1], [2, 9]]);
    expect(run.states).toMatchObject({ L: 'SUCCEEDED', 'B[2]': 'SUCCEEDED' });
    const keys = run.trace.flatMap((event) =>
      event.type === 'attempt.started' && event.unit === 'B[2]' ? [event.key] : [],
    );
    expect(new Set(keys).size).toBe(1);
    expect(endOf(run)).toBe('succeeded at 10');
  });

  it('takes what finished although it was over, and sends it no second time', () => {
    const workflow = workflowOf('L > F', { L: loop({}, { timeout }), B: { idempotent: false } });
    const script = { 'B[0]': [ok(1)], 'B[1]': [ok(1)], 'B[2]': [ok(4)] };
    const run = pausing(workflow, script, [act(9, 'retry-step', 'L')]);
    expect(startsOfAll(run)).toEqual([[0], [1], [2]]);
    expect(endOf(run)).toBe('succeeded at 9');
  });

  it('hands out what its iterations gave by their place, whichever ended first', () => {
    const outputs = ['out'];
    const workflow = workflowOf('L.out => F.in', {
      L: loop({ maxConcurrency: 3 }, { outputs }),
      B: { outputs },
      F: { inputs: [{ name: 'in' }], guard: "${L.out == ['a', 'b', 'c']}" },
    });
    const script = {
      'B[0]': [ok(3, { out: 'a' })],
      'B[1]': [ok(1, { out: 'b' })],
      'B[2]': [ok(2, { out: 'c' })],
    };
    expect(pausing(workflow, script).states['F']).toBe('SUCCEEDED');
  });
});

describe('a run with subworkflows that pauses', () => {
  const inner = `<harness xmlns="https://harnessxml.com/spec/1.0" id="inner" specVersion="1.0">
    <nodes><node id="i" type="task"/><node id="j" type="task"/></nodes>
    <edges><edge from="i" to="j"/></edges></harness>`;
  const rest = { documents: { 'inner.hxml': inner } };
  const part = (sketch: NodeSketch = {}): NodeSketch => ({
    kind: 'subworkflow',
    subworkflow: { href: 'inner.hxml', digest: null, specVersion: null },
    ...sketch,
  });
  const workflow = workflowOf('S > B; C > D', { S: part() });

  it('stops as a whole when a step inside fails, and says so', () => {
    const run = pausing(workflow, { 'S/i': [refused], C: [ok(3)] }, [], rest);
    expect(run.outcome).toBe('paused');
    expect(run.stalledBecause).toBeNull();
    expect(run.states).toMatchObject({ 'S/i': 'FAILED', S: 'RUNNING', D: 'PENDING' });
    expect(run.errors).toMatchObject([{ node: 'S/i', class: 'rejected' }]);
  });

  it.each([act(5, 'retry-step', 'S/i'), act(5, 'resume-run')])(
    'goes on inside where an operator acts: %o',
    (control) => {
      const script = { 'S/i': [refused, ok(1)], C: [ok(3)] };
      const run = pausing(workflow, script, [control], rest);
      expect(['S/i', 'S/j', 'B', 'D'].map((unit) => startsOf(run, unit))).toEqual([
        [0, 5],
        [6],
        [6],
        [5],
      ]);
      expect(endOf(run)).toBe('succeeded at 6');
    },
  );

  it('begins nothing inside while a step outside is parked', () => {
    const script = { 'S/i': [ok(2)], C: [refused, ok(1)] };
    const run = pausing(workflow, script, [act(9, 'resume-run')], rest);
    expect([startsOf(run, 'S/i'), startsOf(run, 'S/j')]).toEqual([[0], [9]]);
    expect(run.outcome).toBe('succeeded');
  });

  it('calls no subworkflow succeeded whose step had failed when the run was cancelled', () => {
    const must = workflowOf('S > B', { S: part({ idempotent: false }) });
    const run = pausing(must, { 'S/i': [refused] }, [cancelAt(5)], rest);
    expect(run.states).toMatchObject({ 'S/i': 'FAILED', S: 'FAILED', B: 'CANCELLED' });
    expect(endOf(run)).toBe('cancelled at 5');
  });

  it('waits for no step of a subworkflow that was given up', () => {
    const timeout = { duration: 4000, onTimeout: 'fail' } as const;
    const limited = workflowOf('S > B', { S: part({ timeout }) });
    const script = { 'S/i': [refused], 'S#2/i': [ok(1)] };
    const run = pausing(limited, script, [act(9, 'resume-run')], rest);
    expect(run.states).toMatchObject({ 'S/i': 'FAILED', 'S#2/i': 'SUCCEEDED' });
    expect([startsOf(run, 'S/i'), startsOf(run, 'S#2/i')]).toEqual([[0, 9], [9]]);
    expect(run.states).toMatchObject({ S: 'SUCCEEDED', B: 'SUCCEEDED' });
  });
});

describe('an act that can have no effect', () => {
  it('on a run that was compensated is not even written down', () => {
    const run = pausing(
      workflowOf('A > B; A =comp=> uA'),
      { B: [refused] },
      [act(50, 'retry-step', 'B')],
      { onFailure: 'unwind' },
    );
    expect(undoneOf(run)).toEqual(['A']);
    expect(run.trace.some(({ type }) => type === 'operator.act')).toBe(false);
    expect(run.outcome).toBe('compensated');
  });

  it('on a run that goes on by itself is written down, and changes nothing', () => {
    const workflow = workflowOf('A > B');
    const tasks = { A: [ok(3)] };
    const calm = pausing(workflow, tasks);
    const acts = ['retry-step', 'resume-run', 'settle-uncertain'] as const;
    const run = pausing(
      workflow,
      tasks,
      acts.map((command) => act(1, command, 'A', { applied: true })),
    );
    expect(run.trace.filter(({ type }) => type === 'operator.act')).toHaveLength(3);
    expect(run.states).toEqual(calm.states);
    expect(startsOf(run, 'A')).toEqual([0]);
    expect(endOf(run)).toBe(endOf(calm));
  });

  it('settles nothing twice: what was said to have had no effect is certain', () => {
    const timeout = { duration: 1000, onTimeout: 'fail' } as const;
    const workflow = workflowOf('A > B', { A: { idempotent: false, timeout } });
    const controls = [false, true].map((applied, index) =>
      act(5 + index, 'settle-uncertain', 'A', { applied }),
    );
    const world = { honoursKeys: true, status: false };
    const run = pausing(workflow, { A: [hang, ok(1)] }, controls, { world });
    expect(run.states).toMatchObject({ A: 'FAILED', B: 'PENDING' });
    const retried = pausing(
      workflow,
      { A: [hang, ok(1)] },
      [...controls, act(9, 'retry-step', 'A')],
      { world },
    );
    expect(startsOf(retried, 'A')).toEqual([0, 9]);
    expect(retried.states).toMatchObject({ A: 'SUCCEEDED', B: 'SUCCEEDED' });
  });

  it('settles no failure that is certain', () => {
    const run = pausing(workflowOf('A'), { A: [refused] }, [
      act(5, 'settle-uncertain', 'A', { applied: true }),
    ]);
    expect(run.states['A']).toBe('FAILED');
    expect(run.outcome).toBe('paused');
  });

  it('is written down while others are being undone, where it changes nothing', () => {
    const workflow = workflowOf('A > B; A =comp=> uA');
    const run = pausing(workflow, { B: [refused], uA: [ok(5)] }, [act(3, 'retry-step', 'B')], {
      onFailure: 'unwind',
    });
    expect(run.trace.filter(({ type }) => type === 'operator.act')).toHaveLength(1);
    expect(startsOf(run, 'B')).toEqual([0]);
    expect(endOf(run)).toBe('compensated at 6');
  });
});

describe('a step that is brought back', () => {
  it('is told to be ready for its next attempt, as after a backoff', () => {
    const workflow = workflowOf('A', { A: { retry: { maxAttempts: 2 } } });
    const run = pausing(workflow, { A: [err(1), err(1), ok(1)] }, [act(9, 'retry-step', 'A')]);
    const moves = run.trace.flatMap((event) =>
      event.type === 'transition' && event.to === 'READY' ? [`${event.from} ${event.attempt}`] : [],
    );
    expect(moves).toEqual(['PENDING 0', 'RETRYING 2', 'FAILED 3']);
  });
});

describe('a crash of a run that pauses', () => {
  it('leaves it paused, for the operator who comes afterwards', () => {
    const controls: Control[] = [
      { at: 2000, action: 'crash' },
      act(3, 'retry-step', 'A'),
      { at: 4000, action: 'resume' },
      act(6, 'retry-step', 'A'),
    ];
    const run = pausing(workflowOf('A > B'), { A: [refused, ok(1)] }, controls);
    expect(startsOf(run, 'A')).toEqual([0, 6]);
    expect(run.trace.filter(({ type }) => type === 'operator.act')).toHaveLength(1);
    expect(endOf(run)).toBe('succeeded at 7');
  });
});
