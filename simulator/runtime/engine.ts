/** Planning what will happen, and writing down what did. */

import { MAXIMUM_TIME } from '../../core/model/duration.ts';
import type { Control } from '../../core/model/scenario.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import { push, RANK } from '../queue.ts';
import type { Attempt, Engine, Frame, Instance, Planned, StepRun } from './state.ts';

export const planCall = (
  engine: Engine,
  what: 'return' | 'effect' | 'status',
  at: number,
  attempt: Attempt,
): void => {
  push(engine.queue, { at, rank: RANK.return, order: nextOrder(engine), what, attempt });
};

export const planTimer = (
  engine: Engine,
  what: 'backoff' | 'wait' | 'dispatch',
  at: number,
  step: StepRun,
): void => {
  const { attempt } = step.context;
  push(engine.queue, { at, rank: RANK.timer, order: nextOrder(engine), what, step, attempt });
};

/** Bounds the step's attempt; `call` is null where it calls nothing. */
export const planTimeout = (
  engine: Engine,
  at: number,
  step: StepRun,
  call: Attempt | null,
): void => {
  const { attempt } = step.context;
  const order = nextOrder(engine);
  push(engine.queue, { at, rank: RANK.timeout, order, what: 'timeout', step, attempt, call });
};

/** Bounds the wait for a worker. */
export const planQueueTimeout = (engine: Engine, at: number, step: StepRun): void => {
  const { attempt } = step.context;
  const order = nextOrder(engine);
  push(engine.queue, { at, rank: RANK.timeout, order, what: 'queue', step, attempt });
};

/** Bounds the whole run of an instance. */
export const planDeadline = (engine: Engine, at: number, instance: Instance): void => {
  push(engine.queue, {
    at,
    rank: RANK.timeout,
    order: nextOrder(engine),
    what: 'deadline',
    instance,
  });
};

/** Something has happened: where deciding takes time, it is decided about once that has passed. */
export const planDecision = (engine: Engine): void => {
  const at = dueAfter(engine, engine.thinking);
  if (engine.thinking === 0 || engine.decisionAt === at) return;
  engine.decisionAt = at;
  push(engine.queue, { at, rank: RANK.decision, order: nextOrder(engine), what: 'decide' });
};

/** When something that takes so many ms from now is over; times end at 2^53 − 1. */
export const dueAfter = (engine: Engine, delay: number): number =>
  Math.min(engine.now + delay, MAXIMUM_TIME);

/**
 * What came due while the runtime was down is due now, in the order in which it came due:
 * one rank for all of it.
 */
export const planNow = (engine: Engine, item: Planned): void => {
  push(engine.queue, { ...item, at: engine.now, rank: RANK.timeout, order: nextOrder(engine) });
};

export const planControl = (engine: Engine, at: number, control: Control): void => {
  const order = nextOrder(engine);
  push(engine.queue, { at, rank: RANK.control, order, what: 'control', control });
};

const nextOrder = (engine: Engine): number => {
  engine.planned += 1;
  return engine.planned;
};

/** Appends an event; its `seq` must be the one that `nextSequence` gave. */
export const record = (engine: Engine, event: TraceEvent): number => {
  engine.trace.push(event);
  const controls = engine.controlsByEvent.get(event.seq);
  if (controls !== undefined) {
    engine.controlsByEvent.delete(event.seq);
    engine.dueControls.push(...controls);
  }
  if (event.seq >= engine.limits.events && engine.exceeded === null) {
    engine.exceeded = `it passed its limit of ${engine.limits.events} events`;
  }
  return event.seq;
};

export const nextSequence = (engine: Engine): number => engine.trace.length + 1;

/** The run itself, which is no subworkflow's. */
export const rootOf = (engine: Engine): Instance => (engine.frames[0] as Frame).instance;

/** The instance that a step belongs to. */
export const instanceOf = (step: StepRun): Instance => step.frame.instance;
