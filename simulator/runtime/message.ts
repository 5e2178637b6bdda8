/**
 * What the parts of the runtime tell the charts. Nothing changes a step's or an instance's
 * state but a message that its chart accepts; messages are read in the order in which
 * they were posted (actions.ts), so that no part calls another in the middle of a change.
 */

import { eventIndex } from '../../core/lifecycle/compile.ts';
import type { InstanceEvent } from '../../core/lifecycle/instance-chart.ts';
import { STEP_EVENTS, type StepEvent } from '../../core/lifecycle/semantics.ts';
import { instanceTable } from '../../core/lifecycle/tables.ts';
import type { Json } from '../../core/model/json.ts';
import type { TraceError } from '../../core/model/trace.ts';
import type { Engine, Instance, Message, StepRun } from './state.ts';

const stepEvents = new Map(STEP_EVENTS.map((type, index) => [type, index]));
const instanceEvents = new Map(
  instanceTable.events.map((type) => [type, eventIndex(instanceTable, type)]),
);

export interface Enclosed {
  readonly error?: TraceError;
  readonly output?: Json;
  readonly detail?: string;
}

const NOTHING: Enclosed = {};

/** Tells a step's chart that something happened to it. */
export const postToStep = (
  engine: Engine,
  step: StepRun,
  event: StepEvent,
  cause: number | null,
  enclosed: Enclosed = NOTHING,
): void => {
  post(engine, messageTo(step, event, cause, enclosed));
};

/** As `postToStep`, for what the engine takes its time to decide about. */
export const postDecision = (
  engine: Engine,
  step: StepRun,
  event: StepEvent,
  cause: number | null,
  enclosed: Enclosed = NOTHING,
): void => {
  const message = messageTo(step, event, cause, enclosed);
  hold(engine, message);
};

const messageTo = (
  step: StepRun,
  event: StepEvent,
  cause: number | null,
  enclosed: Enclosed,
): Message => ({
  to: 'step',
  step,
  event,
  index: stepEvents.get(event.type) as number,
  cause,
  error: enclosed.error ?? null,
  output: enclosed.output ?? null,
  detail: enclosed.detail,
});

/** Tells an instance's chart that something happened to it. */
export const postToInstance = (
  instance: Instance,
  event: InstanceEvent,
  cause: number | null,
  about: StepRun | null = null,
): void => {
  post(instance.engine, messageToInstance(instance, event, cause, about));
};

/** As `postToInstance`, for what the engine takes its time to decide about. */
export const postInstanceDecision = (
  instance: Instance,
  event: InstanceEvent,
  cause: number | null,
  about: StepRun,
): void => {
  const { engine } = instance;
  const message = messageToInstance(instance, event, cause, about);
  hold(engine, message);
};

const messageToInstance = (
  instance: Instance,
  event: InstanceEvent,
  cause: number | null,
  about: StepRun | null,
): Message => {
  const index = instanceEvents.get(event.type) as number;
  return { to: 'instance', instance, event, index, cause, about };
};

/** Keeps a message until it is time to decide; it may be already. */
const hold = (engine: Engine, message: Message): void => {
  if (engine.decides) post(engine, message);
  else engine.held.push(message);
};

/** Now it is decided about what has happened. */
export const releaseHeld = (engine: Engine): void => {
  for (const message of engine.held.splice(0)) post(engine, message);
};

/** Places are used again: emptying the list for each message would cost more than the message. */
const post = (engine: Engine, message: Message): void => {
  engine.inbox[engine.posted] = message;
  engine.posted += 1;
};
