/**
 * An event by what it is, not by its number: the same in two runs that differed before it. So
 * the cursor stays where it was when a run is made again, and "crash after the second attempt"
 * means that attempt wherever it comes.
 */

import type { TraceEvent } from '../../core/model/trace.ts';

/** `attempt.started charge 2`; from the second of its kind on with its count, ` ~2`. */
export type Moment = string;

export const LONGEST_MOMENT = 400;

/** What an event is, without telling it from others of its kind. */
function kindOf(event: TraceEvent): string {
  switch (event.type) {
    case 'transition':
      return `${event.type} ${event.to} ${event.unit} ${event.attempt}`;
    case 'timer.set':
    case 'timer.fired':
      return `${event.type} ${event.timer} ${event.unit} ${event.attempt}`;
    case 'attempt.started':
    case 'attempt.ended': {
      const purpose = event.purpose === 'reconcile' ? ' reconcile' : '';
      return `${event.type}${purpose} ${event.unit} ${event.attempt}`;
    }
    default: {
      const unit = 'unit' in event && event.unit !== undefined ? ` ${event.unit}` : '';
      return `${event.type}${unit}${'attempt' in event ? ` ${event.attempt}` : ''}`;
    }
  }
}

/** The moment of each event, in the order of the trace. */
export function momentsOf(trace: readonly TraceEvent[]): readonly Moment[] {
  const counts = new Map<string, number>();
  return trace.map((event) => {
    const kind = kindOf(event);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count === 1 ? kind : `${kind} ~${count}`;
  });
}

/** Null before the first event, and where the trace has no event of this number. */
export function momentAt(trace: readonly TraceEvent[], seq: number): Moment | null {
  const index = trace.findIndex((event) => event.seq === seq);
  return index < 0 ? null : (momentsOf(trace.slice(0, index + 1))[index] ?? null);
}

/** The event of a moment; null where the run never comes to it. */
export function eventAt(trace: readonly TraceEvent[], moment: Moment): TraceEvent | null {
  const index = momentsOf(trace).indexOf(moment);
  return trace[index] ?? null;
}
