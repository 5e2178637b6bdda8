/**
 * Events of a runtime's own trace. Types that are not known are kept, and so are members of
 * the runtime's own.
 */

import { Type } from '@sinclair/typebox';
import {
  choice,
  count,
  flag,
  json,
  leniently,
  nullable,
  type Of,
  openObject,
  text,
  time,
} from './build.ts';
import { COMMANDS, COMPENSATION_OUTCOMES, OUTCOMES, PURPOSES } from './names.ts';

const optional = Type.Optional;

export const STATES = [
  'PENDING',
  'READY',
  'RUNNING',
  'RETRYING',
  'SUCCEEDED',
  'SKIPPED',
  'FAILED',
  'CANCELLED',
  'COMPENSATED',
] as const;

const stamp = {
  seq: count(0, 'Counts up, over a crash too; two events with one number are one event.'),
  at: time("The runtime's clock, in ms since the run began."),
  cause: optional(nullable(count(0, 'The event that led to this one, by number.'))),
};

const ofUnit = {
  ...stamp,
  node: optional(text()),
  unit: text(),
  attempt: count(0, '0 before the first.'),
  iteration: optional(count(0)),
};

const error = openObject({
  class: text(),
  code: optional(text()),
  message: optional(text()),
  status: optional(Type.Integer()),
  uncertain: optional(flag()),
});

/** `queue`: the wait for a worker, which ORBIT bounds. */
const timer = choice(['timeout', 'backoff', 'wait', 'queue']);

const known = {
  transition: openObject({
    ...ofUnit,
    type: Type.Literal('transition'),
    from: choice(STATES),
    to: choice(STATES),
    delay: optional(time()),
    error: optional(error),
    detail: optional(text()),
  }),
  'unit.queued': openObject({
    ...ofUnit,
    type: Type.Literal('unit.queued'),
    pool: optional(text()),
  }),
  'units.fanned_out': openObject({
    ...ofUnit,
    type: Type.Literal('units.fanned_out'),
    count: count(0),
  }),
  'attempt.started': openObject({
    ...ofUnit,
    type: Type.Literal('attempt.started'),
    purpose: optional(choice(PURPOSES)),
    key: optional(text()),
    undoes: optional(text()),
    redelivered: optional(flag()),
  }),
  'attempt.ended': openObject({
    ...ofUnit,
    type: Type.Literal('attempt.ended'),
    purpose: optional(choice(PURPOSES)),
    outcome: choice(['succeeded', 'failed', 'timed_out', 'cancelled', 'uncertain_side_effect']),
    error: optional(error),
    applied: optional(flag()),
  }),
  'result.ignored': openObject({
    ...ofUnit,
    type: Type.Literal('result.ignored'),
    outcome: optional(choice(['succeeded', 'failed'])),
    error: optional(error),
  }),
  'timer.set': openObject({ ...ofUnit, type: Type.Literal('timer.set'), timer, due: time() }),
  'timer.fired': openObject({ ...ofUnit, type: Type.Literal('timer.fired'), timer }),
  'run.paused': openObject({ ...stamp, type: Type.Literal('run.paused') }),
  'cancel.requested': openObject({ ...stamp, type: Type.Literal('cancel.requested') }),
  'deadline.passed': openObject({
    ...stamp,
    type: Type.Literal('deadline.passed'),
    unit: optional(text()),
  }),
  'signal.received': openObject({
    ...stamp,
    type: Type.Literal('signal.received'),
    name: text(),
    value: json(),
  }),
  'unwinding.started': openObject({
    ...stamp,
    type: Type.Literal('unwinding.started'),
    reason: text(),
    order: Type.Array(text()),
    unit: optional(text()),
  }),
  'compensation.ordered': openObject({
    ...stamp,
    type: Type.Literal('compensation.ordered'),
    order: Type.Array(text()),
    unit: optional(text()),
  }),
  'compensation.started': openObject({
    ...stamp,
    type: Type.Literal('compensation.started'),
    node: optional(text()),
    unit: text(),
    undoes: optional(text()),
    status: Type.Literal('compensating'),
  }),
  'compensation.ended': openObject({
    ...stamp,
    type: Type.Literal('compensation.ended'),
    node: optional(text()),
    unit: text(),
    undoes: optional(text()),
    status: choice(['compensated', 'compensation_failed']),
    error: optional(error),
  }),
  'operator.act': openObject({
    ...stamp,
    type: Type.Literal('operator.act'),
    by: text(),
    command: choice(COMMANDS),
    step: optional(nullable(text())),
    reason: text(),
    checkpoint: count(0),
    authorised: flag(),
    applied: optional(flag()),
  }),
  'checkpoint.saved': openObject({ ...stamp, type: Type.Literal('checkpoint.saved') }),
  crashed: openObject({ ...stamp, type: Type.Literal('crashed') }),
  resumed: openObject({ ...stamp, type: Type.Literal('resumed') }),
  'instance.ended': openObject({
    ...stamp,
    type: Type.Literal('instance.ended'),
    outcome: choice(OUTCOMES),
    compensation: optional(choice(COMPENSATION_OUTCOMES)),
    error: optional(error),
  }),
} as const;

/** The types that the protocol knows. */
export const TRACE_EVENT_TYPES = Object.keys(known) as readonly (keyof typeof known)[];

const unknown = openObject({
  ...stamp,
  type: Type.Intersect([Type.String(), Type.Not(choice(TRACE_EVENT_TYPES))]),
});

/** All that reading asks of an event: rules judge the rest. */
const readable = openObject({ seq: stamp.seq, at: stamp.at, type: text() });

/** An event of a type that the protocol knows. */
export type KnownTraceEvent = Of<(typeof known)[keyof typeof known]>;

export const traceEvent = leniently(Type.Union([...Object.values(known), unknown]), readable);

/** An event as it was read: number, time and type are sure, all else is as the runtime sent it. */
export type ReadTraceEvent = Of<typeof readable> & { readonly [member: string]: unknown };
