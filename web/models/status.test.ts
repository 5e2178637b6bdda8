import { describe, expect, it } from 'vitest';
import { orbitOf } from '../../testing/orbit.ts';
import { err, hang, ok, workflowOf } from '../../testing/workflow.ts';
import { answerFor, saga, seqOf } from '../testing/saga.ts';
import type { RunAnswer } from '../worker/messages.ts';
import { isTaken, statusesAt } from './status.ts';

const wordsAt = (answer: RunAnswer, cursor: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...statusesAt(answer.run.trace, cursor, answer.workflow)].map(([id, { look, word }]) => [
      id,
      `${look}: ${word}`,
    ]),
  );
const END = 1e9;

describe('the status of each node', () => {
  it('is that nothing has started before the first event', () => {
    expect(new Set(Object.values(wordsAt(saga, 0)))).toEqual(new Set(['idle: not started']));
  });

  it('follows the cursor', () => {
    const charged = (picks: Parameters<typeof seqOf>[1]) =>
      wordsAt(saga, seqOf(saga, picks))['charge'];
    expect(charged((event) => event.type === 'transition' && event.to === 'RETRYING')).toBe(
      'waiting: waits to retry',
    );
    expect(
      charged(
        (event) =>
          event.type === 'attempt.started' && event.unit === 'charge' && event.attempt === 2,
      ),
    ).toBe('running: attempt 2 runs');
    expect(charged((event) => event.type === 'compensation.started')).toBe('running: being undone');
  });

  it('tells unknown from failed, and an undo that failed from one that did not', () => {
    expect(wordsAt(saga, END)).toEqual({
      reserve: 'undone: undone',
      charge: 'failed: undo failed',
      ship: 'unknown: timed out',
      mail: 'idle: not started',
      release: 'undone: has undone it',
      refund: 'failed: failed',
    });
  });

  it('remembers what was before', () => {
    const statuses = statusesAt(saga.run.trace, END, saga.workflow);
    expect(statuses.get('reserve')?.before).toBe('succeeded');
    expect(statuses.get('ship')?.before).toBeNull();
  });

  it('of ORBIT has steps undone that keep their state, and lists as a whole', () => {
    const workflow = orbitOf(`
      step a { worker "t" compensate { worker "u" with { v: a.v } } }
      step f { for x in [1, 2] worker "t" after a compensate { worker "u" with { v: f.v } } }
      step k { worker "t" after f }`);
    const answer = answerFor(workflow, {
      a: [ok(1, { v: 1 })],
      f: [ok(1, { v: 1 })],
      k: [err(1)],
      'compensate:f[1]': [err(1)],
    });
    expect(
      wordsAt(
        answer,
        seqOf(answer, (event) => event.type === 'compensation.started'),
      ),
    ).toEqual({
      a: 'succeeded: succeeded',
      f: 'running: being undone',
      k: 'failed: failed',
      'compensate:a': 'idle: not started',
      'compensate:f': 'idle: not started',
    });
    expect(wordsAt(answer, END)).toEqual({
      a: 'undone: undone',
      f: 'failed: undo failed',
      k: 'failed: failed',
      'compensate:a': 'undone: has undone it',
      'compensate:f': 'undone: has undone it',
    });
    const early = answer.run.trace.find(
      (event) => event.type === 'transition' && event.unit === 'f[0]' && event.to === 'SUCCEEDED',
    );
    expect(wordsAt(answer, early?.seq ?? 0)['f']).toBe('running: running');
  });

  it('says where a decision went, and what was skipped', () => {
    const answer = answerFor(
      workflowOf('A > D; A > G', {
        A: { outputs: ['x'] },
        D: { kind: 'decision', cases: [{ when: '${A.x}', to: 'L' }], otherwise: 'R' },
        G: { guard: '${A.x}' },
        R: { name: 'To the right' },
      }),
      { A: [ok(1, { x: false })] },
    );
    expect(wordsAt(answer, END)).toMatchObject({
      D: 'succeeded: chose To the right',
      G: 'skipped: skipped',
      L: 'idle: not started',
    });
  });
});

describe('an edge', () => {
  it('is taken once its source is over and its target is reached', () => {
    const edge = { from: 'reserve', to: 'charge' };
    expect(isTaken(edge, statusesAt(saga.run.trace, 2, saga.workflow))).toBe(false);
    expect(isTaken(edge, statusesAt(saga.run.trace, END, saga.workflow))).toBe(true);
    expect(
      isTaken({ from: 'ship', to: 'mail' }, statusesAt(saga.run.trace, END, saga.workflow)),
    ).toBe(false);
  });

  it('is not taken from a source that still runs', () => {
    const answer = answerFor(
      workflowOf('A > J; B > J', { J: { join: 'any' }, B: { idempotent: false } }),
      {
        A: [err(1), ok(1)],
        B: [hang],
      },
    );
    const statuses = statusesAt(answer.run.trace, END, answer.workflow);
    expect(isTaken({ from: 'B', to: 'J' }, statuses)).toBe(false);
  });
});
