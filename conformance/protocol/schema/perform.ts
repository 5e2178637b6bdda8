/** `perform`: the runtime wants a task done, and the suite says what the task is to do. */

import { Type } from '@sinclair/typebox';
import { always, choice, count, flag, json, type Of, object, text, time } from './build.ts';
import { PURPOSES } from './names.ts';

const optional = Type.Optional;

const call = {
  call: count(0, "The driver's own number, new for each call of a run."),
  step: text('The node; of a compensation, the compensating node.'),
  unit: text('The step, `step[i]` in a loop, `compensate:<unit undone>`.'),
  undoes: optional(text('The unit that a compensation undoes.')),
  purpose: choice(PURPOSES),
  attempt: count(1),
  redelivered: optional(flag('Sent again after a crash.')),
  key: optional(text('The idempotency key, if the runtime has one.')),
  input: json("The node's inputs by port; of a compensation, input and output of the unit undone."),
  at: time("The runtime's clock, in ms since the run began."),
};

export const performParameters = object({ run: text(), ...call });

/** A call that a driver made by a script, as it recorded it. */
export const performedCall = object({
  ...call,
  settled: optional(time('When the task returned.')),
  aborted: optional(time('When the runtime gave up on it.')),
});

export const taskError = object({
  class: text(),
  status: optional(Type.Integer({ minimum: 100, maximum: 599 })),
  retryable: optional(flag()),
  message: optional(text()),
});

const then = Type.Union([
  object({ ok: json('What the task hands back: its outputs by port.') }),
  object({ error: taskError }),
  object({ hang: always('The task never returns.') }),
]);

/** What the task is to do. */
export const performResult = object({
  after: optional(time('How long the task takes; 0 if left out.')),
  then,
});

export type PerformParameters = Of<typeof performParameters>;
export type PerformedCall = Of<typeof performedCall>;
export type PerformResult = Of<typeof performResult>;
export type TaskErrorMessage = Of<typeof taskError>;
