/** What an ORBIT runtime would have written into its history. Times are seconds. */

import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../core/model/scenario.ts';
import { historyOf, orbitOf } from '../../testing/orbit.ts';
import { cancelAt, err, hang, ok, scenarioOf, signalAt } from '../../testing/workflow.ts';
import { simulate } from '../simulate.ts';
import { toOrbitHistory } from './orbit-history.ts';

const recordOf = (
  body: string,
  tasks: Scenario['tasks'] = {},
  rest: Partial<Scenario> = {},
  before = '',
) => {
  const workflow = orbitOf(body, before);
  const run = simulate(workflow, scenarioOf(tasks, { input: { order: 'o-1', n: 1 }, ...rest }));
  return { workflow, run, lines: historyOf(run, workflow) };
};

const BEGIN = ['+0 WorkflowCreated', '+0 WorkflowStarted'];

describe('a history', () => {
  it('schedules the elements of a list, and not the list, of children as of tasks', () => {
    const { lines } = recordOf(
      'step k { for x in [1, 2] workflow C }',
      { 'k[0]/p': [ok(1)], 'k[1]/p': [err(2)] },
      {},
      'workflow C { step p { worker "t" } }',
    );
    expect(lines.slice(2)).toEqual([
      '+0 StepFanOut k',
      '+0 StepScheduled k[0]',
      '+0 StepDispatched k[0]',
      '+0 StepScheduled k[1]',
      '+0 StepDispatched k[1]',
      '+1 StepSucceeded k[0]',
      '+2 StepAttemptFailed k[1] transient',
      '+2 StepFailed k[1] transient',
      '+2 StepFailed k transient',
      '+2 WorkflowFailed transient',
    ]);
  });

  it('schedules, dispatches, and schedules each retry again', () => {
    const { lines, run, workflow } = recordOf(
      'step a { worker "t" retry { attempts: 2, backoff: fixed, initial_delay: 2s } }',
      { a: [err(1), ok(1)] },
    );
    expect(lines).toEqual([
      ...BEGIN,
      '+0 StepScheduled a',
      '+0 StepDispatched a',
      '+1 StepAttemptFailed a transient',
      '+1 RetryScheduled a',
      '+3 StepScheduled a',
      '+3 StepDispatched a',
      '+4 StepSucceeded a',
      '+4 WorkflowCompleted',
    ]);
    expect(toOrbitHistory(run.trace, workflow)).toEqual(
      expect.arrayContaining([
        {
          seq: 6,
          at: 1000,
          type: 'RetryScheduled',
          step: 'a',
          next_attempt: 2,
          delay_ms: 2000,
          fire_at_ms: 3000,
        },
        { seq: 8, at: 3000, type: 'StepDispatched', step: 'a', attempt: 2, key: 'run-1/a' },
      ]),
    );
  });

  it('tells timers, signals’ steps, skips and lists', () => {
    const { lines, run, workflow } = recordOf(
      `step nap { sleep 2s } step ask { await go after nap }
       step no { worker "t" when false } step all { for x in [1, 2] worker "t" after ask }`,
      {},
      { controls: [signalAt(3, 'go')] },
    );
    expect(lines).toEqual([
      ...BEGIN,
      '+0 TimerStarted nap',
      '+0 StepSkipped no',
      '+2 TimerFired nap',
      '+2 StepSucceeded nap',
      '+3 StepSucceeded ask',
      '+3 StepFanOut all',
      '+3 StepScheduled all[0]',
      '+3 StepScheduled all[1]',
      '+3 StepDispatched all[0]',
      '+3 StepDispatched all[1]',
      '+3 StepSucceeded all[0]',
      '+3 StepSucceeded all[1]',
      '+3 StepSucceeded all',
      '+3 WorkflowCompleted',
    ]);
    expect(toOrbitHistory(run.trace, workflow)).toContainEqual(
      expect.objectContaining({ type: 'StepFanOut', step: 'all', count: 2 }),
    );
  });

  it('fixes the order of compensation up front, and ends with one event for each that failed', () => {
    const { run, workflow, lines } = recordOf(
      `step a { worker "t" compensate { worker "u" with { v: a.v } } }
       step b { worker "t" after a compensate { worker "u" with { v: b.v } } }
       step c { worker "t" after b }`,
      { c: [err(1)], 'compensate:b': [err(1)], 'compensate:a': [err(1)] },
    );
    const history = toOrbitHistory(run.trace, workflow);
    expect(history.find(({ type }) => type === 'CompensationStarted')).toMatchObject({
      reason: 'step `c` failed: transient',
      steps: ['compensate:b', 'compensate:a'],
    });
    expect(lines.slice(-3)).toEqual([
      '+3 CompensationFailed compensate:b transient',
      '+3 CompensationFailed compensate:a transient',
      '+3 WorkflowFailed transient',
    ]);
    expect(history.at(-1)).toMatchObject({ compensation: 'failed' });
    expect(lines.join()).not.toContain('CompensationCompleted');
  });

  it('has no CompensationStarted where nothing is to be compensated', () => {
    const { lines } = recordOf('step a { worker "t" } step b { worker "t" after a }', {
      a: [err(1)],
    });
    expect(lines.slice(-3)).toEqual([
      '+1 StepFailed a transient',
      '+1 StepCancelled b',
      '+1 WorkflowFailed transient',
    ]);
  });

  it('tells a cancel, what it withdraws, and what it awaits', () => {
    const { lines } = recordOf(
      'step a { worker "t" } step b { worker "t" after a } step nap { sleep 1h }',
      { a: [ok(3)] },
      { controls: [cancelAt(1)] },
    );
    expect(lines.slice(-5)).toEqual([
      '+1 CancelRequested',
      '+1 StepCancelled b',
      '+1 StepCancelled nap',
      '+3 StepSucceeded a',
      '+3 WorkflowCancelled',
    ]);
  });

  it('tells that the workflow’s time was up', () => {
    const { lines } = recordOf('timeout: 2s step a { worker "t" }', { a: [ok(3)] });
    expect(lines.slice(-3)).toEqual([
      '+2 WorkflowTimeoutReached',
      '+3 StepSucceeded a',
      '+3 WorkflowTimedOut',
    ]);
  });

  it('tells attempts without a worker, attempts out of time, and results out of date', () => {
    const { lines } = recordOf(
      `step a { worker "t" timeout: 2s retry { attempts: 2, backoff: fixed, initial_delay: 2s } }
       step b { worker "t" queue_timeout: 1s retry { attempts: 2, backoff: fixed, initial_delay: 2s } }`,
      { a: [ok(3), ok(1)], b: [ok(0)] },
      { workers: { default: 1 } },
    );
    expect(lines).toEqual([
      ...BEGIN,
      '+0 StepScheduled a',
      '+0 StepScheduled b',
      '+0 StepDispatched a',
      '+1 StepAttemptFailed b QUEUE_TIMEOUT',
      '+1 RetryScheduled b',
      '+2 StepAttemptFailed a TIMEOUT',
      '+2 RetryScheduled a',
      '+3 StaleResultIgnored a',
      '+3 StepScheduled b',
      '+3 StepDispatched b',
      '+3 StepSucceeded b',
      '+4 StepScheduled a',
      '+4 StepDispatched a',
      '+5 StepSucceeded a',
      '+5 WorkflowCompleted',
    ]);
  });

  it('tells a lost worker, and the redelivery with the same attempt and key', () => {
    const { run, workflow, lines } = recordOf(
      'step a { worker "t" }',
      { a: [ok(3)] },
      {
        controls: [
          { at: 1000, action: 'crash' },
          { at: 2000, action: 'resume' },
        ],
      },
    );
    expect(lines.slice(2)).toEqual([
      '+0 StepScheduled a',
      '+0 StepDispatched a',
      '+2 StepAttemptUncertain a',
      '+2 StepDispatched a',
      '+5 StepSucceeded a',
      '+5 WorkflowCompleted',
    ]);
    const dispatched = toOrbitHistory(run.trace, workflow).flatMap((event) =>
      event.type === 'StepDispatched' ? [[event.attempt, event.key]] : [],
    );
    expect(dispatched).toEqual([
      [1, 'run-1/a'],
      [1, 'run-1/a'],
    ]);
  });

  it('leaves out what belongs to the history of a child', () => {
    const { lines } = recordOf(
      'step c { workflow C } step d { worker "t" after c }',
      { 'c/x': [err(1)] },
      {},
      'workflow C { version "1.0.0" step x { worker "t" } }',
    );
    expect(lines).toEqual([
      ...BEGIN,
      '+0 StepScheduled c',
      '+0 StepDispatched c',
      '+1 StepAttemptFailed c transient',
      '+1 StepFailed c transient',
      '+1 StepCancelled d',
      '+1 WorkflowFailed transient',
    ]);
  });

  it('goes as far as the trace', () => {
    const { run, workflow } = recordOf('step a { worker "t" }', { a: [hang] });
    expect(run.outcome).toBe('stalled');
    expect(historyOf(run, workflow).at(-1)).toBe('+0 StepDispatched a');
    expect(toOrbitHistory([], workflow)).toEqual([]);
  });

  it('says why a value could not be returned', () => {
    const { run, workflow } = recordOf('step a { worker "t" } return 1 % (input.n - 1)');
    expect(toOrbitHistory(run.trace, workflow).at(-1)).toMatchObject({
      type: 'WorkflowFailed',
      error: 'EXPRESSION_ERROR',
      compensation: 'none',
    });
  });
});
