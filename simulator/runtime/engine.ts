/**
 * What all parts of one simulated run share: the clock, the queue, the world, the trace.
 * A run of a workflow within it is an `Instance` (instance.ts); a subworkflow is another
 * instance on the same engine.
 */

import type { Json } from '../../core/model/json.ts';
import type { Control, Scenario } from '../../core/model/scenario.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import type { Limits } from '../limits.ts';
import { push, type Queued, RANK, type Rank } from '../queue.ts';
import type { World } from '../world/world.ts';
import type { Attempt, Frame, Instance, StepRun } from './instance.ts';
import type { Message } from './message.ts';

export interface Engine {
  readonly scenario: Scenario;
  readonly limits: Limits;
  readonly world: World;
  readonly queue: Planned[];
  readonly trace: TraceEvent[];
  /** Messages that charts have not seen yet, oldest first. */
  readonly inbox: Message[];
  /** Instances that are not over; the run itself is the first. */
  readonly active: Set<Instance>;
  /** Every frame that a report names: the main one, and one for each iteration. */
  readonly frames: Frame[];
  /** Signals that no step was waiting for, by name. */
  readonly signals: Map<string, Json[]>;
  /** Virtual ms since the run began. */
  now: number;
  /** How many things were planned so far. */
  planned: number;
  calls: number;
  /** Controls that wait for an event of the trace, by its number. */
  readonly controlsByEvent: Map<number, Control[]>;
  /** Controls whose event has just happened. */
  readonly dueControls: Control[];
  /** The limit that was passed, in a sentence; null while none was. */
  exceeded: string | null;
}

/** Something that will happen at a time. */
export type Planned = Queued &
  (
    | { readonly what: 'return'; readonly attempt: Attempt }
    /** The effect of a call that never returns. */
    | { readonly what: 'effect'; readonly attempt: Attempt }
    | { readonly what: 'timeout'; readonly step: StepRun; readonly attempt: number }
    | { readonly what: 'backoff'; readonly step: StepRun; readonly attempt: number }
    | { readonly what: 'wait'; readonly step: StepRun; readonly attempt: number }
    | { readonly what: 'control'; readonly control: Control }
  );

export const planCall = (
  engine: Engine,
  what: 'return' | 'effect',
  at: number,
  attempt: Attempt,
): void => {
  push(engine.queue, { at, rank: RANK.return, order: nextOrder(engine), what, attempt });
};

export const planTimer = (
  engine: Engine,
  what: 'timeout' | 'backoff' | 'wait',
  at: number,
  step: StepRun,
): void => {
  const rank: Rank = what === 'timeout' ? RANK.timeout : RANK.timer;
  const { attempt } = step.context;
  push(engine.queue, { at, rank, order: nextOrder(engine), what, step, attempt });
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

/** The instance that a step belongs to. */
export const instanceOf = (step: StepRun): Instance => step.frame.instance;
