/** Plans of the orbit profile with what only HarnessXML's documents have. Times are seconds. */

import { describe, expect, it } from 'vitest';
import type { Workflow } from '../core/model/workflow.ts';
import { endOf, startsOf, undoneOf } from '../testing/observe.ts';
import { cancelAt, err, type NodeSketch, ok, scenarioOf, workflowOf } from '../testing/workflow.ts';
import { simulate } from './simulate.ts';

const orbit = (links: string, sketches: { readonly [id: string]: NodeSketch } = {}): Workflow => ({
  ...workflowOf(links, sketches),
  profile: 'orbit',
});

const fanOut = { variable: 'x', over: '${[1, 2, 3]}', maxParallel: null };
const loop = (body: string, rest: object = {}) => ({
  kind: 'loop' as const,
  loop: {
    kind: 'times' as const,
    body,
    over: null,
    while: null,
    count: 3,
    var: 'item',
    indexVar: 'index',
    maxIterations: 3,
    maxConcurrency: 1,
    onItemFailure: 'fail' as const,
    ...rest,
  },
});

describe('a list whose failure is handled', () => {
  it('withdraws and awaits its other elements, and aborts nothing', () => {
    const workflow = orbit('A > B; A =err=> R; Z; A =comp=> uA', { A: { fanOut } });
    const script = { 'A[0]': [err(1)], 'A[1]': [ok(3)], 'A[2]': [ok(2)], R: [ok(1)], Z: [ok(9)] };
    const run = simulate(workflow, scenarioOf(script));
    expect(startsOf(run, 'R')).toEqual([3]);
    expect(run.states).toMatchObject({ A: 'FAILED', B: 'PENDING', R: 'SUCCEEDED', Z: 'SUCCEEDED' });
    expect(undoneOf(run)).toEqual([]);
    expect(endOf(run)).toBe('succeeded at 9');
  });
});

describe('a list in a loop', () => {
  it('fails its iteration, and the loop decides', () => {
    const workflow = orbit('L > E', {
      L: loop('A', { onItemFailure: 'continue' }),
      A: { fanOut },
    });
    const script = { 'A[1][2]': [err(1)], E: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script));
    expect(run.states).toMatchObject({
      L: 'SUCCEEDED',
      'A[0]': 'SUCCEEDED',
      'A[1]': 'FAILED',
      'A[1][2]': 'FAILED',
      'A[2][0]': 'SUCCEEDED',
    });
    expect(endOf(run)).toBe('succeeded at 2');
  });
});

describe('a loop at an abort', () => {
  it('begins no further iteration, and the one under way is awaited and undone', () => {
    const workflow = orbit('L > E; F; A =comp=> uA', { L: loop('A') });
    const script = { A: [ok(2)], F: [err(3)], uA: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script));
    expect(run.states).toMatchObject({ L: 'CANCELLED', 'A[0]': 'SUCCEEDED', 'A[1]': 'SUCCEEDED' });
    expect(startsOf(run, 'A[2]')).toEqual([]);
    expect(undoneOf(run)).toEqual(['A[1]', 'A[0]']);
    expect(endOf(run)).toBe('failed at 6');
  });
});

describe('an any join', () => {
  it('awaits the branch that lost, and undoes it too if the run is aborted', () => {
    const workflow = orbit('A > J; B > J; J > E; A =comp=> uA; B =comp=> uB', {
      J: { join: 'any' },
    });
    const script = { A: [ok(1)], B: [ok(4)], J: [ok(1)], E: [err(1)], uA: [ok(1)], uB: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script));
    expect(run.states).toMatchObject({ B: 'SUCCEEDED', E: 'FAILED' });
    expect(undoneOf(run)).toEqual(['B', 'A']);
    expect(endOf(run)).toBe('failed at 6');
  });
});

describe('a step that is declared not to be idempotent', () => {
  const workflow = orbit('A', { A: { idempotent: false, retry: { maxAttempts: 3 } } });

  it('is retried like any other: ORBIT does not tell steps apart', () => {
    expect(startsOf(simulate(workflow, scenarioOf({ A: [err(1)] })), 'A')).toEqual([0, 2, 4]);
  });

  it('is not sent again after a crash, for nobody can tell what it did', () => {
    const crashed = simulate(
      workflow,
      scenarioOf(
        { A: [ok(4)] },
        {
          controls: [
            { at: 1000, action: 'crash' },
            { at: 2000, action: 'resume' },
          ],
        },
      ),
    );
    expect(startsOf(crashed, 'A')).toEqual([0]);
    expect(crashed.trace).toContainEqual(
      expect.objectContaining({ outcome: 'uncertain_side_effect' }),
    );
    expect(endOf(crashed)).toBe('failed at 2');
  });
});

describe('onTimeout', () => {
  it.each(['skip', 'retry', 'fail'] as const)('%s is a failed attempt', (onTimeout) => {
    const workflow = orbit('A', { A: { timeout: { duration: 1000, onTimeout } } });
    const run = simulate(workflow, scenarioOf({ A: [ok(2)] }));
    expect(run.errors).toMatchObject([{ code: 'TIMEOUT', class: 'timeout' }]);
    expect(endOf(run)).toBe('failed at 1');
  });
});

describe('a person', () => {
  it('is not waited for at an abort', () => {
    const workflow = orbit('P > E; A =comp=> uA', { P: { kind: 'human' } });
    const controls = [
      cancelAt(2),
      { at: 90_000, action: 'signal', name: 'P', value: null } as const,
    ];
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], uA: [ok(1)] }, { controls }));
    expect(run.states).toMatchObject({ P: 'CANCELLED', E: 'CANCELLED' });
    expect(undoneOf(run)).toEqual(['A']);
    expect(endOf(run)).toBe('cancelled at 3');
  });
});

describe('several compensations of one step', () => {
  it('all run, in the order of the document, each under a key of its own', () => {
    const workflow = orbit('A > B; A =comp=> u1; A =comp=> u2');
    const run = simulate(workflow, scenarioOf({ B: [err(1)] }));
    const keys = run.trace.flatMap((event) =>
      event.type === 'attempt.started' && event.undoes !== undefined ? [event.key] : [],
    );
    expect(keys).toEqual(['run-1/compensate:A/u1', 'run-1/compensate:A/u2']);
    expect(run.compensation).toBe('completed');
  });
});
