/** What page and worker say to each other: plain data on both sides. */

import type { Diagnostic } from '../../core/model/diagnostic.ts';
import type { Run } from '../../core/model/run.ts';
import type { Profile, Workflow } from '../../core/model/workflow.ts';
import type { Timeline } from '../../simulator/trace/timeline.ts';
import type { FaultPlan } from '../models/faults.ts';
import type { Flow, GraphLayout } from '../models/layout/types.ts';
import type { NodeLines } from './node-lines.ts';

export type Question = DocumentQuestion | TokenQuestion;

/** A run in a token (`u1.…`), as a link or the command line has it. */
export interface TokenQuestion {
  readonly token: string;
  readonly seed: number | null;
  /** Laid over what it holds; none where it is absent. */
  readonly faults?: FaultPlan;
}

export interface DocumentQuestion {
  readonly document: string;
  /** JSON or the corpus' line format. */
  readonly scenario: string;
  /** Replaces the scenario's own. */
  readonly seed: number | null;
  /** Laid over the scenario; none where it is absent. */
  readonly faults?: FaultPlan;
}

export interface ScenarioProblem {
  readonly path: string;
  readonly message: string;
}

export type Answer =
  | RunAnswer
  | {
      readonly kind: 'invalid';
      readonly findings: readonly Diagnostic[];
      /** The reader could not go on to the end. */
      readonly stopped: boolean;
    }
  | { readonly kind: 'bad-scenario'; readonly problems: readonly ScenarioProblem[] }
  /** A token that holds no run which this page can show, and why. */
  | { readonly kind: 'bad-token'; readonly message: string }
  /** The run took longer than the page waits, and was stopped. */
  | { readonly kind: 'late'; readonly seconds: number }
  /** A defect of ours; the message is for a report. */
  | { readonly kind: 'broken'; readonly message: string };

export interface RunAnswer {
  readonly kind: 'run';
  /** A trace that somebody recorded: nothing in it can be changed, and of the outside world it tells nothing. */
  readonly recorded?: true;
  readonly workflow: Workflow;
  readonly run: Run;
  readonly seed: number;
  /** The document that was run, as text. */
  readonly document: string;
  /** The scenario that the faults were laid over, as text. */
  readonly scenario: string;
  /** What a token says beside its run; null for a run that is not from one. */
  readonly counterexample: Counterexample | null;
  readonly timeline: Timeline;
  /** Null for a graph that is too large to be drawn. */
  readonly layouts: Readonly<Record<Flow, GraphLayout | null>>;
  readonly lines: NodeLines;
  /** Warnings: errors would have stopped it. */
  readonly findings: readonly Diagnostic[];
  /** Inputs of the faults, by index, whose moment never comes. */
  readonly unused: readonly number[];
  readonly profile: Profile;
  /** The hex sha256 of the trace; null for one that is too long for it. */
  readonly digest: string | null;
}

/** A run that shows something: which rule, and where. */
export interface Counterexample {
  /** Null where no rule is named, or none that this version knows. */
  readonly rule: {
    readonly id: string;
    /** Completes "A runtime …". */
    readonly title: string;
    readonly strength: 'MUST' | 'SHOULD';
  } | null;
  /** What is wrong here; null where the run keeps the rule. */
  readonly breach: {
    readonly message: string;
    readonly expected: string;
    readonly observed: string;
  } | null;
  /** The event (by `seq`) to begin at; null for none. */
  readonly step: number | null;
  /** The run is another than the one that the token was made from. */
  readonly differs: boolean;
}

export interface Envelope<Content> {
  readonly id: number;
  readonly content: Content;
}
