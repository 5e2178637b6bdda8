import { describe, expect, test } from 'vitest';
import { NO_FAULTS } from '../models/faults.ts';
import { saga } from '../testing/saga.ts';
import { started } from './ask.ts';
import type { Lesson, Told } from './lesson.ts';
import { isGuessing, type Standing, showsHerd, stageNames, viewOf } from './view.ts';

const told: Told = { run: saga.run, workflow: saga.workflow, herd: null };
const SHOWN = 'unwinding.started';
const seqShown = told.run.trace.find(({ type }) => type === SHOWN)?.seq ?? 0;

const lesson: Lesson = {
  id: 'one',
  runs: 'order-saga',
  aha: 'It unwinds.',
  stages: [
    {
      kind: 'predict',
      question: 'How does it end?',
      choices: [
        { id: 'failed', text: 'Failed' },
        { id: 'succeeded', text: 'Succeeded' },
      ],
      answer: ({ run }) => run.outcome,
      because: ({ run }) => `It ends ${run.outcome}.`,
      from: started('ship', 1),
      shownAt: SHOWN,
    },
    {
      kind: 'look',
      text: 'Look.',
      points: [
        { text: 'Here.', at: started('charge', 2) },
        { text: 'Never.', at: started('mail', 1) },
      ],
    },
    {
      kind: 'change',
      text: 'Change it.',
      where: 'There.',
      action: 'Do it',
      at: null,
      attempt: null,
      apply: { kind: 'faults', change: (plan) => plan },
      isMade: (_told, plan) => plan.inputs.length > 0,
      then: 'Made.',
    },
    {
      kind: 'check',
      question: 'And now?',
      choices: [{ id: 'failed', text: 'Failed' }],
      answer: () => null,
      because: '',
      shows: 'herd',
    },
  ],
};

const standing = (rest: Partial<Standing> = {}): Standing => ({
  told,
  cursor: 0,
  plan: NO_FAULTS,
  chosen: null,
  ...rest,
});
const predict = (rest: Partial<Standing>) => viewOf(lesson, 0, standing(rest));

describe('a prediction', () => {
  test('is hidden until something was chosen and then happened', () => {
    const stage = lesson.stages[0];
    expect(isGuessing(stage, standing())).toBe(true);
    expect(isGuessing(stage, standing({ cursor: seqShown }))).toBe(true);
    expect(isGuessing(stage, standing({ chosen: 'failed' }))).toBe(true);
    expect(isGuessing(stage, standing({ chosen: 'failed', cursor: seqShown }))).toBe(false);
    expect(isGuessing(lesson.stages[1], standing())).toBe(false);
  });

  test('is judged by the run, once the run has come there', () => {
    expect(predict({ chosen: 'failed' })).toMatchObject({
      verdict: null,
      pending: { seq: seqShown },
    });
    expect(predict({ chosen: 'failed', cursor: seqShown })).toMatchObject({
      pending: null,
      verdict: { isRight: true, because: 'It ends failed.' },
      choices: [{ mark: 'right' }, { mark: null }],
    });
    expect(predict({ chosen: 'succeeded', cursor: seqShown })).toMatchObject({
      verdict: { isRight: false },
      choices: [{ mark: 'right' }, { mark: 'wrong' }],
    });
  });
});

describe('the other stages', () => {
  test('point at events, where the run has them', () => {
    const view = viewOf(lesson, 1, standing());
    expect(view.kind === 'look' && view.points.map(({ seq }) => seq !== null)).toEqual([
      true,
      false,
    ]);
  });

  test('tell a change once it is made', () => {
    expect(viewOf(lesson, 2, standing())).toMatchObject({ made: null });
    const plan = { answers: [], inputs: [{ after: '', delay: 0, action: 'cancel' as const }] };
    expect(viewOf(lesson, 2, standing({ plan }))).toMatchObject({ made: 'Made.' });
  });

  test('say where a run has no answer', () => {
    expect(viewOf(lesson, 3, standing({ chosen: 'failed' }))).toMatchObject({
      isLost: true,
      verdict: null,
    });
    expect(lesson.stages.map(showsHerd)).toEqual([false, false, false, true]);
  });

  test('end with what it comes to', () => {
    expect(viewOf(lesson, 4, standing())).toMatchObject({ kind: 'aha', text: 'It unwinds.' });
    expect(stageNames(lesson)).toEqual([
      'Predict',
      'Look',
      'Change one thing',
      'Check',
      'What it comes to',
    ]);
  });
});
