/**
 * What a search comes to: plain data, from which every format is made. All of it but `timing` is
 * the same, to the byte, for the same documents, options and number of runs.
 */

import type { Json } from '../../core/model/json.ts';
import type { CompensationOutcome, Outcome } from '../../core/model/trace.ts';
import type { Profile } from '../../core/model/workflow.ts';
import type { Dialect } from '../../core/reading.ts';
import type { DesignFinding } from '../design/finding.ts';

export interface FuzzReport {
  /** The version of this format. */
  readonly fuzz: 1;
  readonly version: string;
  readonly seed: number;
  /** Runs asked for, for each document; null where only time bounds the search. */
  readonly runs: number | null;
  /** Which part of a search in several parts this is: `index` from 1 to `count`. */
  readonly shard: { readonly index: number; readonly count: number } | null;
  readonly documents: readonly DocumentReport[];
  /** What a baseline came to; left out where none was given. */
  readonly baseline?: BaselineReport;
  /** The only member that hangs on the machine. */
  readonly timing: Timing;
}

/** A file of what is known and excused until a day, held against what was found. */
export interface BaselineReport {
  /** The file, as it was named. */
  readonly path: string;
  /** The day by which entries expire: 2027-01-31. */
  readonly on: string;
  readonly entries: number;
  /** Found, and excused no more. */
  readonly expired: readonly BaselineEntry[];
  /** Not found by a whole search of its document: it is to be taken out of the file. */
  readonly stale: readonly BaselineEntry[];
  /** Not found by a search that was only a part, or was stopped: that says nothing. */
  readonly unseen: readonly BaselineEntry[];
}

export interface BaselineEntry {
  readonly fingerprint: string;
  readonly property: string;
  /** The id of the workflow. */
  readonly document: string;
  readonly reason: string;
  /** The last day on which it excuses anything. */
  readonly expires: string;
  readonly ticket?: string;
}

export interface Timing {
  readonly seconds: number;
  readonly runsPerSecond: number;
  readonly stoppedBy: StoppedBy;
}

export type StoppedBy = 'runs' | 'time' | 'interrupt';

export interface DocumentReport {
  readonly path: string;
  readonly dialect: Dialect;
  /** Hex sha256 of the document's bytes. */
  readonly digest: string;
  readonly workflow: string;
  readonly profile: Profile;
  /** Done; fewer than asked for where time was over. */
  readonly runs: number;
  /** How many of them were judged by the rules of the suite; by expectations all are. */
  readonly judged: number;
  /** Runs with more faults than this were not looked at; null for any number. */
  readonly faults: number | null;
  readonly expectations: readonly ExpectationReport[];
  /** How many runs ended so, most often first. */
  readonly outcomes: readonly { readonly outcome: Outcome; readonly runs: number }[];
  readonly coverage: Coverage;
  /** Errors first, then by the run that found them. */
  readonly failures: readonly Failure[];
  /** Faults of design, each with a run that shows it; absent where nobody looked for them. */
  readonly design?: readonly DesignFinding[];
  /** Sentences: what limits what was found. */
  readonly notes: readonly string[];
  /** Where the nodes begin that stories name, by their id. */
  readonly places?: Readonly<Record<string, DocumentPlace>>;
}

/** From 1. */
export interface DocumentPlace {
  readonly line: number;
  readonly column: number;
}

export type Severity = 'error' | 'warning';

export interface ExpectationReport {
  /** The kind, like `no-effect-left-behind`: stable, for rule ids of other tools. */
  readonly property: string;
  /** As its author could have written it: `if charge then refund or ship`. */
  readonly text: string;
  /** Where it was written; `default` for what is looked at without being asked for. */
  readonly source: ExpectationSource;
  readonly severity: Severity;
  /** Runs in which what it speaks of happened. */
  readonly tried: number;
  readonly broken: number;
}

export interface ExpectationSource {
  readonly kind: 'default' | 'extension' | 'comment' | 'file' | 'option';
  /** The file that holds it; null for defaults and options. */
  readonly path: string | null;
  /** From 1; null where it has none. */
  readonly line: number | null;
}

export interface Coverage {
  readonly groups: readonly CoverageGroup[];
}

/** One kind of thing that can happen, such as `compensations that failed`. */
export interface CoverageGroup {
  /** Stable: `step-failed`, `error-edge`, `decision`. */
  readonly id: string;
  readonly title: string;
  readonly reached: number;
  /** Null where nobody can count what could be reached. */
  readonly reachable: number | null;
  /**
   * What never happened, in document order; `unreached` says how many there are. At most fifty, but
   * all of them in a part of a search, so that parts can be put together.
   */
  readonly missing: readonly string[];
  /** What was reached, by name, where nobody can count what could be. */
  readonly names?: readonly string[];
  readonly unreached: number;
}

/** What was expected and did not hold, with the smallest story that shows it. */
export interface Failure {
  /** Hex: the same for the same fault of the same document, whatever the seed. */
  readonly fingerprint: string;
  /** Of what the fingerprint is made. */
  readonly identity: FailureIdentity;
  /** `rule`: the built-in runtime broke a rule of the suite; then it is ours, not the document's. */
  readonly kind: 'expectation' | 'rule';
  readonly severity: Severity;
  /** The kind of expectation, or the rule's id. */
  readonly property: string;
  /** The expectation's text; null for rules. */
  readonly expectation: string | null;
  readonly source: ExpectationSource | null;
  /** What broke, in a sentence. */
  readonly message: string;
  readonly expected: string;
  readonly observed: string;
  /** The node that it is about, where there is one. */
  readonly node: string | null;
  /** Where that node begins in the document, from 1; null where that is not known. */
  readonly place: DocumentPlace | null;
  /** Other nodes for which the same breaks by the same cause, each with a scenario of its own. */
  readonly also: readonly SameElsewhere[];
  /** Runs that broke it before it was made smaller. */
  readonly times: number;
  /** The number of the first of them, from 0; -1 for one of the regression files. */
  readonly firstRun: number;
  /** What has to go wrong, in words: `charge: the reply is lost, the effect stands`. */
  readonly causes: readonly string[];
  readonly faults: number;
  /** The smallest scenario that was found, in its JSON form. */
  readonly scenario: Json;
  /** Whether taking any one thing away from it was tried, and mends it. */
  readonly isMinimal: boolean;
  /** Smaller scenarios tried. */
  readonly tries: number;
  readonly outcome: Outcome;
  readonly compensation: CompensationOutcome;
  /** Virtual ms. */
  readonly endedAt: number;
  /** The whole run in a sentence. */
  readonly summary: string;
  readonly story: readonly StoryLine[];
  /** The number of the event to look at; null for the run as a whole. */
  readonly step: number | null;
  /** Hex sha256 of the trace. */
  readonly digest: string;
  /** For `unwind replay` and the playground; null where the document is too large for one. */
  readonly token: string | null;
  /** Known, and excused until a day: it fails nothing. */
  readonly known?: { readonly reason: string; readonly expires: string; readonly ticket?: string };
}

export interface FailureIdentity {
  readonly property: string;
  readonly node: string | null;
  /** What went wrong with the node (`lost@self`) or its undo; elsewhere, where that is nothing. */
  readonly shape: readonly string[];
}

export interface SameElsewhere {
  readonly node: string | null;
  readonly fingerprint: string;
  readonly message: string;
  readonly scenario: Json;
}

/** Something that happened, as a line of the smallest story. */
export interface StoryLine {
  /** Virtual ms. */
  readonly at: number;
  /** The event's number in the trace. */
  readonly seq: number;
  readonly node: string | null;
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'plain';
}
