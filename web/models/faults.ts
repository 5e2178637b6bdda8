/**
 * What a person laid over a scenario: how single attempts end, and what comes from outside at
 * which moment. Plain data, so that it fits into a link; `faults/apply.ts` makes a scenario of it.
 */

import type { Json } from '../../core/model/json.ts';
import type { Moment } from './moment.ts';

export interface FaultPlan {
  /** At most one for each unit and attempt. */
  readonly answers: readonly AnswerFault[];
  readonly inputs: readonly Input[];
}

export interface AnswerFault {
  /** As the trace names it: `charge`, `body[0]`, `compensate:charge`. */
  readonly unit: string;
  readonly node: string;
  /** From 1. */
  readonly attempt: number;
  readonly make: Make;
}

/** What becomes of one attempt. */
export type Make =
  | { readonly kind: 'succeed' }
  | { readonly kind: 'fail'; readonly class: string; readonly status: number | null }
  /** No answer within the time; `done`: what was asked for happened all the same. */
  | { readonly kind: 'silent'; readonly done: boolean }
  /** No answer ever, and nothing done. */
  | { readonly kind: 'hang' }
  /** As the scenario says, `by` ms later. */
  | { readonly kind: 'slow'; readonly by: number }
  /** The engine crashes while the call is under way, or right after its end was recorded. */
  | { readonly kind: 'crash'; readonly when: 'before' | 'after' };

export type MakeKind = Make['kind'];

/** Right after a moment, or `delay` ms later; an empty moment is the beginning of the run. */
export type Input = { readonly after: Moment; readonly delay: number } & (
  | { readonly action: 'cancel' }
  /** The engine is down for `down` ms. */
  | { readonly action: 'crash'; readonly down: number }
  | { readonly action: 'signal'; readonly name: string; readonly value: Json }
  | {
      readonly action: 'operator';
      readonly command: 'retry-step' | 'resume-run' | 'settle-uncertain';
      readonly step: string | null;
      readonly applied: boolean | null;
    }
);

type Untimed<One> = One extends unknown ? Omit<One, 'after' | 'delay'> : never;

/** What somebody does for a run that waits for it, without when. */
export type Act = Untimed<Extract<Input, { readonly action: 'operator' | 'signal' }>>;

export const NO_FAULTS: FaultPlan = { answers: [], inputs: [] };

/** How long the engine is down after a crash, unless something else is said, in ms. */
export const USUAL_DOWN = 5000;

export function isEmpty({ answers, inputs }: FaultPlan): boolean {
  return answers.length === 0 && inputs.length === 0;
}

export function countOf({ answers, inputs }: FaultPlan): number {
  return answers.length + inputs.length;
}

/** What was chosen for an attempt; null: as the scenario says. */
export function makeOf(plan: FaultPlan, unit: string, attempt: number): Make | null {
  const found = plan.answers.find((fault) => fault.unit === unit && fault.attempt === attempt);
  return found?.make ?? null;
}

/** The plan with another choice for one attempt; null takes the choice back. */
export function withAnswer(
  plan: FaultPlan,
  { unit, node, attempt }: Pick<AnswerFault, 'unit' | 'node' | 'attempt'>,
  make: Make | null,
): FaultPlan {
  const others = plan.answers.filter((fault) => fault.unit !== unit || fault.attempt !== attempt);
  return {
    ...plan,
    answers: make === null ? others : [...others, { unit, node, attempt, make }],
  };
}

export function withInput(plan: FaultPlan, input: Input): FaultPlan {
  return { ...plan, inputs: [...plan.inputs, input] };
}

export function withoutInput(plan: FaultPlan, index: number): FaultPlan {
  return { ...plan, inputs: plan.inputs.filter((_, at) => at !== index) };
}
