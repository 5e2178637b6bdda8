/** What an author expects of every run of a document, whatever goes wrong. */

import type { Outcome } from '../../core/model/trace.ts';
import type { ExpectationSource, Severity } from './report.ts';

/** At most so many faults must happen in a run for it to count; null for any number. */
type Faults = number | null;

export type Expectation =
  /**
   * Once a run has ended without success, no effect stands that could have been undone: none of a
   * step with a compensation, or of the steps named.
   */
  | {
      readonly property: 'no-effect-left-behind';
      /** Empty: each step that has a compensation. */
      readonly of: readonly string[];
      /** Runs that end so are not looked at. */
      readonly unless: readonly Outcome[];
      readonly under: Faults;
    }
  /** No effect happens twice, even where the far side ignores idempotency keys. */
  | {
      readonly property: 'no-effect-twice';
      /** Empty: each step. */
      readonly of: readonly string[];
      readonly under: Faults;
    }
  /** Where a step failed and has error edges, a run that succeeds has run what they lead to. */
  | { readonly property: 'no-failure-swallowed'; readonly under: Faults }
  /** The run comes to an end: it never stalls. */
  | { readonly property: 'ends'; readonly under: Faults }
  /** The run comes to an end within so many ms. */
  | { readonly property: 'ends-within'; readonly time: number; readonly under: Faults }
  /** The run never ends so. */
  | { readonly property: 'never'; readonly outcomes: readonly Outcome[]; readonly under: Faults }
  /** The run ends in one of these ways; cancelled is always allowed once that was asked for. */
  | { readonly property: 'outcomes'; readonly outcomes: readonly Outcome[]; readonly under: Faults }
  /** If the effects of all of `if` happened, that of one of `then` has by the end. */
  | {
      readonly property: 'if-then';
      readonly if: readonly string[];
      readonly then: readonly string[];
      /** Runs that end so are not looked at. */
      readonly unless: readonly Outcome[];
      readonly under: Faults;
    }
  /** The effects of these do not all happen in one run. */
  | { readonly property: 'not-both'; readonly of: readonly string[]; readonly under: Faults }
  /** No effect of `then` happens before one of `first` has. */
  | {
      readonly property: 'only-after';
      readonly then: string;
      readonly first: string;
      readonly under: Faults;
    }
  /** The step is called at most so often: each of its units, retries and redeliveries included. */
  | {
      readonly property: 'at-most-calls';
      readonly of: string;
      readonly calls: number;
      readonly under: Faults;
    };

export type Property = Expectation['property'];

/** An expectation, and who wrote it where. */
export interface Expected {
  readonly expectation: Expectation;
  readonly source: ExpectationSource;
  readonly severity: Severity;
}

/** What is wrong with an expectation, in a sentence, and where it stands. */
export interface ExpectationProblem {
  readonly source: ExpectationSource;
  readonly message: string;
}
