/**
 * What a lesson is: data. Its stages ask, show and change; what is right is computed from the
 * run by functions, so that a changed run has other right answers.
 */

import type { Run } from '../../core/model/run.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import type { HerdAnswer } from '../herd/herd.ts';
import type { HerdParameters } from '../herd/parameters.ts';
import type { FaultPlan } from '../models/faults.ts';
import type { Moment } from '../models/moment.ts';

export interface Lesson {
  readonly id: string;
  /** The example that is run, or a document and a scenario of its own. */
  readonly runs: string | { readonly document: string; readonly scenario: string };
  /** The example's cancels and crashes are left out: the faults bring their own. */
  readonly withoutControls?: true;
  /** What is laid over the scenario from the beginning. */
  readonly faults?: FaultPlan;
  readonly stages: readonly Stage[];
  /** What is learnt, in a sentence. */
  readonly aha: string;
  readonly links?: readonly { readonly text: string; readonly hash: string }[];
}

/** What answers are computed from. */
export interface Told {
  readonly run: Run;
  readonly workflow: Workflow;
  /** Null until it is simulated, and in lessons without a herd. */
  readonly herd: HerdAnswer | null;
}

export type Words = string | ((told: Told) => string);

export interface Choice {
  readonly id: string;
  readonly text: string;
}

/** Null: this run has no answer to the question. */
export type RightAnswer = (told: Told) => string | null;

interface Question {
  readonly question: Words;
  readonly choices: readonly Choice[] | ((told: Told) => readonly Choice[]);
  readonly answer: RightAnswer;
  readonly because: Words;
}

export type Stage = PredictStage | LookStage | ChangeStage | CheckStage;

export interface PredictStage extends Question {
  readonly kind: 'predict';
  /** Where the page stands while it is guessed; null for before the first event. */
  readonly from: Moment | null;
  /** When it has happened; null where it does not happen in the run that is seen. */
  readonly shownAt: Moment | null;
}

export interface LookStage {
  readonly kind: 'look';
  readonly text: Words;
  readonly points: readonly { readonly text: Words; readonly at: Moment | null }[];
  readonly shows?: 'herd';
}

export interface ChangeStage {
  readonly kind: 'change';
  readonly text: string;
  /** How it is done without the button. */
  readonly where: string;
  /** What the button says. */
  readonly action: string;
  /** What is looked at while it is changed. */
  readonly at: Moment | null;
  readonly attempt: { readonly unit: string; readonly attempt: number } | null;
  readonly apply: Apply;
  readonly isMade: (told: Told, plan: FaultPlan) => boolean;
  /** What to see once it is made. */
  readonly then: Words;
  readonly shows?: 'herd';
}

export type Apply =
  | { readonly kind: 'faults'; readonly change: (plan: FaultPlan) => FaultPlan }
  | { readonly kind: 'document'; readonly change: (text: string) => string }
  | { readonly kind: 'herd'; readonly change: (herd: HerdParameters) => HerdParameters };

export interface CheckStage extends Question {
  readonly kind: 'check';
  readonly shows?: 'herd';
}

export function wordsOf(words: Words, told: Told): string {
  return typeof words === 'string' ? words : words(told);
}

export function choicesOf({ choices }: Question, told: Told): readonly Choice[] {
  return typeof choices === 'function' ? choices(told) : choices;
}
