/** What a lesson shows: from its stage, the run, the cursor and what was chosen. */

import type { FaultPlan } from '../models/faults.ts';
import { eventAt, type Moment } from '../models/moment.ts';
import {
  type ChangeStage,
  type CheckStage,
  choicesOf,
  type Lesson,
  type LookStage,
  type PredictStage,
  type Stage,
  type Told,
  wordsOf,
} from './lesson.ts';

export interface Standing {
  readonly told: Told;
  /** By `seq`. */
  readonly cursor: number;
  readonly plan: FaultPlan;
  /** What was answered at this stage; null for nothing. */
  readonly chosen: string | null;
}

export type StageView = QuestionView | LookView | ChangeView | AhaView;

export interface QuestionView {
  readonly kind: 'predict' | 'check';
  readonly title: string;
  readonly question: string;
  readonly choices: readonly {
    readonly id: string;
    readonly text: string;
    /** Null while it is not told. */
    readonly mark: 'right' | 'wrong' | null;
  }[];
  /** What to do until it is told; null where nothing is waited for. */
  readonly pending: { readonly text: string; readonly seq: number } | null;
  readonly verdict: {
    readonly isRight: boolean;
    readonly title: string;
    readonly because: string;
  } | null;
  /** The run has no answer. */
  readonly isLost: boolean;
}

export interface LookView {
  readonly kind: 'look';
  readonly title: string;
  readonly text: string;
  readonly points: readonly {
    readonly text: string;
    /** The event (by `seq`) to look at; null where there is none in this run. */
    readonly seq: number | null;
  }[];
}

export interface ChangeView {
  readonly kind: 'change';
  readonly title: string;
  readonly text: string;
  readonly where: string;
  readonly action: string;
  /** What is seen of it; null while it is not made. */
  readonly made: string | null;
}

export interface AhaView {
  readonly kind: 'aha';
  readonly title: string;
  readonly text: string;
  readonly links: readonly { readonly text: string; readonly hash: string }[];
}

export const STAGE_NAMES: Readonly<Record<Stage['kind'] | 'aha', string>> = {
  predict: 'Predict',
  look: 'Look',
  change: 'Change one thing',
  check: 'Check',
  aha: 'What it comes to',
};

/** The stages of a lesson by name, the last one included. */
export function stageNames({ stages }: Lesson): readonly string[] {
  return [...stages.map(({ kind }) => STAGE_NAMES[kind]), STAGE_NAMES.aha];
}

export function viewOf(lesson: Lesson, at: number, standing: Standing): StageView {
  const stage = lesson.stages[at];
  if (stage === undefined) {
    return { kind: 'aha', title: STAGE_NAMES.aha, text: lesson.aha, links: lesson.links ?? [] };
  }
  switch (stage.kind) {
    case 'predict':
    case 'check':
      return questionView(stage, standing);
    case 'look':
      return lookView(stage, standing);
    case 'change':
      return changeView(stage, standing);
  }
}

function questionView(
  stage: PredictStage | CheckStage,
  { told, cursor, chosen }: Standing,
): QuestionView {
  const right = stage.answer(told);
  const seq = stage.kind === 'predict' ? seqOf(stage.shownAt, told) : null;
  const isTold = chosen !== null && right !== null && (seq === null || cursor >= seq);
  return {
    kind: stage.kind,
    title: STAGE_NAMES[stage.kind],
    question: wordsOf(stage.question, told),
    choices: choicesOf(stage, told).map(({ id, text }) => ({
      id,
      text,
      mark: !isTold ? null : id === right ? 'right' : id === chosen ? 'wrong' : null,
    })),
    pending:
      chosen === null || isTold || seq === null || right === null
        ? null
        : { text: 'Now step on, and see.', seq },
    verdict: isTold
      ? {
          isRight: chosen === right,
          title: chosen === right ? 'Yes.' : 'No.',
          because: wordsOf(stage.because, told),
        }
      : null,
    isLost: right === null,
  };
}

/** What is guessed is not shown before it is. */
export function isGuessing(stage: Stage | undefined, { told, cursor, chosen }: Standing): boolean {
  if (stage?.kind !== 'predict') return false;
  const seq = seqOf(stage.shownAt, told);
  return chosen === null || (seq !== null && cursor < seq);
}

function lookView(stage: LookStage, { told }: Standing): LookView {
  return {
    kind: 'look',
    title: STAGE_NAMES.look,
    text: wordsOf(stage.text, told),
    points: stage.points.map(({ text, at }) => ({
      text: wordsOf(text, told),
      seq: seqOf(at, told),
    })),
  };
}

function changeView(stage: ChangeStage, { told, plan }: Standing): ChangeView {
  return {
    kind: 'change',
    title: STAGE_NAMES.change,
    text: stage.text,
    where: stage.where,
    action: stage.action,
    made: stage.isMade(told, plan) ? wordsOf(stage.then, told) : null,
  };
}

export function seqOf(moment: Moment | null, { run }: Told): number | null {
  return moment === null ? null : (eventAt(run.trace, moment)?.seq ?? null);
}

/** The herd instead of the run. */
export function showsHerd(stage: Stage | undefined): boolean {
  return stage !== undefined && 'shows' in stage && stage.shows === 'herd';
}
