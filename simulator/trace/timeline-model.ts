/** What the timeline of a trace is made of; `timeline.ts` says why. */

import type { NodeState, Outcome, Purpose, TraceError } from '../../core/model/trace.ts';

/**
 * What a bar stands for: a call to a task; a backoff; a `wait` node that waits; the time
 * between READY and RUNNING, where there is any; or the run of a node that calls nothing
 * itself (decision, barrier, loop, or a node that failed before its call).
 */
export type BarKind = 'attempt' | 'backoff' | 'wait' | 'queue' | 'span';
export type Direction = 'forward' | 'undo';

/** `open`: the trace does not tell its end, since it stops before, or the runtime crashed. */
export type BarOutcome = 'succeeded' | 'failed' | 'timed_out' | 'cancelled' | 'uncertain' | 'open';

export interface Bar {
  readonly kind: BarKind;
  readonly direction: Direction;
  /** Whose bar it is; in an undo bar the compensating node. */
  readonly node: string;
  /** The lane's own unit, or `compensate:<unit>` in an undo bar. */
  readonly unit: string;
  /** Virtual ms. An open bar reaches to the last event. */
  readonly from: number;
  readonly to: number;
  /** Indexes into `Timeline.moments`; a bar has always `fromMoment < toMoment`. */
  readonly fromMoment: number;
  readonly toMoment: number;
  /** The attempt that it belongs to; for a backoff the one that failed before it. */
  readonly attempt: number;
  /** A backoff or wait that ended as planned has `succeeded`. */
  readonly outcome: BarOutcome;
  readonly purpose: Purpose;
  /** Why an attempt did not succeed, where the trace says so. */
  readonly error: TraceError | null;
  /** When a wait or a backoff would end; null for other bars. */
  readonly due: number | null;
  /** The events, by `seq`, that begin and end it. */
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/**
 * Something at one instant that is no bar: a result that came too late, a node that was
 * skipped or cancelled before it ran.
 */
export interface Mark {
  readonly kind: 'late' | 'skipped' | 'cancelled';
  readonly direction: Direction;
  readonly node: string;
  readonly unit: string;
  readonly at: number;
  /** A mark fills the slot between this moment and the next. */
  readonly moment: number;
  readonly attempt: number;
  /** What a late result would have been; null for other marks. */
  readonly result: 'succeeded' | 'failed' | null;
  readonly error: TraceError | null;
  readonly seq: number;
}

export interface Lane {
  /** The unit that runs here: a node's id, or `body[0]` in a loop. */
  readonly unit: string;
  readonly node: string;
  readonly iteration: number | null;
  /** The last state that the trace tells. */
  readonly state: NodeState;
  readonly attempts: number;
  readonly bars: readonly Bar[];
  readonly marks: readonly Mark[];
  /** How its compensations stand, in the order in which they began. */
  readonly undos: readonly Undo[];
}

export interface Undo {
  readonly node: string;
  readonly unit: string;
  readonly state: 'compensating' | 'compensated' | 'compensation_failed';
  readonly attempts: number;
  readonly error: TraceError | null;
}

export interface Moment {
  readonly at: number;
  /** From 0 for the first moment of an instant. */
  readonly step: number;
}

export type TurnKind =
  | 'unwinding'
  | 'cancel'
  | 'signal'
  | 'crash'
  | 'resume'
  | 'pause'
  | 'operator'
  | 'end';

/** A turn of the whole run. */
export interface Turn {
  readonly kind: TurnKind;
  readonly at: number;
  readonly moment: number;
  readonly seq: number;
}

export interface Timeline {
  /** In the order in which they first did something. */
  readonly lanes: readonly Lane[];
  /** In order of time, then step. Never empty. */
  readonly moments: readonly Moment[];
  readonly turns: readonly Turn[];
  /** Null while the run goes on. */
  readonly outcome: Outcome | null;
  /** When the run ended; null while it goes on. */
  readonly endedAt: number | null;
  /** The time of the last event: later than `endedAt` if a result came after the end. */
  readonly lastAt: number;
}
