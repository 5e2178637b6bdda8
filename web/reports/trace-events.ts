/**
 * Events of a stranger's trace as the page can show them: what has not the members that its type
 * needs is left out, and all of them are numbered anew.
 */

import type { TraceEvent } from '../../core/model/trace.ts';
import { MOST_EVENTS } from './limits.ts';

export interface KnownEvents {
  readonly events: readonly TraceEvent[];
  /** Of a type, or with members, that this page does not know. */
  readonly strange: number;
  /** Beyond the limit. */
  readonly cut: number;
}

/** @param values Objects; whatever else they are is looked at here. */
export function knownEvents(values: readonly unknown[]): KnownEvents {
  const events: TraceEvent[] = [];
  /** The number that an event had → the one that it has here. */
  const numbers = new Map<unknown, number>();
  let strange = 0;
  let last = 0;
  const shown = values.slice(0, MOST_EVENTS);
  for (const value of shown) {
    const event = eventOf(value);
    if (event === null) {
      strange += 1;
      continue;
    }
    const seq = events.length + 1;
    last = Math.max(last, event.at);
    const { seq: named, cause } = value as { readonly seq?: unknown; readonly cause?: unknown };
    events.push({ ...event, seq, at: last, cause: numbers.get(cause) ?? null });
    numbers.set(named, seq);
  }
  return { events, strange, cut: values.length - shown.length };
}

type Check = (value: unknown) => boolean;

const LONGEST_NAME = 300;
const text: Check = (value) => typeof value === 'string' && value.length <= LONGEST_NAME;
const words: Check = (value) => typeof value === 'string' && value.length <= 10 * LONGEST_NAME;
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const count: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
const flag: Check = (value) => typeof value === 'boolean';
const any: Check = () => true;
const oneOf =
  (...names: readonly string[]): Check =>
  (value) =>
    names.includes(value as string);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const members =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(checks).every(([name, check]) =>
      check((value as Readonly<Record<string, unknown>>)[name]),
    );
const list: Check = (value) => Array.isArray(value) && value.length <= 10_000 && value.every(text);

const state = oneOf(
  ...['PENDING', 'READY', 'RUNNING', 'RETRYING', 'SUCCEEDED'],
  ...['SKIPPED', 'FAILED', 'CANCELLED', 'COMPENSATED'],
);
const purpose = oneOf('forward', 'compensation', 'reconcile');
const timer = oneOf('timeout', 'backoff', 'wait', 'queue');
const error = maybe(
  members({
    class: text,
    code: maybe(text),
    message: maybe(words),
    status: maybe(number),
    uncertain: maybe(flag),
  }),
);
const ofUnit = { node: text, unit: text, attempt: count, iteration: maybe(count) };
const ofUndo = { node: text, unit: text, undoes: text, error };

const CHECKS: Readonly<Record<TraceEvent['type'], Check>> = {
  transition: members({
    ...ofUnit,
    from: state,
    to: state,
    delay: maybe(number),
    error,
    detail: maybe(words),
  }),
  'unit.queued': members({ ...ofUnit, pool: maybe(text) }),
  'units.fanned_out': members({ ...ofUnit, count }),
  'attempt.started': members({
    ...ofUnit,
    purpose,
    key: words,
    undoes: maybe(text),
    redelivered: maybe(flag),
  }),
  'attempt.ended': members({
    ...ofUnit,
    purpose,
    outcome: oneOf('succeeded', 'failed', 'timed_out', 'cancelled', 'uncertain_side_effect'),
    error,
    applied: maybe(flag),
  }),
  'result.ignored': members({ ...ofUnit, outcome: oneOf('succeeded', 'failed'), error }),
  'timer.set': members({ ...ofUnit, timer, due: number, base: maybe(number), draw: maybe(number) }),
  'timer.fired': members({ ...ofUnit, timer }),
  'cancel.requested': any,
  'deadline.passed': members({ unit: maybe(text) }),
  'signal.received': members({ name: text }),
  'unwinding.started': members({ reason: words, order: list, unit: maybe(text) }),
  'compensation.ordered': members({ order: list, unit: maybe(text) }),
  'run.paused': any,
  'operator.act': members({
    by: text,
    command: oneOf('retry-step', 'resume-run', 'settle-uncertain'),
    step: orNull(text),
    reason: words,
    checkpoint: number,
    authorised: flag,
    applied: maybe(flag),
  }),
  crashed: any,
  resumed: any,
  'compensation.started': members(ofUndo),
  'compensation.ended': members({
    ...ofUndo,
    status: oneOf('compensated', 'compensation_failed'),
  }),
  'instance.ended': members({
    outcome: oneOf(
      ...['succeeded', 'failed', 'compensated', 'cancelled'],
      ...['timed_out', 'paused', 'stalled', 'refused'],
    ),
    compensation: oneOf('none', 'completed', 'failed'),
    error,
  }),
};

function eventOf(value: unknown): TraceEvent | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, at } = value as { readonly type?: unknown; readonly at?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(CHECKS, type) || !number(at)) return null;
  const fits = CHECKS[type as TraceEvent['type']](value);
  if (!fits) return null;
  const time = Math.min(LATEST, Math.max(0, Math.round((at as number) * 1000) / 1000));
  return { ...(value as TraceEvent), at: time };
}

/** In ms: far beyond any run, and far from where numbers lose a digit. */
const LATEST = 1e13;
