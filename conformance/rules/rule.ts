/** What a rule is, and what it says of a run. */

import type { Profile } from '../../core/model/workflow.ts';
import type { View } from './execution.ts';

export type Strength = 'MUST' | 'SHOULD';
export type Level = 'core' | 'executing' | 'full';
export type AddOn = 'resume' | 'operators';
export type Family =
  | 'retry'
  | 'timeout'
  | 'idempotence'
  | 'failure'
  | 'compensation'
  | 'lifecycle'
  | 'schedule'
  | 'durability'
  | 'operator'
  | 'document';

/** What a rule must see: the calls, the runtime's trace, its reported outcome. */
export type Evidence = 'world' | 'trace' | 'outcome';

export interface RuleDescription {
  /** `family/name`; never used for another rule. */
  readonly id: string;
  /** Completes the sentence "A runtime …". */
  readonly title: string;
  /** Where it comes from: HarnessXML §8.1, ORBIT, discipline 3. */
  readonly clause: string;
  readonly strength: Strength;
  /** Where a profile asks for it in another way. */
  readonly strengthIn?: { readonly [profile in Profile]?: Strength };
  readonly profiles: readonly Profile[];
  /** The open question (harness.md §6) whose declared reading it judges in HarnessXML. */
  readonly question?: string;
  /** The level of HarnessXML that asks for it; null where no level does. */
  readonly level: Level | null;
  /** The add-on that a claim must name for the rule to count. */
  readonly addOn?: AddOn;
  /** Any one of these lists is enough: the more of it there is, the more is judged. */
  readonly sees: readonly Evidence[];
  /** What a driver must declare, or the rule is unsupported. */
  readonly needs: readonly string[];
  /** Completes the sentence "It is judged where …". */
  readonly trigger: string;
  readonly page: RulePage;
}

/** How binding a rule is for a runtime of a profile. */
export const strengthOf = (
  { strength, strengthIn }: Pick<RuleDescription, 'strength' | 'strengthIn'>,
  profile: Profile,
): Strength => strengthIn?.[profile] ?? strength;

export interface RulePage {
  readonly why: string;
  /** What a runtime that breaks it does, in a small example with times. */
  readonly wrong: string;
  readonly right: string;
}

/** Judged on each run by itself. */
export interface RunRule extends RuleDescription {
  readonly kind: 'run';
  readonly judge: (view: View) => Judgement;
}

/** Judged on what many runs gave together. */
export interface SampleRule extends RuleDescription {
  readonly kind: 'sample';
  readonly sample: (view: View) => readonly Sample[];
  readonly conclude: (samples: readonly Sample[]) => Conclusion;
  /** Highest probability of an alarm for a right runtime; 0 for a rule without chance. */
  readonly falseAlarm: number;
  /** Samples that it needs before it says anything. */
  readonly sampleSize: number;
}

/** Judged on what a runtime says of a document. */
export interface DocumentRule extends RuleDescription {
  readonly kind: 'document';
  readonly judgeDocument: (check: DocumentCheck) => Judgement;
}

export type Rule = RunRule | SampleRule | DocumentRule;

export interface Sample {
  /** What is compared with what: only samples of one group are. */
  readonly group: string;
  readonly value: number | string;
  /** How far a number may be off, because a real clock was read. */
  readonly tolerance: number;
  /** Unit and time, for messages. */
  readonly unit: string;
  readonly at: number;
}

export interface Judgement {
  /** How often what the rule speaks of happened: with 0 it is vacuous. */
  readonly occurrences: number;
  readonly breaches: readonly Breach[];
}

export type Conclusion = Judgement & {
  /** Why nothing can be said; null where something can. */
  readonly inconclusive: string | null;
};

export interface Breach {
  /** A sentence that names unit, attempt and values. */
  readonly message: string;
  readonly expected: string;
  readonly observed: string;
  readonly unit: string | null;
  /** ms since the run began. */
  readonly at: number | null;
  /** Number of the event in the trace that shows it. */
  readonly seq: number | null;
}

/** A document, what is known of it, and what a runtime says. */
export interface DocumentCheck {
  readonly dialect: 'harness' | 'orbit';
  readonly source: string;
  /** Empty for a valid document. */
  readonly expected: readonly DocumentFinding[];
  readonly valid: boolean;
  readonly findings: readonly DocumentFinding[];
}

export interface DocumentFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly line: number;
  readonly column: number;
}
