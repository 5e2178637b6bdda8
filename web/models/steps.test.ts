import { describe, expect, it } from 'vitest';
import { titleOf } from '../../simulator/trace/explain.ts';
import { orbitOf } from '../../testing/orbit.ts';
import { cancelAt, err, hang, ok, workflowOf } from '../../testing/workflow.ts';
import { answerFor, saga } from '../testing/saga.ts';
import type { RunAnswer } from '../worker/messages.ts';
import { cursorOf, stepAt, stepsOf } from './steps.ts';

const titlesOf = ({ run, workflow }: RunAnswer): readonly string[] =>
  stepsOf(run.trace, 'steps').map((step) => titleOf(step.lead, workflow));

describe('the steps of a run', () => {
  it('of ORBIT tell that a call was scheduled where it has to wait', () => {
    const workflow = orbitOf('step a { worker "t" } step b { worker "t" }');
    const tasks = { a: [ok(1)], b: [ok(1)] };
    const started = ['a: attempt 1 starts', 'b: attempt 1 starts'];
    expect(titlesOf(answerFor(workflow, tasks)).slice(0, 2)).toEqual(started);
    expect(titlesOf(answerFor(workflow, tasks, { workers: { default: 1 } }))).toContain(
      'b: attempt 1 is scheduled',
    );
  });

  it('are what a person sees happen', () => {
    expect(titlesOf(saga)).toEqual([
      'Reserve stock: attempt 1 starts',
      'Reserve stock: attempt 1 succeeds',
      'Charge card: attempt 1 starts',
      'Charge card: attempt 1 fails: unavailable',
      'Charge card: backs off for 1 s',
      'Charge card: attempt 2 starts',
      'Charge card: attempt 2 succeeds',
      'Ship parcel: attempt 1 starts',
      'Ship parcel: attempt 1 ends with its effect unknown',
      'Unwinding starts',
      'Refund card: attempt 1 starts',
      'Refund card: attempt 1 fails: transient',
      'Release stock: attempt 1 starts',
      'Release stock: attempt 1 succeeds',
      'The run ends: failed',
      'Ship parcel: late answer of attempt 1 is ignored',
    ]);
  });

  it.each([
    ['a saga', saga],
    [
      'branches, a join and a cancelled attempt',
      answerFor(workflowOf('A > J; B > J; J > D', { J: { join: 'any' } }), {
        A: [ok(1)],
        B: [ok(5)],
      }),
    ],
    [
      'a cancel',
      answerFor(workflowOf('A > B; A > C'), { A: [ok(5)] }, { controls: [cancelAt(2)] }),
    ],
    ['a run that hangs', answerFor(workflowOf('A'), { A: [hang] })],
    ['an empty beginning', { ...saga, run: { ...saga.run, trace: [] } }],
  ])('leave no event of %s out and none twice', (_, answer) => {
    for (const detail of ['steps', 'events'] as const) {
      const steps = stepsOf(answer.run.trace, detail);
      let next = 1;
      for (const [index, step] of steps.entries()) {
        expect(step.index).toBe(index);
        expect(step.first).toBe(next);
        expect(step.lead.seq).toBeGreaterThanOrEqual(step.first);
        expect(step.lead.seq).toBeLessThanOrEqual(step.last);
        next = step.last + 1;
      }
      expect(next).toBe(answer.run.trace.length + 1);
    }
  });

  it('show a cancelled attempt as one, with the state that it leads to', () => {
    const answer = answerFor(workflowOf('A > J; B > J', { J: { join: 'any' } }), {
      A: [ok(1)],
      B: [ok(5)],
    });
    const steps = stepsOf(answer.run.trace, 'steps');
    const cancelled = steps.find((step) =>
      titleOf(step.lead, answer.workflow).includes('cancelled'),
    );
    const states = answer.run.trace
      .filter(
        (event) => event.seq >= (cancelled?.first ?? 0) && event.seq <= (cancelled?.last ?? 0),
      )
      .flatMap((event) => (event.type === 'transition' ? [`${event.unit} ${event.to}`] : []));
    expect(states).toContain('B CANCELLED');
  });

  it('show a node that makes no call by its states', () => {
    const answer = answerFor(
      workflowOf('A > B', { A: { outputs: ['go'] }, B: { guard: '${A.go}' } }),
      { A: [ok(1, { go: false })] },
    );
    expect(titlesOf(answer)).toContain('B: is skipped');
  });

  it('show a failure before a call, also behind a retry', () => {
    const answer = answerFor(workflowOf('A', { A: { retry: {} } }), {
      A: [err(1), err(1), err(1)],
    });
    expect(titlesOf(answer).filter((title) => title.includes('fails'))).toHaveLength(3);
  });
});

describe('a cursor', () => {
  const steps = stepsOf(saga.run.trace, 'steps');

  it('stands in the step whose events it is among', () => {
    for (const step of steps) {
      for (let seq = step.first; seq <= step.last; seq += 1) {
        expect(stepAt(steps, seq)).toBe(step.index);
      }
    }
    expect(stepAt(steps, 0)).toBe(-1);
    expect(stepAt(steps, 1e9)).toBe(steps.length - 1);
    expect(stepAt([], 5)).toBe(-1);
  });

  it('goes behind the last event of a step, and back to it', () => {
    for (const step of steps) expect(stepAt(steps, cursorOf(steps, step.index))).toBe(step.index);
    expect(cursorOf(steps, -1)).toBe(0);
    expect(cursorOf(steps, 999)).toBe(saga.run.trace.length);
    expect(cursorOf([], 3)).toBe(0);
  });
});
