/**
 * What one press of Step goes over. A trace tells every change of state; a person wants to
 * see things happen. So each step is a run of neighbouring events with one that leads: the
 * attempt that starts, with the READY and RUNNING before it; the attempt that ends, with the
 * state it leads to. Every event is in exactly one step, and nothing is left out.
 */

import type {
  AttemptStartedEvent,
  TraceEvent,
  TransitionEvent,
  UnitQueuedEvent,
} from '../../core/model/trace.ts';
import type { Detail } from './link.ts';

export interface Step {
  /** From 0. */
  readonly index: number;
  /** The event that the step is named after and explained by. */
  readonly lead: TraceEvent;
  /** The events, by `seq`, that it begins and ends with: the cursor goes to the last. */
  readonly first: number;
  readonly last: number;
}

export function stepsOf(trace: readonly TraceEvent[], detail: Detail): readonly Step[] {
  if (detail === 'events') {
    return trace.map((lead, index) => ({ index, lead, first: lead.seq, last: lead.seq }));
  }
  const roles = rolesOf(trace);
  const leads = trace.flatMap((_, index) => (roles[index] === 'lead' ? [index] : []));
  return leads.map((at, index) => {
    const from = index === 0 ? 0 : endOf(leads[index - 1] ?? 0, at, roles);
    const next = leads[index + 1];
    const to = next === undefined ? trace.length : endOf(at, next, roles);
    return {
      index,
      lead: trace[at] as TraceEvent,
      first: trace[from]?.seq ?? 1,
      last: trace[to - 1]?.seq ?? 1,
    };
  });
}

/** The step that the cursor stands in; −1 before the first. */
export function stepAt(steps: readonly Step[], cursor: number): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.first ?? 0) <= cursor) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The cursor behind a step; 0 for what lies before the first. */
export function cursorOf(steps: readonly Step[], index: number): number {
  if (index < 0) return 0;
  return steps[Math.min(index, steps.length - 1)]?.last ?? 0;
}

/** Where a step ends that leads at `at`: behind the last event that trails it. */
function endOf(at: number, next: number, roles: readonly Role[]): number {
  for (let index = next - 1; index > at; index -= 1) {
    if (roles[index] === 'trails') return index + 1;
  }
  return at + 1;
}

type Role = 'lead' | 'trails' | 'precedes';

/**
 * Attempts speak for the states around them. How a node leaves RUNNING trails the end of its
 * attempt, or precedes it where the engine ended the attempt; a node that made no call has
 * only its states.
 */
function rolesOf(trace: readonly TraceEvent[]): readonly Role[] {
  const attempts = new Map<string, 'open' | 'ended'>();
  const starts = new Set(
    trace.flatMap((event) => (event.type === 'attempt.started' ? [attemptAt(event)] : [])),
  );
  return trace.map((event) => {
    if (event.type === 'unit.queued') return starts.has(attemptAt(event)) ? 'precedes' : 'lead';
    if (event.type === 'attempt.started') attempts.set(event.unit, 'open');
    if (event.type === 'attempt.ended') attempts.set(event.unit, 'ended');
    if (event.type !== 'transition') return roleOf(event);
    if (event.to === 'RUNNING') attempts.delete(event.unit);
    return roleOfTransition(event, attempts.get(event.unit) ?? null);
  });
}

/** What is scheduled and starts at one instant is one thing to see; what waits for a worker is not. */
function attemptAt({ at, unit, attempt }: AttemptStartedEvent | UnitQueuedEvent): string {
  return `${at} ${attempt} ${unit}`;
}

function roleOf(event: Exclude<TraceEvent, TransitionEvent>): Role {
  switch (event.type) {
    case 'attempt.started':
    case 'attempt.ended':
    case 'result.ignored':
    case 'cancel.requested':
    case 'signal.received':
    case 'unwinding.started':
    case 'run.paused':
    case 'operator.act':
    case 'crashed':
    case 'resumed':
    case 'instance.ended':
      return 'lead';
    case 'timer.set':
      return event.timer === 'timeout' ? 'trails' : 'lead';
    case 'timer.fired':
    case 'compensation.started':
      return 'precedes';
    case 'compensation.ended':
      return 'trails';
    default:
      return 'lead';
  }
}

function roleOfTransition(event: TransitionEvent, attempt: 'open' | 'ended' | null): Role {
  switch (event.to) {
    case 'PENDING':
    case 'READY':
    case 'RUNNING':
      return 'precedes';
    case 'RETRYING':
    case 'COMPENSATED':
      return 'trails';
    case 'SUCCEEDED':
    case 'FAILED':
    case 'SKIPPED':
    case 'CANCELLED':
      if (event.from !== 'RUNNING' || attempt === null) return 'lead';
      return attempt === 'ended' ? 'trails' : 'precedes';
  }
}
