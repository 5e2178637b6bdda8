/** Writes events into the trace. Each function returns the number of the event it wrote. */

import type {
  AttemptOutcome,
  CompensationEndedEvent,
  NodeState,
  Purpose,
  TimerKind,
  TraceError,
  TraceEvent,
} from '../../core/model/trace.ts';
import { instanceOf, nextSequence, record } from './engine.ts';
import { nodeName } from './names.ts';
import type { Attempt, Engine, StepRun } from './state.ts';

type Cause = number | null;
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type EventOf<Type extends TraceEvent['type']> = Writable<Extract<TraceEvent, { type: Type }>>;

/** `iteration` occurs in loops alone. */
const withIteration = <Event extends { iteration?: number }>(
  event: Event,
  step: StepRun,
): Event => {
  if (step.frame.loop !== null) event.iteration = step.frame.iteration;
  return event;
};

export interface TransitionRemarks {
  readonly delay?: number | undefined;
  readonly error?: TraceError | undefined;
  readonly detail?: string | undefined;
}

export const emitTransition = (
  step: StepRun,
  from: NodeState,
  to: NodeState,
  attempt: number,
  remarks: TransitionRemarks | null,
): number => {
  const { engine } = instanceOf(step);
  const event: EventOf<'transition'> = {
    seq: nextSequence(engine),
    at: engine.now,
    type: 'transition',
    node: nodeName(step),
    unit: step.unit,
    from,
    to,
    attempt,
    cause: step.cause,
  };
  if (remarks !== null) {
    if (remarks.delay !== undefined) event.delay = remarks.delay;
    if (remarks.error !== undefined) event.error = remarks.error;
    if (remarks.detail !== undefined) event.detail = remarks.detail;
  }
  return record(engine, withIteration(event, step));
};

/** @param pool The workers that it waits for; null where their number has no bound. */
export const emitQueued = (step: StepRun, pool: string | null): number => {
  const { engine } = instanceOf(step);
  const event: EventOf<'unit.queued'> = {
    seq: nextSequence(engine),
    at: engine.now,
    type: 'unit.queued',
    node: nodeName(step),
    unit: step.unit,
    attempt: step.context.attempt + 1,
    cause: step.cause,
  };
  if (pool !== null) event.pool = pool;
  return record(engine, withIteration(event, step));
};

export const emitFannedOut = (step: StepRun, count: number): number => {
  const { engine } = instanceOf(step);
  const event: EventOf<'units.fanned_out'> = {
    seq: nextSequence(engine),
    at: engine.now,
    type: 'units.fanned_out',
    node: nodeName(step),
    unit: step.unit,
    attempt: step.context.attempt,
    count,
    cause: step.cause,
  };
  return record(engine, withIteration(event, step));
};

export const emitAttemptStarted = (
  attempt: Attempt,
  cause: Cause,
  isRedelivery: boolean,
  purpose: Purpose = attempt.step.purpose,
): number => {
  const { step } = attempt;
  const { engine } = instanceOf(step);
  const event: EventOf<'attempt.started'> = {
    seq: nextSequence(engine),
    at: engine.now,
    type: 'attempt.started',
    node: nodeName(step),
    unit: step.unit,
    attempt: attempt.number,
    purpose,
    key: attempt.key,
    cause,
  };
  if (step.undoes !== null) event.undoes = step.undoes.unit;
  if (isRedelivery) event.redelivered = true;
  return record(engine, withIteration(event, step));
};

export const emitAttemptEnded = (
  attempt: Attempt,
  outcome: AttemptOutcome,
  cause: Cause,
  error: TraceError | null,
): number => {
  const { step } = attempt;
  const { engine } = instanceOf(step);
  const event: EventOf<'attempt.ended'> = {
    seq: nextSequence(engine),
    at: engine.now,
    type: 'attempt.ended',
    node: nodeName(step),
    unit: step.unit,
    attempt: attempt.number,
    purpose: step.purpose,
    outcome,
    cause,
  };
  if (error !== null) event.error = error;
  return record(engine, withIteration(event, step));
};

/** The far side has said whether the attempt's call had its effect; null where it can't. */
export const emitReconciled = (attempt: Attempt, cause: Cause, applied: boolean | null): number => {
  const { step } = attempt;
  const { engine } = instanceOf(step);
  const event: EventOf<'attempt.ended'> = {
    seq: nextSequence(engine),
    at: engine.now,
    type: 'attempt.ended',
    node: nodeName(step),
    unit: step.unit,
    attempt: attempt.number,
    purpose: 'reconcile',
    outcome: 'succeeded',
    cause,
  };
  if (applied !== null) event.applied = applied;
  return record(engine, withIteration(event, step));
};

export const emitResultIgnored = (
  attempt: Attempt,
  outcome: 'succeeded' | 'failed',
  error: TraceError | null,
): number => {
  const { step } = attempt;
  const { engine } = instanceOf(step);
  const event: EventOf<'result.ignored'> = {
    seq: nextSequence(engine),
    at: engine.now,
    type: 'result.ignored',
    node: nodeName(step),
    unit: step.unit,
    attempt: attempt.number,
    outcome,
    cause: attempt.started,
  };
  if (error !== null) event.error = error;
  return record(engine, withIteration(event, step));
};

export const emitTimerSet = (
  step: StepRun,
  timer: TimerKind,
  due: number,
  cause: Cause,
  backoff: { readonly base: number; readonly draw: number | null } | null,
  attempt: number = step.context.attempt,
): number => {
  const { engine } = instanceOf(step);
  const event: EventOf<'timer.set'> = {
    seq: nextSequence(engine),
    at: engine.now,
    type: 'timer.set',
    node: nodeName(step),
    unit: step.unit,
    attempt,
    timer,
    due,
    cause,
  };
  if (backoff !== null) {
    event.base = backoff.base;
    if (backoff.draw !== null) event.draw = backoff.draw;
  }
  return record(engine, withIteration(event, step));
};

export const emitTimerFired = (
  step: StepRun,
  timer: TimerKind,
  cause: Cause,
  attempt: number = step.context.attempt,
): number => {
  const { engine } = instanceOf(step);
  const event: EventOf<'timer.fired'> = {
    seq: nextSequence(engine),
    at: engine.now,
    type: 'timer.fired',
    node: nodeName(step),
    unit: step.unit,
    attempt,
    timer,
    cause,
  };
  return record(engine, withIteration(event, step));
};

export const emitCompensationStarted = (step: StepRun, undoes: StepRun): number => {
  const { engine } = instanceOf(step);
  return record(engine, {
    seq: nextSequence(engine),
    at: engine.now,
    type: 'compensation.started',
    node: nodeName(step),
    unit: step.unit,
    undoes: undoes.unit,
    status: 'compensating',
    cause: step.cause,
  });
};

export const emitCompensationEnded = (
  step: StepRun,
  undoes: StepRun,
  status: 'compensated' | 'compensation_failed',
  error: TraceError | null,
): number => {
  const { engine } = instanceOf(step);
  const event: Writable<CompensationEndedEvent> = {
    seq: nextSequence(engine),
    at: engine.now,
    type: 'compensation.ended',
    node: nodeName(step),
    unit: step.unit,
    undoes: undoes.unit,
    status,
    cause: step.cause,
  };
  if (error !== null) event.error = error;
  return record(engine, event);
};

export const emitOfInstance = (
  engine: Engine,
  event:
    | Omit<EventOf<'cancel.requested'>, 'seq' | 'at'>
    | Omit<EventOf<'deadline.passed'>, 'seq' | 'at'>
    | Omit<EventOf<'compensation.ordered'>, 'seq' | 'at'>
    | Omit<EventOf<'signal.received'>, 'seq' | 'at'>
    | Omit<EventOf<'crashed'>, 'seq' | 'at'>
    | Omit<EventOf<'run.paused'>, 'seq' | 'at'>
    | Omit<EventOf<'operator.act'>, 'seq' | 'at'>
    | Omit<EventOf<'resumed'>, 'seq' | 'at'>
    | Omit<EventOf<'unwinding.started'>, 'seq' | 'at'>
    | Omit<EventOf<'instance.ended'>, 'seq' | 'at'>,
): number => record(engine, { seq: nextSequence(engine), at: engine.now, ...event } as TraceEvent);
