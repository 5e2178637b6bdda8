import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { writeToken } from '../../conformance/token/token.ts';
import index from '../../examples/index.json' with { type: 'json' };
import { herdAnswerOf } from '../herd/herd.ts';
import { USUAL_HERD } from '../herd/parameters.ts';
import { type FaultPlan, NO_FAULTS } from '../models/faults.ts';
import { eventAt } from '../models/moment.ts';
import { answerOf } from '../worker/answer.ts';
import {
  type ChangeStage,
  choicesOf,
  type Lesson,
  type Stage,
  type Told,
  wordsOf,
} from './lesson.ts';
import { ENTRIES, placeWords, uncontrolled } from './list.ts';
import { DOCUMENT, TOKEN, WORLD } from './taught/charged-twice.ts';
import { LESSONS } from './taught/index.ts';

interface State {
  readonly document: string;
  readonly scenario: string;
  readonly plan: FaultPlan;
  readonly herd: typeof USUAL_HERD;
}

function beginningOf({ runs, withoutControls, faults }: Lesson): State {
  const plan = faults ?? NO_FAULTS;
  if (typeof runs !== 'string') return { ...runs, plan, herd: USUAL_HERD };
  const example = index.find(({ id }) => id === runs);
  if (example === undefined) throw new Error(`no example ${runs}`);
  const read = (path: string) =>
    readFileSync(new URL(`../../examples/${path}`, import.meta.url), 'utf8');
  const scenario = read(example.scenario);
  return {
    document: read(example.document),
    scenario: withoutControls === true ? uncontrolled(scenario) : scenario,
    plan,
    herd: USUAL_HERD,
  };
}

const herds = new Map<string, ReturnType<typeof herdAnswerOf>>();

function told({ document, scenario, plan, herd }: State): Told {
  const answer = answerOf({ document, scenario, seed: null, faults: plan });
  if (answer.kind !== 'run') throw new Error(JSON.stringify(answer));
  const key = JSON.stringify(herd);
  const known = herds.get(key) ?? herdAnswerOf({ herd });
  herds.set(key, known);
  return { run: answer.run, workflow: answer.workflow, herd: known };
}

function change(state: State, { apply }: ChangeStage): State {
  switch (apply.kind) {
    case 'faults':
      return { ...state, plan: apply.change(state.plan) };
    case 'document':
      return { ...state, document: apply.change(state.document) };
    case 'herd':
      return { ...state, herd: apply.change(state.herd) };
  }
}

/** Each stage with the run as it is once all changes before it were made. */
function walk(lesson: Lesson): readonly { stage: Stage; before: State; now: Told }[] {
  let state = beginningOf(lesson);
  return lesson.stages.map((stage) => {
    const before = state;
    const now = told(state);
    if (stage.kind === 'change') state = change(state, stage);
    return { stage, before, now };
  });
}

describe.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))('lesson %s', (_, lesson) => {
  const walked = walk(lesson);

  test('is in the list, with a title and a sentence', () => {
    expect(ENTRIES.map(({ id }) => id)).toContain(lesson.id);
    expect(lesson.aha).toMatch(/^[A-Z].*\.$/);
  });

  test('predicts, looks, changes and checks, in this order', () => {
    expect(lesson.stages.map(({ kind }) => kind).join(' ')).toMatch(
      /^predict( look)+( change check)+$/,
    );
  });

  test('points at moments that its run comes to', () => {
    for (const { stage, now } of walked) {
      const moments =
        stage.kind === 'predict'
          ? [stage.from, stage.shownAt]
          : stage.kind === 'look'
            ? stage.points.map(({ at }) => at)
            : stage.kind === 'change'
              ? [stage.at]
              : [];
      for (const moment of moments) {
        if (moment !== null)
          expect([moment, eventAt(now.run.trace, moment)?.type]).not.toContain(undefined);
      }
    }
  });

  test('shows what was guessed only after the place where it is guessed', () => {
    const { stage, now } = walked[0] as (typeof walked)[number];
    if (stage.kind !== 'predict' || stage.shownAt === null) return;
    const from = stage.from === null ? 0 : (eventAt(now.run.trace, stage.from)?.seq ?? 0);
    expect(eventAt(now.run.trace, stage.shownAt)?.seq).toBeGreaterThan(from);
  });

  test('has one right answer to each question, and wrong ones', () => {
    for (const { stage, now } of walked) {
      if (stage.kind !== 'predict' && stage.kind !== 'check') continue;
      const ids = choicesOf(stage, now).map(({ id }) => id);
      const right = stage.answer(now);
      expect(ids, wordsOf(stage.question, now)).toContain(right);
      expect(ids.length).toBeGreaterThanOrEqual(3);
      expect(new Set(ids).size).toBe(ids.length);
      expect(wordsOf(stage.because, now)).toMatch(/^.{20,}\.$/s);
    }
  });

  test('recognises each change, which the run before it does not have', () => {
    for (const { stage, before, now } of walked) {
      if (stage.kind !== 'change') continue;
      expect(stage.isMade(now, before.plan), stage.action).toBe(false);
      const after = change(before, stage);
      expect(stage.isMade(told(after), after.plan), stage.action).toBe(true);
      expect(change(after, stage)).toEqual(after);
    }
  });

  test('checks what the change has changed: without it another answer is right', () => {
    for (const [at, { stage, now }] of walked.entries()) {
      if (stage.kind !== 'check') continue;
      const before = walked[at - 1]?.now;
      if (before === undefined) throw new Error('a check follows a change');
      expect(stage.answer(before), wordsOf(stage.question, now)).not.toBe(stage.answer(now));
    }
  });
});

test('there are ten, and a counterexample behind them', () => {
  expect(ENTRIES.map(({ id }) => id)).toEqual(LESSONS.map(({ id }) => id));
  expect(ENTRIES.flatMap(({ number }) => number ?? [])).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ]);
  expect(ENTRIES.map(placeWords)[9]).toBe('Beside lesson 9');
});

test('in both worlds behind a timeout the engine sees the same, event by event', () => {
  const lesson = LESSONS.find(({ id }) => id === 'timeout') as Lesson;
  const [, , stage] = lesson.stages;
  const before = beginningOf(lesson);
  const after = change(before, stage as ChangeStage);
  expect(told(after).run.trace).toEqual(told(before).run.trace);
  expect(told(after).run.effects).not.toEqual(told(before).run.effects);
});

test('the link of the counterexample holds the run of its lesson', () => {
  expect(TOKEN).toBe(
    writeToken({
      document: { format: 'harness', text: DOCUMENT },
      scenario: WORLD,
      seed: WORLD.seed,
      schedule: [],
      rule: null,
      step: null,
      digest: null,
    }),
  );
});
