/** Reasons of events, where ORBIT decides otherwise than HarnessXML. */

import { describe, expect, it } from 'vitest';
import type { Run } from '../../core/model/run.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { orbitOf } from '../../testing/orbit.ts';
import { cancelAt, err, ok, scenarioOf } from '../../testing/workflow.ts';
import { simulate } from '../simulate.ts';
import { explain } from './explain.ts';

const workflow = orbitOf(`
  step a {
    worker "t"
    compensate { worker "u" with { v: a.v } retry { attempts: 2, backoff: fixed, initial_delay: 1s } }
  }
  step b { for x in [1, 2] worker "t" after a compensate { worker "u" with { v: b.v + x } } }
  step c { worker "t" after b retry { attempts: 2, backoff: fixed, initial_delay: 2s } }
  step d { worker "t" after c }`);

const script: Scenario['tasks'] = {
  a: [ok(1, { v: 1 })],
  b: [ok(1, { v: 2 })],
  c: [err(1), err(1)],
  'compensate:a': [err(1), ok(1)],
  'compensate:b': [ok(1)],
};

const reasonFor = (
  run: Run,
  of: Workflow,
  test: (event: TraceEvent) => boolean,
): { readonly title: string; readonly because: string } => {
  const event = run.trace.find(test);
  if (event === undefined) throw new Error('no such event');
  return explain(event, run.trace, of);
};

describe('an event of ORBIT is explained', () => {
  const run = simulate(workflow, scenarioOf(script));
  const because = (test: (event: TraceEvent) => boolean) => reasonFor(run, workflow, test);
  const moved = (unit: string, to: string) => (event: TraceEvent) =>
    event.type === 'transition' && event.unit === unit && event.to === to;

  it('by what ORBIT decides about retries', () => {
    expect(because(moved('c', 'RETRYING')).because).toBe(
      'The error does not say that a retry is useless, and attempts are left. Attempt 2 of at most 2 follows in 2 s.',
    );
  });

  it('by the element that failed, where it is a list', () => {
    const failing = simulate(workflow, scenarioOf({ ...script, 'b[1]': [err(1)] }));
    expect(reasonFor(failing, workflow, moved('b', 'FAILED')).because).toBe(
      'One of its elements failed. The execution is aborted already, so nothing follows from it.',
    );
  });

  it('by the value that could not be returned, where no step failed', () => {
    const of = orbitOf(
      'step a { worker "t" compensate { worker "u" with { v: a.v } } } return 1 / 0',
    );
    const run = simulate(of, scenarioOf({ a: [ok(1, { v: 1 })] }));
    expect(reasonFor(run, of, ({ type }) => type === 'instance.ended').because).toBe(
      'Every step is done, and the value to return could not be made: that fails the run, and nothing is undone.',
    );
  });

  it('by the path, in a child of an element', () => {
    const of = orbitOf(
      'step k { for x in [1, 2] workflow C } step z { worker "t" }',
      'workflow C { step p { worker "t" compensate { worker "u" with { v: p.v } } } step q { await go } }',
    );
    const run = simulate(of, scenarioOf({ z: [err(1)] }));
    expect(reasonFor(run, of, moved('k[0]/p', 'SUCCEEDED')).title).toBe('k[0]/p: has succeeded');
    expect(reasonFor(run, of, moved('compensate:k[0]/p', 'SUCCEEDED')).title).toBe(
      'undo of k[0]/p: has succeeded',
    );
  });

  it('by the abort that a failure begins', () => {
    expect(because(moved('c', 'FAILED')).because).toBe(
      'Attempt 2 was the last of 2. It aborts the execution: what has not started is withdrawn, attempts in flight are awaited, and what succeeded is undone.',
    );
    expect(because(moved('d', 'CANCELLED')).because).toBe(
      'The execution is aborted, and what has not started is withdrawn.',
    );
  });

  it('with each element of a list as a unit of its own', () => {
    expect(because(({ type }) => type === 'units.fanned_out').title).toBe('b: fans out to 2 units');
    expect(because(({ type }) => type === 'unwinding.started').because).toContain(
      'compensate:b undoes b[1] (done at 2 s), compensate:b undoes b[0] (done at 2 s) then compensate:a undoes a (done at 1 s)',
    );
    expect(because(({ type }) => type === 'compensation.ordered').title).toBe('Will undo 3 units');
  });

  it('by the policies of the block where it is a compensation', () => {
    expect(because(moved('compensate:a', 'RETRYING'))).toEqual({
      title: 'undo of a: will be retried',
      because:
        'The error does not say that a retry is useless, and attempts are left. Attempt 2 of at most 2 follows in 1 s.',
    });
    expect(
      because((event) => event.type === 'timer.set' && event.unit === 'compensate:a').because,
    ).toContain('Backoff fixed: each wait is 1 s');
  });

  it('at its end by how the cleaning up went', () => {
    expect(because(({ type }) => type === 'instance.ended').because).toBe(
      'A step failed for good. All that had succeeded and has a compensation is undone.',
    );
    const cancelled = simulate(workflow, scenarioOf(script, { controls: [cancelAt(0.5)] }));
    const of = (type: TraceEvent['type']) =>
      reasonFor(cancelled, workflow, (event) => event.type === type).because;
    expect(of('cancel.requested')).toContain('attempts in flight are awaited');
    expect(of('instance.ended')).toBe(
      'It was cancelled from outside. All that had succeeded and has a compensation is undone.',
    );
  });

  it('when it waits for a worker', () => {
    const waiting = orbitOf('step a { worker "t" } step b { worker "t" queue_timeout: 1s }');
    const scenario = scenarioOf({ a: [ok(3)] }, { workers: { default: 1 } });
    const queued = simulate(waiting, scenario);
    const titles = queued.trace.map((event) => explain(event, queued.trace, waiting).title);
    expect(titles).toContain('b: waits for a worker, 1 s at most');
    expect(titles).toContain('b: no worker was free in time');
    expect(reasonFor(queued, waiting, (event) => event.type === 'unit.queued').because).toContain(
      'the pool “default”',
    );
  });
});
