/** Where Shift and an arrow stop: what a person would want to look at in a long run. */

import type { TraceEvent } from '../../core/model/trace.ts';
import { routeOf } from '../../simulator/trace/explain/headline.ts';
import type { Step } from './steps.ts';

/** A failure, an unknown outcome, a decision, a skip, a turn of the run, its end. */
export function isNotable(event: TraceEvent): boolean {
  switch (event.type) {
    case 'attempt.ended':
      return event.outcome !== 'succeeded' && event.outcome !== 'cancelled';
    case 'transition':
      return (
        event.to === 'FAILED' ||
        event.to === 'SKIPPED' ||
        (event.to === 'SUCCEEDED' && routeOf(event) !== null)
      );
    case 'compensation.ended':
      return event.status === 'compensation_failed';
    case 'unwinding.started':
    case 'cancel.requested':
    case 'signal.received':
    case 'run.paused':
    case 'operator.act':
    case 'crashed':
    case 'resumed':
    case 'result.ignored':
    case 'instance.ended':
      return true;
    default:
      return false;
  }
}

/** The next notable step in a direction, else the first or last step. */
export function notableFrom(steps: readonly Step[], index: number, direction: 1 | -1): number {
  for (let at = index + direction; at >= 0 && at < steps.length; at += direction) {
    const step = steps[at];
    if (step !== undefined && isNotable(step.lead)) return at;
  }
  return direction === 1 ? steps.length - 1 : -1;
}

/** The next or previous start of an attempt of the unit that the cursor stands at. */
export function attemptFrom(steps: readonly Step[], index: number, direction: 1 | -1): number {
  const current = steps[index]?.lead;
  if (current === undefined || !('unit' in current)) return index;
  for (let at = index + direction; at >= 0 && at < steps.length; at += direction) {
    const lead = steps[at]?.lead;
    if (lead?.type === 'attempt.started' && lead.unit === current.unit) return at;
  }
  return index;
}
