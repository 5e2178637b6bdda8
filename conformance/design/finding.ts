/**
 * What an analysis of a design comes to: plain data. Each finding has a run that shows it; what no
 * run shows is not told.
 */

import type { DesignPage } from '../../core/harness/pages/design.ts';
import type { Json } from '../../core/model/json.ts';
import type { CompensationOutcome, Outcome } from '../../core/model/trace.ts';

export interface DesignFinding {
  /** `U3001`: never used for anything else. Its page is in `docs/rules`. */
  readonly code: string;
  /** `note`: certain as well, but only the author knows whether it matters. */
  readonly severity: DesignPage['severity'];
  /** What is wrong, in a sentence, with names and numbers. */
  readonly message: string;
  /** The steps that it is about, the one to look at first; steps of children by their path. */
  readonly nodes: readonly string[];
  /** Where that one begins in the document, from 1; null where that is not known. */
  readonly place: { readonly line: number; readonly column: number } | null;
  /** Hex, of document id, code and nodes: it survives whatever else changes in the document. */
  readonly fingerprint: string;
  /** What it was concluded from, by name: times in ms, and counts. */
  readonly numbers: { readonly [name: string]: number };
  readonly witness: DesignWitness;
  /** A baseline excuses it until a day; left out where none does. */
  readonly known?: {
    readonly reason: string;
    readonly expires: string;
    readonly ticket?: string;
  };
}

/** A run in which it happens. */
export interface DesignWitness {
  /** In its JSON form; subworkflows are named by whoever runs it again. */
  readonly scenario: Json;
  /** What to look at in the run, in sentences without their full stop, in their order. */
  readonly facts: readonly string[];
  readonly outcome: Outcome;
  readonly compensation: CompensationOutcome;
  /** Virtual ms. */
  readonly endedAt: number;
  /** The number of the event to look at; null for the run as a whole. */
  readonly step: number | null;
  /** Hex sha256 of the trace. */
  readonly digest: string;
  /** For `unwind replay` and the playground; null where the document's text was not given, or is too long. */
  readonly token: string | null;
}
