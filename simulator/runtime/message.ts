/**
 * What the parts of the runtime tell the charts. Nothing changes a step's or an instance's
 * state but a message that its chart accepts; messages are read in the order in which
 * they were posted (actions.ts), so that no part calls another in the middle of a change.
 */

import { eventIndex } from '../../core/lifecycle/compile.ts';
import type { InstanceEvent } from '../../core/lifecycle/instance-chart.ts';
import { STEP_EVENTS, type StepEvent } from '../../core/lifecycle/semantics.ts';
import { instanceTable } from '../../core/lifecycle/tables.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { TraceError } from '../../core/model/trace.ts';
import type { Engine, Instance, Message, StepRun } from './state.ts';

const stepEvents = new Map(STEP_EVENTS.map((type, index) => [type, index]));
const instanceEvents = new Map(
  instanceTable.events.map((type) => [type, eventIndex(instanceTable, type)]),
);

interface Enclosed {
  readonly error?: TraceError;
  readonly output?: JsonObject;
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
  post(engine, {
    to: 'step',
    step,
    event,
    index: stepEvents.get(event.type) as number,
    cause,
    error: enclosed.error ?? null,
    output: enclosed.output ?? null,
    detail: enclosed.detail,
  });
};

/** Tells an instance's chart that something happened to it. */
export const postToInstance = (
  instance: Instance,
  event: InstanceEvent,
  cause: number | null,
  about: StepRun | null = null,
): void => {
  const index = instanceEvents.get(event.type) as number;
  post(instance.engine, { to: 'instance', instance, event, index, cause, about });
};

/** Places are used again: emptying the list for each message would cost more than the message. */
const post = (engine: Engine, message: Message): void => {
  engine.inbox[engine.posted] = message;
  engine.posted += 1;
};
