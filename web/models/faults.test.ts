import { describe, expect, it } from 'vitest';
import { err, ok, scenarioOf, workflowOf } from '../../testing/workflow.ts';
import { runWithFaults } from '../worker/faulted.ts';
import { applyAnswers } from './faults/apply.ts';
import { readFaults } from './faults/read.ts';
import {
  type FaultPlan,
  type Input,
  type Make,
  makeOf,
  NO_FAULTS,
  withAnswer,
  withInput,
  withoutInput,
} from './faults.ts';

const workflow = workflowOf('reserve > charge; reserve =comp=> release', {
  charge: { retry: { maxAttempts: 3 }, timeout: { duration: 5000, onTimeout: 'retry' } },
});
const base = scenarioOf({
  reserve: [ok(1, { id: 'r-1' })],
  charge: [err(1, 'transient'), ok(2, { id: 'c-1' })],
});

const first = { unit: 'charge', node: 'charge', attempt: 1 };
const planOf = (make: Make, attempt = first): FaultPlan => withAnswer(NO_FAULTS, attempt, make);
const answers = (plan: FaultPlan) => applyAnswers(base, plan, workflow).tasks['charge'] ?? [];
const run = (plan: FaultPlan) => runWithFaults(workflow, base, plan, {});
const input = (rest: Partial<Input> & Pick<Input, 'after'>): Input =>
  ({ delay: 0, action: 'cancel', ...rest }) as Input;

describe('one attempt made to end otherwise', () => {
  it('leaves the scenario, and the other attempts, as they are', () => {
    const made = answers(planOf({ kind: 'succeed' }));
    expect(made).toHaveLength(2);
    expect(made[1]).toBe(base.tasks['charge']?.[1]);
    expect(base.tasks['charge']?.[0]?.then.kind).toBe('error');
    expect(applyAnswers(base, NO_FAULTS, workflow)).toBe(base);
  });

  it('succeeds with what the task hands back elsewhere', () => {
    expect(answers(planOf({ kind: 'succeed' }))[0]).toMatchObject({
      after: 1000,
      then: { kind: 'ok', output: { id: 'c-1' } },
      applied: true,
    });
    expect(run(planOf({ kind: 'succeed' })).run.outcome).toBe('succeeded');
  });

  it('keeps the last answer for all later attempts', () => {
    const made = answers(planOf({ kind: 'hang' }, { ...first, attempt: 4 }));
    expect(made.map(({ then }) => then.kind)).toEqual(['error', 'ok', 'ok', 'hang', 'ok']);
  });

  it('fails with a class and a status', () => {
    const make: Make = { kind: 'fail', class: 'unavailable', status: 503 };
    const { trace } = run(planOf(make)).run;
    expect(trace.find(({ type }) => type === 'attempt.ended')).toBeDefined();
    expect(trace).toContainEqual(
      expect.objectContaining({
        type: 'attempt.ended',
        unit: 'charge',
        attempt: 1,
        error: expect.objectContaining({ class: 'unavailable', status: 503 }),
      }),
    );
  });

  it.each([true, false])('is silent; what was asked for happened: %s', (done) => {
    const { run: made } = run(planOf({ kind: 'silent', done }));
    expect(made.trace).toContainEqual(
      expect.objectContaining({ type: 'attempt.ended', unit: 'charge', outcome: 'timed_out' }),
    );
    const effects = made.effects.filter(({ unit, attempt }) => unit === 'charge' && attempt === 1);
    expect(effects).toHaveLength(done ? 1 : 0);
  });

  it('is later, and too late where that is behind its timeout', () => {
    const slow = run(planOf({ kind: 'slow', by: 1000 })).run.trace;
    expect(slow.find((one) => one.type === 'attempt.ended' && one.unit === 'charge')?.at).toBe(
      3000,
    );
    const late = run(planOf({ kind: 'slow', by: 6000 })).run.trace;
    expect(late).toContainEqual(expect.objectContaining({ outcome: 'timed_out' }));
  });

  it('answers in time where the scenario is late', () => {
    const late = scenarioOf({ charge: [ok(20)] });
    const made = applyAnswers(late, planOf({ kind: 'succeed' }), workflow);
    expect(made.tasks['charge']?.[0]?.after).toBe(2500);
  });

  it.each(['before', 'after'] as const)('ends in a crash %s its end is recorded', (when) => {
    const { run: made, scenario } = run(planOf({ kind: 'crash', when }));
    expect(scenario.controls.map(({ action }) => action)).toEqual(['crash', 'resume']);
    const at = made.trace.findIndex(({ type }) => type === 'crashed');
    const before = made.trace.slice(0, at).filter((one) => 'unit' in one && one.unit === 'charge');
    expect(before.some(({ type }) => type === 'attempt.ended')).toBe(when === 'after');
    expect(made.outcome).toBe('succeeded');
  });

  it('is chosen once, and taken back', () => {
    const twice = withAnswer(planOf({ kind: 'hang' }), first, { kind: 'succeed' });
    expect(twice.answers).toHaveLength(1);
    expect(makeOf(twice, 'charge', 1)).toEqual({ kind: 'succeed' });
    expect(withAnswer(twice, first, null)).toEqual(NO_FAULTS);
  });
});

describe('an input', () => {
  it('comes right behind its event, wherever an earlier change puts that', () => {
    const cancel = withInput(NO_FAULTS, input({ after: 'attempt.started charge 2' }));
    for (const plan of [cancel, withAnswer(cancel, first, { kind: 'slow', by: 1500 })]) {
      const { trace } = run(plan).run;
      const at = trace.findIndex(({ type }) => type === 'cancel.requested');
      const started = trace.findIndex(
        (one) => one.type === 'attempt.started' && one.unit === 'charge' && one.attempt === 2,
      );
      expect(at).toBeGreaterThan(started);
      expect(trace[at]?.at).toBe(trace[started]?.at);
    }
  });

  it('whose moment never comes is told', () => {
    const plan = [
      input({ after: 'attempt.started charge 9' }),
      input({ after: '', delay: 1500 }),
    ].reduce(withInput, NO_FAULTS);
    const { run: made, unused } = run(plan);
    expect(unused).toEqual([0]);
    expect(made.trace.find(({ type }) => type === 'cancel.requested')?.at).toBe(1500);
    expect(withoutInput(plan, 0).inputs).toHaveLength(1);
  });

  it('may hang on what another one brings', () => {
    const plan = [
      input({ after: 'crashed', delay: 9000, action: 'crash', down: 10 }),
      input({ after: 'attempt.started charge 1', action: 'crash', down: 10 }),
    ].reduce(withInput, NO_FAULTS);
    const { run: made, unused } = run(plan);
    expect(unused).toEqual([]);
    expect(made.trace.filter(({ type }) => type === 'crashed').length).toBeGreaterThan(0);
  });
});

describe('a plan from a stranger', () => {
  const plan: FaultPlan = {
    answers: [{ ...first, make: { kind: 'fail', class: 'unavailable', status: 503 } }],
    inputs: [
      { after: 'attempt.started charge 1', delay: 0, action: 'cancel' },
      { after: '', delay: 5, action: 'crash', down: 7 },
      { after: '', delay: 5, action: 'signal', name: 'go', value: { a: 1 } },
      {
        ...{ after: '', delay: 5, action: 'operator', command: 'retry-step' },
        ...{ step: 'charge', applied: null },
      } as Input,
    ],
  };

  it('is read as it was written', () => {
    expect(readFaults(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
    expect(readFaults({})).toEqual(NO_FAULTS);
  });

  it.each([
    null,
    [],
    'x',
    { answers: {} },
    { answers: [null] },
    { answers: [{ ...first, make: { kind: 'explode' } }] },
    { answers: [{ ...first, attempt: 0, make: { kind: 'hang' } }] },
    { answers: [{ ...first, attempt: 1e9, make: { kind: 'hang' } }] },
    { answers: [{ ...first, make: { kind: 'fail', class: 'a b', status: null } }] },
    { answers: [{ ...first, make: { kind: 'fail', class: 'a', status: 200 } }] },
    { answers: [{ ...first, make: { kind: 'slow', by: -1 } }] },
    { answers: [{ ...first, make: { kind: 'slow', by: 1e300 } }] },
    { inputs: [{ after: 5, action: 'cancel' }] },
    { inputs: [{ after: 'x'.repeat(500), action: 'cancel' }] },
    { inputs: [{ after: '', action: 'shout' }] },
    { inputs: Array.from({ length: 17 }, () => ({ after: '', action: 'cancel' })) },
    {
      answers: Array.from({ length: 17 }, (_, at) => ({
        ...first,
        attempt: at + 1,
        make: { kind: 'crash', when: 'after' },
      })),
    },
  ])('%# is refused where it makes no sense or asks too much', (value) => {
    expect(readFaults(value)).toBeNull();
  });
});
