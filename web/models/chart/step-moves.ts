/** How a step goes through its chart, and how an attempt does. */

import type { AttemptEndedEvent, TraceEvent, TransitionEvent } from '../../../core/model/trace.ts';
import type { Move } from './move.ts';
import { type Chart, eventsBetween } from './read.ts';

/** A unit is in the chart's first state before the trace names it. */
export function stepMoves(
  trace: readonly TraceEvent[],
  unit: string,
  chart: Chart,
): readonly Move[] {
  const begins: Move = { seq: 0, at: 0, from: null, to: chart.initial, by: [] };
  const moves = trace.flatMap((event) =>
    event.type === 'transition' && event.unit === unit
      ? [
          {
            seq: event.seq,
            at: event.at,
            from: event.from,
            to: event.to,
            by: stepEvents(event, trace, chart),
          },
        ]
      : [],
  );
  return [begins, ...moves];
}

function stepEvents(
  event: TransitionEvent,
  trace: readonly TraceEvent[],
  chart: Chart,
): readonly string[] {
  const known = eventsBetween(chart, event.from, event.to);
  const cause = event.cause === null ? undefined : trace[event.cause - 1];
  const likely = cause === undefined ? null : likelyEvent(event, cause);
  if (likely !== null && known.includes(likely)) return [likely];
  // Where a cancelled step goes on until what it runs has stopped, nothing else cancels it.
  return known.includes('stopped') ? ['stopped'] : known;
}

function likelyEvent(event: TransitionEvent, cause: TraceEvent): string | null {
  if (cause.type === 'operator.act') {
    return event.to === 'SUCCEEDED' ? 'operator.settled' : 'operator.retried';
  }
  if (cause.type !== 'attempt.ended' || cause.unit !== event.unit) return null;
  if (cause.purpose === 'reconcile' && cause.applied === false) return 'found.unapplied';
  if (cause.outcome === 'succeeded') return 'succeeded';
  return isTimeout(cause) ? 'timed_out' : 'failed';
}

const isTimeout = ({ outcome, error }: AttemptEndedEvent): boolean =>
  outcome === 'timed_out' || (outcome === 'uncertain_side_effect' && error?.class === 'timeout');

/** From its start: an attempt is in no state before. */
export function attemptMoves(
  trace: readonly TraceEvent[],
  unit: string,
  attempt: number,
  chart: Chart,
): readonly Move[] {
  const moves: Move[] = [];
  for (const event of trace) {
    if (!('attempt' in event) || event.unit !== unit || event.attempt !== attempt) continue;
    const { seq, at } = event;
    const from = moves.at(-1)?.to ?? null;
    if (event.type === 'attempt.started' && event.purpose !== 'reconcile' && from === null) {
      moves.push({ seq, at, from, to: chart.initial, by: [] });
    } else if (event.type === 'attempt.ended' && event.purpose !== 'reconcile' && from !== null) {
      moves.push({ seq, at, from, to: event.outcome, by: endEvents(event, from, chart) });
    } else if (event.type === 'result.ignored' && from !== null) {
      const by = event.outcome === 'succeeded' ? 'returned.success' : 'returned.error';
      moves.push({ seq, at, from, to: from, by: [by] });
    }
  }
  return moves;
}

function endEvents(event: AttemptEndedEvent, from: string, chart: Chart): readonly string[] {
  const known = eventsBetween(chart, from, event.outcome);
  if (known.length < 2) return known;
  return [isTimeout(event) ? 'timeout.passed' : 'returned.error'];
}
