/** What a certification comes to: plain data, from which every format of report is made. */

import type { Json } from '../../core/model/json.ts';
import type { Outcome, TraceEvent } from '../../core/model/trace.ts';
import type { Profile } from '../../core/model/workflow.ts';
import type { SessionClock } from '../protocol/hello.ts';
import type { Call, ReplyError } from '../rules/observation.ts';
import type { AddOn, Breach, Level, Rule, Sample } from '../rules/rule.ts';
import type { Verdict } from './verdict.ts';

export interface Certification {
  /** Of a runtime, or of traces that somebody recorded. */
  readonly kind: 'runtime' | 'traces';
  readonly unwind: string;
  readonly suite: SuiteIdentity;
  readonly runtime: RuntimeIdentity;
  /** What it declared; null for traces, which nobody declared anything of. */
  readonly driver: DriverDescription | null;
  /** What makes this report again, as typed into a shell; null where nobody knows. */
  readonly command: string | null;
  /** Null where all was done in one go. */
  readonly shard: Shard | null;
  readonly seed: number;
  /** Generated runs for each profile. */
  readonly runs: number;
  readonly level: Level | null;
  /** What was expected to be broken; left out where nobody said so. */
  readonly expected?: Expectations;
  /** Somebody stopped it: what it says is said of what was done until then. */
  readonly interrupted?: boolean;
  /** The record that it was read from ends before its end: what it says is only the beginning. */
  readonly truncated?: boolean;
  readonly profiles: readonly ProfileReport[];
  /** What went wrong between suite and driver. */
  readonly incidents: readonly Incident[];
  /** What the driver wrote to its stderr; of much the end. Left out where it wrote nothing. */
  readonly stderr?: string;
}

/** By what it was judged. Two reports of one digest say the same of the same runtime. */
export interface SuiteIdentity {
  readonly name: 'unwind';
  readonly version: string;
  /** `sha256:…` of the rule set (rule-set-digest.ts). */
  readonly rules: string;
}

export interface RuntimeIdentity {
  readonly name: string;
  readonly version: string;
  readonly language?: string;
  readonly homepage?: string;
}

/** A driver as the command named it, and what it declared when it was greeted. */
export interface DriverDescription {
  /** `--driver "python3 driver.py"`; empty for the built-in runtime. */
  readonly words: string;
  readonly profiles: readonly string[];
  readonly dialects: readonly string[];
  readonly clock: SessionClock;
  readonly capabilities: readonly string[];
  /** Capability → why it is not there. */
  readonly unsupported: { readonly [capability: string]: string };
  /** Question → declared reading. */
  readonly choices: { readonly [question: string]: string };
}

/** One of several parts that are done apart and merged. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

export interface ProfileReport {
  readonly profile: Profile;
  /** Everything that was run or checked, in order; of very much the first (MOST_RAN). */
  readonly ran: readonly RanCase[];
  /** How many of them there are to be, over all shards. */
  readonly planned: number;
  /** Fixed cases and generated runs that were judged. */
  readonly cases: number;
  readonly generated: number;
  /** Cases that need what the runtime does not declare. */
  readonly unsent: number;
  readonly blocked: number;
  /** What a reader should know of how the runs came about, in sentences. */
  readonly notes: readonly string[];
  /** In shards alone: what a merge says it anew from. */
  readonly part?: ProfilePart;
  readonly rules: readonly RuleReport[];
  readonly questions: readonly QuestionReport[];
}

/** A case, a generated run or a document, and what came of it. */
export interface RanCase {
  /**
   * `baseline/case/retry/max-attempts/1`, `baseline/run/17`, `harness/document/broken/3`: the
   * same thing in every run of one suite with one seed, whichever shard does it.
   */
  readonly id: string;
  /** As a person calls it: `retry/max-attempts #1`. */
  readonly name: string;
  /** Null where nobody told it, and of documents. */
  readonly outcome: Outcome | null;
  readonly calls: number;
  /** ms on the runtime's clock since the run began; null where nobody told it. */
  readonly endedAt: number | null;
  /** Rules that it breaks, by id. */
  readonly broken: readonly string[];
  /** Why it could not be judged. */
  readonly blocked?: string;
}

export interface RuleReport {
  readonly id: string;
  readonly title: string;
  /** Where it comes from. */
  readonly clause: string;
  readonly strength: Rule['strength'];
  /** The level of HarnessXML that asks for it; null where none does. */
  readonly level: Level | null;
  /** The add-on that a claim must name for it to count; null where it counts anyway. */
  readonly addOn: AddOn | null;
  readonly verdict: Verdict;
  /** Somebody declared that it would be broken; null where nobody did. */
  readonly expectedFailure: ExpectedFailure | null;
  /** Why it is `unsupported`, `inconclusive`, `skipped`, `choice`, …; null where nothing is to say. */
  readonly reason: string | null;
  /** The capability for want of which it is `unsupported`; left out of others. */
  readonly missing?: string;
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
  /** Of rules that were judged, in shards alone: what a merge concludes from. */
  readonly part?: RulePart;
}

/** What a merge needs of a shard besides the counts, to conclude on a rule as if there were none. */
export interface RulePart {
  /** The case that the breach and the counterexample come from, and its size. */
  readonly worst: { readonly from: string; readonly size: number } | null;
  /** The case that the document is of. */
  readonly document: { readonly from: string } | null;
  /** Readings under which all that was broken here holds; null where nothing was. */
  readonly readings: readonly { readonly question: string; readonly reading: string }[] | null;
  /** Breaches that another run of the same case did not show. */
  readonly unsteady: number;
  /** Why none of its cases can be sent; null where one can. */
  readonly outOfReach: { readonly reason: string; readonly missing?: string } | null;
  /** The last of its cases that the driver refused; null where it refused none. */
  readonly refused: { readonly from: string; readonly reason: string } | null;
  /** What each run showed, of a rule that many runs show together. */
  readonly sampled: readonly SampledRun[];
}

export interface SampledRun {
  readonly from: string;
  readonly samples: readonly Sample[];
}

/** What a merge needs of a shard for what is said of a profile. */
export interface ProfilePart {
  /** Why the driver refused runs, in the order in which it first said so. */
  readonly refusals: readonly Refusal[];
  /** Runs whose calls the driver told itself, by a script. */
  readonly selfReported: number;
}

export interface Refusal {
  readonly reason: string;
  readonly count: number;
  /** The run of which it was first said. */
  readonly from: string;
}

/** By which day expectations were judged, and all of them, in the order of their file. */
export interface Expectations {
  /** 2026-12-01 */
  readonly on: string;
  readonly failures: readonly ExpectedRule[];
}

export interface ExpectedRule extends ExpectedFailure {
  readonly rule: string;
  /** Left out: in every profile of the rule. */
  readonly profile?: Profile;
}

export interface ExpectedFailure {
  readonly reason: string;
  /** The last day on which it excuses anything: 2027-01-31. */
  readonly expires: string;
  /** Where it is followed up. */
  readonly ticket?: string;
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
  /** The same as data, and what the built-in runtime did in the same case; of many the first. */
  readonly observed: readonly ShownCall[];
  readonly reference: readonly ShownCall[];
  /** The runtime's own trace, where it has one; of a long one the beginning. */
  readonly trace?: readonly TraceEvent[];
  readonly token: string;
  /** Smaller cases that were tried. */
  readonly tries: number;
}

/** A call (conformance/rules/observation.ts) as JSON holds it: long texts cut, large values left out. */
export interface ShownCall extends Omit<Call, 'input' | 'reply'> {
  readonly input?: Json;
  readonly reply: { readonly after: number; readonly then: ShownReply };
}

export type ShownReply =
  | { readonly kind: 'ok'; readonly output?: Json }
  | { readonly kind: 'error'; readonly error: ReplyError }
  | { readonly kind: 'hang' }
  | { readonly kind: 'status'; readonly applied: boolean | null };

export interface Difference {
  readonly expected: string;
  readonly observed: string;
  readonly at: number | null;
}
