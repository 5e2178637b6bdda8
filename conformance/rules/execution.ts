/** What a view of an observation consists of: executions of steps, their attempts, outages. */

import type { Json } from '../../core/model/json.ts';
import type { Edge, RetryPolicy, WorkflowNode } from '../../core/model/workflow.ts';
import type { Call, Observation, ReplyError } from './observation.ts';

export interface View {
  readonly observation: Observation;
  /** Forward and compensating, in the order in which they began. */
  readonly executions: readonly Execution[];
  readonly nodes: ReadonlyMap<string, WorkflowNode>;
  /** Edges that are no compensation edges, by source. */
  readonly outgoing: ReadonlyMap<string, readonly Edge[]>;
  /** Questions to the far side. */
  readonly reconciles: readonly Call[];
  readonly outages: readonly Outage[];
  /** When the first cancel came; infinite if none did. */
  readonly cancelledAt: number;
  /** When the run was over; infinite where nobody says. */
  readonly endedAt: number;
  /** From when on it can be right to begin nothing forward: an abort, a pause, the unknown. */
  readonly stoppedAt: number;
}

/** A time in which the runtime was down. */
export interface Outage {
  readonly from: number;
  /** Infinite where it never came back. */
  readonly to: number;
}

/** One execution of a step: all attempts of one unit. */
export interface Execution {
  readonly unit: string;
  /** As the runtime names it. */
  readonly step: string;
  /** Null where the plan has no such node: inside a subworkflow. */
  readonly node: WorkflowNode | null;
  readonly isCompensation: boolean;
  readonly undoes: string | null;
  /** Null: one attempt. */
  readonly policy: RetryPolicy | null;
  /** By number. */
  readonly attempts: readonly Attempt[];
}

export interface Attempt {
  readonly execution: Execution;
  readonly number: number;
  /** The first sending, then redeliveries. */
  readonly calls: readonly [Call, ...Call[]];
  /** The call that decided the attempt: the first that no crash took, or the last. */
  readonly call: Call;
  /** Calls that were sent although the attempt was over. */
  readonly repeated: readonly Call[];
  /** When the call that counts was sent. */
  readonly at: number;
  readonly end: AttemptEnd;
  /** Attempts before its budget: more than 0 once an operator has renewed it. */
  readonly spent: number;
  readonly next: Attempt | null;
}

/** How an attempt ended, as far as the world can tell. */
export type AttemptEnd =
  | { readonly how: 'succeeded'; readonly at: number; readonly output: Json | undefined }
  | { readonly how: 'failed'; readonly at: number; readonly error: ReplyError }
  | { readonly how: 'timed-out'; readonly at: number }
  /** The runtime gave up on it, and not because its time was over. */
  | { readonly how: 'given-up'; readonly at: number }
  /** The runtime was down when its result came. */
  | { readonly how: 'lost'; readonly at: number }
  | { readonly how: 'open'; readonly at: number };
