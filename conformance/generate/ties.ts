/**
 * Whether two things that have nothing to do with each other fall on one instant: which of them
 * counts first would decide what is right, and no runtime is judged by that.
 */

import type { Run } from '../../core/model/run.ts';
import type { TraceEvent } from '../../core/model/trace.ts';

export const hasTies = (run: Run): boolean => smallestGap(run) === 0;

/** The least time between two things that have nothing to do with each other; infinite if none. */
export const smallestGap = ({ trace }: Run): number => {
  let smallest = Number.POSITIVE_INFINITY;
  let last: { readonly cause: string; readonly at: number } | null = null;
  let lostAt = Number.NaN;
  for (const event of trace) {
    if (isLostInCrash(event, trace)) {
      // One call that a resume finds lost follows from the resume; of two, one must be first.
      if (lostAt === event.at) return 0;
      lostAt = event.at;
      continue;
    }
    const cause = causeOf(event);
    if (cause === null) continue;
    // What came late is told with the rest of its time, so times may go back.
    if (last !== null && last.cause !== cause) {
      smallest = Math.min(smallest, Math.abs(event.at - last.at));
    }
    last = { cause, at: event.at };
  }
  return smallest;
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
