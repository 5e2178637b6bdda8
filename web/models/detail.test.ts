import { describe, expect, it } from 'vitest';
import { plainNode } from '../../core/model/plain.ts';
import { err, workflowOf } from '../../testing/workflow.ts';
import { answerFor, saga, seqOf } from '../testing/saga.ts';
import { waitingAt } from './acts.ts';
import { choiceOf, choicesFor, faultLines, slowerBy } from './choices.ts';
import { detailOf, nextAttempt } from './detail.ts';
import { NO_FAULTS, withAnswer, withInput } from './faults.ts';
import { nodeOf, selectionOf, writeSelection } from './selection.ts';

const end = saga.run.trace.length;
const charge = { node: 'charge', unit: 'charge', attempt: 1 };
const chargeEnds = seqOf(saga, (one) => one.type === 'attempt.ended' && one.unit === 'charge');

describe('an attempt in detail', () => {
  it('tells as much as has happened at the cursor', () => {
    expect(detailOf(saga, charge, 0)).toMatchObject({ word: 'not yet', time: '', look: 'idle' });
    expect(detailOf(saga, charge, chargeEnds - 1)).toMatchObject({
      word: 'under way',
      time: 'since 1\u00a0s',
    });
    expect(detailOf(saga, charge, chargeEnds)).toMatchObject({
      title: 'Charge card, attempt 1',
      word: 'failed: unavailable',
      time: '1\u00a0s to 1.5\u00a0s, took 0.5\u00a0s',
      look: 'failed',
      previous: null,
      next: 2,
    });
  });

  it('of a step is the last that began, else the first that will', () => {
    const node = { node: 'charge', unit: null, attempt: null };
    expect(detailOf(saga, node, 0)?.attempt).toBe(1);
    expect(detailOf(saga, node, end)?.attempt).toBe(2);
    expect(detailOf(saga, { ...node, node: 'refund' }, end)).toMatchObject({
      unit: 'compensate:charge',
      title: 'Undo of Charge card, attempt 1',
    });
  });

  it('that never runs can still be planned for, where a task is called', () => {
    const mail = { node: 'mail', unit: null, attempt: null };
    expect(detailOf(saga, mail, end)).toMatchObject({
      attempt: 1,
      isCalled: true,
      word: 'not yet',
    });
    const workflow = {
      ...saga.workflow,
      nodes: [...saga.workflow.nodes, { ...plainNode('gate'), kind: 'barrier' as const }],
    };
    const gate = { node: 'gate', unit: null, attempt: null };
    expect(detailOf({ ...saga, workflow }, gate, end)?.isCalled).toBe(false);
    expect(detailOf(saga, null, end)).toBeNull();
  });

  it('comes next behind the cursor', () => {
    expect(nextAttempt(saga.run.trace, 0)).toMatchObject({ unit: 'reserve', attempt: 1 });
    expect(nextAttempt(saga.run.trace, chargeEnds)).toMatchObject({ unit: 'charge', attempt: 2 });
    expect(nextAttempt(saga.run.trace, end)).toBeNull();
  });
});

describe('what is looked at', () => {
  it('is what the address says, else what the event is about', () => {
    expect(selectionOf('charge#2', null, saga.timeline)).toEqual({ ...charge, attempt: 2 });
    expect(selectionOf(writeSelection('compensate:charge', 1), null, saga.timeline)).toEqual({
      ...{ node: 'refund', unit: 'compensate:charge', attempt: 1 },
    });
    expect(selectionOf('mail', null, saga.timeline)).toEqual({
      ...{ node: 'mail', unit: null, attempt: null },
    });
    const event = saga.run.trace[chargeEnds - 1] ?? null;
    expect(selectionOf(null, event, saga.timeline)).toEqual(charge);
    expect(selectionOf(null, null, saga.timeline)).toBeNull();
    expect(nodeOf('nobody', saga.timeline)).toBeNull();
    expect(selectionOf('nobody#1', null, saga.timeline)?.unit).toBeNull();
  });
});

describe('the choices', () => {
  it('have a key each, and know which of them was made', () => {
    const choices = choicesFor(null, 5000);
    expect(choices.map(({ key }) => key).join('')).toBe('0123456');
    for (const { id, make } of choices) expect(choiceOf(make)).toBe(id);
    expect(choicesFor(null, null).map(({ id }) => id)).toContain('hang');
  });

  it('keep what was set before', () => {
    const failed = { kind: 'fail', class: 'internal', status: 500 } as const;
    expect(choicesFor(failed, null).find(({ id }) => id === 'fail')?.make).toEqual(failed);
    const slow = { kind: 'slow', by: 7 } as const;
    expect(choicesFor(slow, null).find(({ id }) => id === 'slow')?.make).toEqual(slow);
  });

  it('take seconds as typed, and nothing that is no time', () => {
    expect(slowerBy('1.5')).toEqual({ kind: 'slow', by: 1500 });
    for (const text of ['', ' ', 'x', '-1', '1e99']) expect(slowerBy(text)).toBeNull();
  });

  it('that were made are told, a line each, and can be taken back', () => {
    const made = withInput(withAnswer(NO_FAULTS, charge, { kind: 'silent', done: true }), {
      after: '',
      delay: 2000,
      action: 'cancel',
    });
    const lines = faultLines(
      made,
      [0],
      (unit) => unit.toUpperCase(),
      () => 500,
    );
    expect(lines.map(({ text, unused }) => [text, unused])).toEqual([
      ['CHARGE #1: reply lost', false],
      ['cancel the run at 2.5 s', true],
    ]);
    expect(lines[0]?.without.answers).toEqual([]);
    expect(lines[1]?.without.inputs).toEqual([]);
  });
});

describe('an operator', () => {
  const parked = answerFor(
    workflowOf('A > B', {
      A: { idempotent: false, timeout: { duration: 1000, onTimeout: 'fail' } },
    }),
    { A: [err(9)] },
    {
      profile: 'baseline',
      onFailure: 'pause',
      world: { honoursKeys: true, status: false },
    },
  );

  it('has something to choose only while the run waits for one', () => {
    const { trace } = parked.run;
    const paused = seqOf(parked, ({ type }) => type === 'run.paused');
    expect(waitingAt(trace, paused - 1, parked.workflow)).toEqual([]);
    expect(waitingAt(trace, paused, parked.workflow)[0]?.acts.map(({ name }) => name)).toEqual([
      'A was done',
      'A was not done',
      'Try A again',
      'Resume the run',
    ]);
    expect(waitingAt(saga.run.trace, end, saga.workflow)).toEqual([]);
  });

  it('has nothing to choose once the run is over', () => {
    const workflow = workflowOf('A > B; A =comp=> U', { A: {}, B: {}, U: {} });
    const { trace } = answerFor(
      workflow,
      { B: [err(1)] },
      {
        ...{ profile: 'baseline', onFailure: 'pause' },
        controls: [{ at: 5000, action: 'cancel' }],
      },
    ).run;
    const paused = trace.find(({ type }) => type === 'run.paused')?.seq ?? 0;
    expect(waitingAt(trace, paused, workflow)).toHaveLength(1);
    expect(trace.at(-1)).toMatchObject({ type: 'instance.ended', outcome: 'cancelled' });
    expect(waitingAt(trace, trace.length, workflow)).toEqual([]);
  });

  it('has a signal to send to a step that waits for one', () => {
    const workflow = workflowOf('A > W', {
      W: { kind: 'wait', wait: { duration: null, until: null, event: 'go' } },
    });
    const { trace } = answerFor(workflow, {}).run;
    expect(waitingAt(trace, trace.length, workflow)).toMatchObject([
      { reason: 'W waits for a signal.', acts: [{ act: { action: 'signal', name: 'go' } }] },
    ]);
    expect(waitingAt(trace, 2, workflow)).toEqual([]);
  });
});
