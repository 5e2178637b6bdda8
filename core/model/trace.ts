/**
 * What a run says of itself. One flat object an event, in the order in which things
 * happened; `cause` names the event (by `seq`) that led to this one, null where the run's
 * beginning did. Times are virtual ms since the run began.
 */

import type { Json } from './json.ts';

/** HarnessXML §6.1. */
export type NodeState =
  | 'PENDING'
  | 'READY'
  | 'RUNNING'
  | 'RETRYING'
  | 'SUCCEEDED'
  | 'SKIPPED'
  | 'FAILED'
  | 'CANCELLED'
  | 'COMPENSATED';

export type Purpose = 'forward' | 'compensation' | 'reconcile';
export type AttemptOutcome =
  | 'succeeded'
  | 'failed'
  | 'timed_out'
  | 'cancelled'
  | 'uncertain_side_effect';
/** `queue`: how long a call may wait for a worker (ORBIT's `queue_timeout`). */
export type TimerKind = 'timeout' | 'backoff' | 'wait' | 'queue';
export type Outcome =
  | 'succeeded'
  | 'failed'
  | 'compensated'
  | 'cancelled'
  | 'timed_out'
  | 'paused'
  | 'stalled'
  | 'refused';
export type CompensationOutcome = 'none' | 'completed' | 'failed';

export interface TraceError {
  readonly class: string;
  /** A runtime code of HarnessXML (`HX-4108`), where one applies. */
  readonly code?: string;
  readonly message?: string;
  /** HTTP status, where the world gave one. */
  readonly status?: number;
  /** Nobody can tell whether the call took effect (discipline 4). */
  readonly uncertain?: true;
}

interface Stamp {
  /** From 1, without gap. */
  readonly seq: number;
  readonly at: number;
  readonly cause: number | null;
}

interface OfUnit extends Stamp {
  readonly node: string;
  /** The node's id, `body[0]` in a loop, `compensate:<unit>` for a compensation. */
  readonly unit: string;
  /** 0 before the first. */
  readonly attempt: number;
  /** Position in the innermost loop, from 0; only inside loops. */
  readonly iteration?: number;
}

export interface TransitionEvent extends OfUnit {
  readonly type: 'transition';
  readonly from: NodeState;
  readonly to: NodeState;
  /** On the way to RETRYING: how long the backoff lasts. */
  readonly delay?: number;
  readonly error?: TraceError;
  /** A remark for people: where a decision went, which guard was false. */
  readonly detail?: string;
}

/** A call waits for a worker: it will be dispatched as this attempt. */
export interface UnitQueuedEvent extends OfUnit {
  readonly type: 'unit.queued';
  /** The workers that it waits for; absent where their number has no bound. */
  readonly pool?: string;
}

/** A step begins one unit for each element of its list (ORBIT's `for`). */
export interface UnitsFannedOutEvent extends OfUnit {
  readonly type: 'units.fanned_out';
  readonly count: number;
}

export interface AttemptStartedEvent extends OfUnit {
  readonly type: 'attempt.started';
  readonly purpose: Purpose;
  /** Idempotency key. */
  readonly key: string;
  /** The unit that this attempt undoes; only for compensations. */
  readonly undoes?: string;
  readonly redelivered?: true;
}

export interface AttemptEndedEvent extends OfUnit {
  readonly type: 'attempt.ended';
  readonly purpose: Purpose;
  readonly outcome: AttemptOutcome;
  readonly error?: TraceError;
  /** With purpose `reconcile`: whether the call had its effect, as the far side says. */
  readonly applied?: boolean;
}

/** A result that came after its attempt was over: it changes nothing. */
export interface ResultIgnoredEvent extends OfUnit {
  readonly type: 'result.ignored';
  readonly outcome: 'succeeded' | 'failed';
  readonly error?: TraceError;
}

export interface TimerSetEvent extends OfUnit {
  readonly type: 'timer.set';
  readonly timer: TimerKind;
  readonly due: number;
  /** For a backoff: the delay by the formula, clamped, before jitter. */
  readonly base?: number;
  /** For a backoff with jitter: the draw in [0, 1) that scaled it. */
  readonly draw?: number;
}

export interface TimerFiredEvent extends OfUnit {
  readonly type: 'timer.fired';
  readonly timer: TimerKind;
}

export interface CancelRequestedEvent extends Stamp {
  readonly type: 'cancel.requested';
}

/** The time that a whole run may take is over (ORBIT's `timeout` of a workflow). */
export interface DeadlinePassedEvent extends Stamp {
  readonly type: 'deadline.passed';
  /** The subworkflow step whose time it was; absent where it was the run's own. */
  readonly unit?: string;
}

export interface SignalReceivedEvent extends Stamp {
  readonly type: 'signal.received';
  readonly name: string;
  readonly value: Json;
}

export interface UnwindingStartedEvent extends Stamp {
  readonly type: 'unwinding.started';
  readonly reason: string;
  /** The compensating nodes as then known, in the order in which they will run. */
  readonly order: readonly string[];
  /** The subworkflow step that unwinds; absent where the run itself does. */
  readonly unit?: string;
}

/** What will be undone, and in which order, now that all that was in flight has ended. */
export interface CompensationOrderedEvent extends Stamp {
  readonly type: 'compensation.ordered';
  /** The units that will undo, `compensate:<unit>`, next first. */
  readonly order: readonly string[];
  /** The subworkflow step that unwinds; absent where the run itself does. */
  readonly unit?: string;
}

/** A failure parked the run: nothing begins until an operator acts. */
export interface RunPausedEvent extends Stamp {
  readonly type: 'run.paused';
}

/** What an operator did, or tried to do: who, what, why, and from which checkpoint. */
export interface OperatorActEvent extends Stamp {
  readonly type: 'operator.act';
  readonly by: string;
  readonly command: 'retry-step' | 'resume-run' | 'settle-uncertain';
  readonly step: string | null;
  readonly reason: string;
  /** The last event that was recorded when the operator acted, by number. */
  readonly checkpoint: number;
  readonly authorised: boolean;
  /** With `settle-uncertain`: whether the call had its effect, as the operator says. */
  readonly applied?: boolean;
}

/** The runtime died: what was in flight is lost, what was recorded is not. */
export interface CrashedEvent extends Stamp {
  readonly type: 'crashed';
}

export interface ResumedEvent extends Stamp {
  readonly type: 'resumed';
}

export interface CompensationStartedEvent extends Stamp {
  readonly type: 'compensation.started';
  readonly node: string;
  readonly unit: string;
  readonly undoes: string;
  readonly status: 'compensating';
}

export interface CompensationEndedEvent extends Stamp {
  readonly type: 'compensation.ended';
  readonly node: string;
  readonly unit: string;
  readonly undoes: string;
  readonly status: 'compensated' | 'compensation_failed';
  readonly error?: TraceError;
}

export interface InstanceEndedEvent extends Stamp {
  readonly type: 'instance.ended';
  readonly outcome: Outcome;
  readonly compensation: CompensationOutcome;
  /** Why a run did not succeed, in profiles whose runs say so themselves (ORBIT). */
  readonly error?: TraceError;
}

export type TraceEvent =
  | TransitionEvent
  | UnitQueuedEvent
  | UnitsFannedOutEvent
  | AttemptStartedEvent
  | AttemptEndedEvent
  | ResultIgnoredEvent
  | TimerSetEvent
  | TimerFiredEvent
  | CancelRequestedEvent
  | DeadlinePassedEvent
  | SignalReceivedEvent
  | UnwindingStartedEvent
  | CompensationOrderedEvent
  | RunPausedEvent
  | OperatorActEvent
  | CrashedEvent
  | ResumedEvent
  | CompensationStartedEvent
  | CompensationEndedEvent
  | InstanceEndedEvent;
