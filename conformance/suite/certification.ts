/** What a certification comes to: plain data, from which every format of report is made. */

import type { Json } from '../../core/model/json.ts';
import type { Profile } from '../../core/model/workflow.ts';
import type { Breach, Level, Rule } from '../rules/rule.ts';
import type { Verdict } from './verdict.ts';

export interface Certification {
  /** Of a runtime, or of traces that somebody recorded. */
  readonly kind: 'runtime' | 'traces';
  readonly unwind: string;
  readonly runtime: { readonly name: string; readonly version: string };
  readonly seed: number;
  /** Generated runs for each profile. */
  readonly runs: number;
  readonly level: Level | null;
  /** Somebody stopped it: what it says is said of what was done until then. */
  readonly interrupted?: boolean;
  readonly profiles: readonly ProfileReport[];
  /** What went wrong between suite and driver. */
  readonly incidents: readonly Incident[];
}

export interface ProfileReport {
  readonly profile: Profile;
  /** Fixed cases and generated runs that were judged. */
  readonly cases: number;
  readonly generated: number;
  /** Cases that need what the runtime does not declare. */
  readonly unsent: number;
  readonly blocked: number;
  /** What a reader should know of how the runs came about, in sentences. */
  readonly notes: readonly string[];
  readonly rules: readonly RuleReport[];
  readonly questions: readonly QuestionReport[];
}

export interface RuleReport {
  readonly id: string;
  readonly title: string;
  readonly clause: string;
  readonly strength: Rule['strength'];
  readonly verdict: Verdict;
  /** Why it is `unsupported`, `inconclusive`, `skipped`, `choice`, …; null where nothing is to say. */
  readonly reason: string | null;
  /** How often what it speaks of happened. */
  readonly occurrences: number;
  /** In how many runs. */
  readonly runs: number;
  /** In how many runs it was broken. */
  readonly broken: number;
  /** One way in which it is broken; null where it is not. */
  readonly breach: Breach | null;
  readonly counterexample: Counterexample | null;
  /** The shortest document that shows it; only of rules about documents. */
  readonly document: { readonly name: string; readonly source: string } | null;
}

/** An open question of HarnessXML: which reading was declared, and which was seen. */
export interface QuestionReport {
  readonly question: string;
  readonly declared: string | null;
  /** Null where no run told the readings apart. */
  readonly seen: string | null;
  readonly verdict: 'choice' | 'fail' | 'vacuous';
}

export interface Incident {
  readonly kind: string;
  readonly message: string;
  readonly hint: string | null;
}

/** The smallest run found in which a rule is broken. */
export interface Counterexample {
  readonly rule: string;
  readonly profile: Profile;
  /** The case that it was made from. */
  readonly from: string;
  readonly breach: Breach;
  readonly breaches: number;
  /** HarnessXML where the plan can be written so; ORBIT where it was sent so; else the plan. */
  readonly document: { readonly format: 'harness' | 'orbit' | 'plan'; readonly text: string };
  readonly scenario: Json;
  readonly nodes: number;
  readonly faults: number;
  /** The first thing that went otherwise than in the built-in runtime; null where nothing did. */
  readonly difference: Difference | null;
  /** What the runtime did, a line a call. */
  readonly calls: readonly string[];
  readonly token: string;
  /** Smaller cases that were tried. */
  readonly tries: number;
}

export interface Difference {
  readonly expected: string;
  readonly observed: string;
  readonly at: number | null;
}
