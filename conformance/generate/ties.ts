/**
 * Whether two things that have nothing to do with each other fall on one instant: which of them
 * counts first would decide what is right, and no runtime is judged by that.
 */

import type { Run } from '../../core/model/run.ts';
import type { TraceEvent } from '../../core/model/trace.ts';

export const hasTies = ({ trace }: Run): boolean => {
  const causes = new Map<number, string>();
  const lostAt = new Set<number>();
  for (const event of trace) {
    if (isLostInCrash(event, trace)) {
      // One call that a resume finds lost follows from the resume; of two, one must be first.
      if (lostAt.has(event.at)) return true;
      lostAt.add(event.at);
      continue;
    }
    const cause = causeOf(event);
    if (cause === null) continue;
    const other = causes.get(event.at);
    if (other !== undefined && other !== cause) return true;
    causes.set(event.at, cause);
  }
  return false;
};

const isLostInCrash = (event: TraceEvent, trace: readonly TraceEvent[]): boolean =>
  event.type === 'attempt.ended' &&
  event.cause !== null &&
  trace[event.cause - 1]?.type === 'resumed';

/** What moved the run, by a name that related things share; null for what only followed. */
const causeOf = (event: TraceEvent): string | null => {
  switch (event.type) {
    case 'attempt.ended':
      return event.outcome === 'cancelled' || event.purpose === 'reconcile' ? null : event.unit;
    case 'timer.fired':
    case 'result.ignored':
      return event.unit;
    case 'cancel.requested':
    case 'deadline.passed':
    case 'signal.received':
    case 'crashed':
    case 'resumed':
    case 'operator.act':
      return event.type;
    default:
      return null;
  }
};
