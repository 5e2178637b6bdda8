/** The looks that a step, an attempt or an event can have: colour, shape and word. */

import type { AttemptOutcome, TraceEvent, TransitionEvent } from '../../core/model/trace.ts';
import type { Bar } from '../../simulator/trace/timeline.ts';

export type Look =
  | 'idle'
  | 'ready'
  | 'running'
  | 'waiting'
  | 'succeeded'
  | 'failed'
  | 'unknown'
  | 'undone'
  | 'skipped'
  | 'cancelled'
  | 'turn'
  | 'person';

export const LOOK_WORDS: Readonly<Record<Look, string>> = {
  idle: 'not started',
  ready: 'ready',
  running: 'running',
  waiting: 'waiting',
  succeeded: 'succeeded',
  failed: 'failed',
  unknown: 'outcome unknown',
  undone: 'undone',
  skipped: 'skipped',
  cancelled: 'cancelled',
  turn: 'the run',
  person: 'a person',
};

export function lookOfOutcome(outcome: AttemptOutcome | 'uncertain' | 'open', undo: boolean): Look {
  switch (outcome) {
    case 'succeeded':
      return undo ? 'undone' : 'succeeded';
    case 'failed':
      return 'failed';
    case 'timed_out':
    case 'uncertain':
    case 'uncertain_side_effect':
      return 'unknown';
    case 'cancelled':
      return 'cancelled';
    case 'open':
      return 'running';
  }
}

/** How a bar looks once it is over. */
export function lookOfBar(bar: Bar): Look {
  const undo = bar.direction === 'undo';
  switch (bar.kind) {
    case 'backoff':
    case 'wait':
    case 'queue':
      return bar.outcome === 'cancelled' ? 'cancelled' : 'waiting';
    case 'attempt':
    case 'span':
      return lookOfOutcome(bar.outcome, undo);
  }
}

export function lookOfEvent(event: TraceEvent): Look {
  switch (event.type) {
    case 'attempt.started':
      return 'running';
    case 'attempt.ended':
      return lookOfOutcome(event.outcome, event.purpose === 'compensation');
    case 'result.ignored':
      return 'unknown';
    case 'timer.set':
    case 'timer.fired':
      return 'waiting';
    case 'compensation.started':
      return 'running';
    case 'compensation.ended':
      return event.status === 'compensated' ? 'undone' : 'failed';
    case 'unwinding.started':
      return 'turn';
    case 'cancel.requested':
      return 'cancelled';
    case 'run.paused':
    case 'operator.act':
      return 'person';
    case 'crashed':
      return 'failed';
    case 'resumed':
      return 'turn';
    case 'signal.received':
      return 'turn';
    case 'instance.ended':
      switch (event.outcome) {
        case 'succeeded':
          return 'succeeded';
        case 'compensated':
          return 'undone';
        case 'cancelled':
          return 'cancelled';
        default:
          return 'failed';
      }
    case 'transition':
      return lookOfTransition(event);
    default:
      return 'turn';
  }
}

function lookOfTransition(event: TransitionEvent): Look {
  switch (event.to) {
    case 'PENDING':
      return 'idle';
    case 'READY':
      return 'ready';
    case 'RUNNING':
      return 'running';
    case 'RETRYING':
      return 'waiting';
    case 'SUCCEEDED':
      return event.unit.startsWith('compensate:') ? 'undone' : 'succeeded';
    case 'SKIPPED':
      return 'skipped';
    case 'FAILED':
      return event.error?.class === 'timeout' ? 'unknown' : 'failed';
    case 'CANCELLED':
      return 'cancelled';
    case 'COMPENSATED':
      return 'undone';
  }
}
