/** What the page and the worker that reads files say to each other: plain data on both sides. */

import type { Verdict } from '../../conformance/suite/verdict.ts';
import type { Profile } from '../../core/model/workflow.ts';
import type { RunAnswer } from '../worker/messages.ts';

export interface OpenFiles {
  /** A report or a trace, whichever it turns out to be. */
  readonly file: Blob;
  readonly name: string;
  /** The document of a trace, as text, where there is one. */
  readonly document: string | null;
}

/** A run of a report's failure, whose own trace is to be seen. */
export interface OpenTrace {
  readonly trace: readonly unknown[];
  readonly document: string | null;
  readonly name: string;
}

export type ReadAnswer =
  | { readonly kind: 'report'; readonly report: ReportView }
  | { readonly kind: 'trace'; readonly trace: TraceView }
  | ReadProblem;

export interface ReadProblem {
  readonly kind: 'problem';
  readonly title: string;
  readonly text: string;
}

export interface ReportView {
  readonly title: string;
  /** `Conformance report by unwind 0.1.0` */
  readonly over: string;
  /** Why it is only a part of a report. */
  readonly banners: readonly string[];
  readonly profiles: readonly Profile[];
  readonly cards: readonly ReportCard[];
  readonly facts: readonly (readonly [string, string])[];
  readonly command: string | null;
  readonly families: readonly ReportFamily[];
  readonly failures: readonly ReportFailure[];
  readonly questions: readonly ReportQuestion[];
  readonly incidents: readonly string[];
}

export interface ReportCard {
  readonly claim: string;
  readonly conclusion: string;
  /** Whose look the conclusion has. */
  readonly look: Verdict;
  readonly runs: string;
  readonly counts: readonly (readonly [Verdict, number])[];
  readonly claims: readonly string[];
  readonly notes: readonly string[];
}

export interface ReportFamily {
  readonly name: string;
  readonly rows: readonly ReportRow[];
}

export interface ReportRow {
  readonly id: string;
  readonly title: string;
  /** One a profile; null where the rule is not of it. */
  readonly cells: readonly (ReportCell | null)[];
}

export interface ReportCell {
  readonly verdict: Verdict;
  readonly isExpected: boolean;
  /** How many runs, or in how many of them it was broken; empty where none was. */
  readonly seen: string;
  readonly reason: string | null;
  /** Which failure it leads to, by index; null for none. */
  readonly failure: number | null;
}

export interface ReportQuestion {
  readonly profile: Profile;
  readonly question: string;
  /** Which reading was seen. */
  readonly text: string;
  readonly declared: string | null;
  /** It was declared otherwise. */
  readonly isWrong: boolean;
}

export interface ReportFailure {
  readonly profile: Profile;
  readonly rule: string;
  readonly verdict: Verdict;
  readonly strength: string;
  /** `A runtime …`. */
  readonly title: string;
  readonly clause: string;
  readonly often: string;
  readonly reason: string | null;
  readonly breach: ReportClash | null;
  /** Why there is such a rule, what is wrong and what is right; empty for a rule not known here. */
  readonly page: readonly (readonly [string, string])[];
  readonly example: ReportExample | null;
  readonly document: { readonly name: string; readonly source: string } | null;
}

export interface ReportClash {
  readonly message: string;
  readonly expected: string;
  readonly observed: string;
}

/** A counterexample: a run that can be stepped through. */
export interface ReportExample {
  /** Empty where the report has none that can be read. */
  readonly token: string;
  readonly command: string;
  readonly size: string;
  readonly document: string;
  readonly scenario: string;
  /** The first thing that differs from the built-in runtime. */
  readonly difference: ReportClash | null;
  readonly calls: readonly CallRow[];
  /** The runtime's own trace, as it stands in the report; empty where it gave none. */
  readonly trace: readonly unknown[];
}

/** A call of either side, beside the same call of the other where that has one. */
export interface CallRow {
  /** In ms. */
  readonly at: number;
  readonly name: string;
  readonly unit: string;
  readonly attempt: number;
  /** What the built-in runtime makes of it, and what this one; null for the side that has no such call. */
  readonly reference: CallSide | null;
  readonly observed: CallSide | null;
}

export interface CallSide {
  readonly at: number;
  readonly time: string;
  readonly word: string;
  readonly look: string;
  /** Empty where it never ended. */
  readonly ended: string;
}

export interface TraceView {
  readonly name: string;
  /** `unwind trace`, … */
  readonly format: string;
  readonly run: RunAnswer;
  /** What a reader should know of it, in sentences. */
  readonly notes: readonly string[];
  /** Rules that it breaks, judged by its document. */
  readonly broken: readonly TraceBreach[];
}

export interface TraceBreach extends ReportClash {
  readonly rule: string;
  readonly seq: number | null;
}
