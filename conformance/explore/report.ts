/**
 * What an exploration comes to: plain data without a time of any clock, so the same for the same
 * document and bounds, to the byte. Its certificate is the part that can be checked again.
 */

import type { Json, JsonObject } from '../../core/model/json.ts';
import type { Outcome } from '../../core/model/trace.ts';
import type { Profile } from '../../core/model/workflow.ts';
import type { Dialect } from '../../core/reading.ts';
import type { Level } from '../../simulator/explore/types.ts';
import type { DesignFinding } from '../design/finding.ts';
import type { ExpectationSource, Failure, Severity } from '../fuzz/report.ts';
import type { AnswerKind } from './menu.ts';
import type { Outside } from './target.ts';

export interface ExploreReport {
  /** The version of this format. */
  readonly explore: 1;
  readonly path: string;
  readonly certificate: Certificate;
  /** Fewest faults first. */
  readonly failures: readonly ExploreFailure[];
  readonly worst: readonly Worst[];
  /** Faults of design, each with a run that shows it; absent where nobody looked for them. */
  readonly design?: readonly DesignFinding[];
  /** Sentences: what limits what was found. */
  readonly notes: readonly string[];
}

/** `times` counts the runs that were reached, `firstRun` says nothing here. */
export interface ExploreFailure extends Failure {
  /** What was chosen in it that is not usual. */
  readonly choices: readonly string[];
}

export interface Worst {
  readonly kind: 'time' | 'calls' | 'left';
  /** Virtual ms, or a count. */
  readonly amount: number;
  readonly faults: number;
  readonly choices: readonly string[];
  readonly outcome: Outcome;
  readonly scenario: Json;
}

export interface Certificate {
  /** The version of this format. */
  readonly certificate: 1;
  /** The version of Unwind that made it. */
  readonly version: string;
  readonly document: {
    /** Hex sha256 of its bytes. */
    readonly digest: string;
    readonly dialect: Dialect;
    readonly workflow: string;
  };
  /** Hex sha256 of the documents of subworkflows, by reference. */
  readonly documents: { readonly [reference: string]: string };
  readonly profile: Profile;
  /** Inputs of the runs. */
  readonly inputs: readonly JsonObject[];
  readonly bounds: {
    readonly faults: number;
    readonly states: number;
    readonly work: number;
    readonly kinds: readonly AnswerKind[];
    readonly outside: readonly Outside[];
  };
  readonly properties: readonly CertifiedProperty[];
  readonly result: {
    /** `held`: nothing broke, and all within the bounds was looked at. */
    readonly verdict: 'held' | 'broken' | 'bounded';
    readonly isComplete: boolean;
    readonly stoppedBy: 'states' | 'work' | null;
    readonly levels: readonly Level[];
    /** Decisions in the longest run. */
    readonly depth: number;
    readonly outcomes: readonly { readonly outcome: Outcome; readonly runs: number }[];
    /** How many different ends there are, and the hex sha256 of all of them. */
    readonly ends: number;
    readonly endsDigest: string;
    readonly worst: { readonly time: number; readonly calls: number; readonly left: number };
  };
  /** What it says, and what it does not. */
  readonly says: readonly string[];
}

export interface CertifiedProperty {
  readonly property: string;
  readonly text: string;
  /** Hex sha256 of the text. */
  readonly digest: string;
  readonly severity: Severity;
  readonly source: ExpectationSource['kind'];
  readonly held: boolean;
  /** With so many faults it breaks, with fewer it does not; null where it holds. */
  readonly breaksWith: number | null;
}
