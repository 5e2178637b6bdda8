/** What page and worker say to each other: plain data on both sides. */

import type { Diagnostic } from '../../core/model/diagnostic.ts';
import type { Run } from '../../core/model/run.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import type { Timeline } from '../../simulator/trace/timeline.ts';
import type { Flow, GraphLayout } from '../models/layout/types.ts';
import type { NodeLines } from './node-lines.ts';

export interface Question {
  readonly document: string;
  /** JSON or the corpus' line format. */
  readonly scenario: string;
  /** Replaces the scenario's own. */
  readonly seed: number | null;
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
  /** A defect of ours; the message is for a report. */
  | { readonly kind: 'broken'; readonly message: string };

export interface RunAnswer {
  readonly kind: 'run';
  readonly workflow: Workflow;
  readonly run: Run;
  readonly seed: number;
  readonly timeline: Timeline;
  /** Null for a graph that is too large to be drawn. */
  readonly layouts: Readonly<Record<Flow, GraphLayout | null>>;
  readonly lines: NodeLines;
  /** Warnings: errors would have stopped it. */
  readonly findings: readonly Diagnostic[];
}

export interface Envelope<Content> {
  readonly id: number;
  readonly content: Content;
}
