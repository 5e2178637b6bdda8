/**
 * How a run goes through its chart. The trace tells what happened and seldom the run's state, so
 * it is followed from event to event. A run that a handler's failure ends is known as such only
 * at its end.
 */

import type { TraceEvent } from '../../../core/model/trace.ts';
import type { Profile } from '../../../core/model/workflow.ts';
import type { Move } from './move.ts';
import { type Chart, eventsBetween } from './read.ts';

export function runMoves(
  trace: readonly TraceEvent[],
  profile: Profile,
  chart: Chart,
): readonly Move[] {
  const moves: Move[] = [{ seq: 0, at: 0, from: null, to: chart.initial, by: [] }];
  let state = chart.initial;

  function go({ seq, at }: TraceEvent, to: string, event: string): void {
    if (!eventsBetween(chart, state, to).includes(event)) return;
    moves.push({ seq, at, from: state, to, by: [event] });
    state = to;
  }

  function end(event: TraceEvent, outcome: string): void {
    if (state === 'quiescing') go(event, 'compensating', 'settled');
    if (state === 'running' && outcome === 'failed') {
      if (profile === 'orbit') go(event, 'failed', 'return.failed');
      else go(event, 'failing', 'handler.failed');
    }
    go(event, outcome, 'settled');
  }

  for (const [index, event] of trace.entries()) {
    switch (event.type) {
      case 'run.paused':
        go(event, 'paused', 'failure.propagated');
        break;
      case 'operator.act':
        if (state === 'paused' && goesOn(trace, index)) go(event, 'running', 'freed');
        break;
      case 'cancel.requested':
        go(event, unwinds(trace, index) ? 'quiescing' : 'cancelling', 'cancel.requested');
        break;
      case 'deadline.passed':
        if (event.unit === undefined) go(event, 'quiescing', 'deadline.passed');
        break;
      case 'unwinding.started':
        if (event.unit === undefined) go(event, 'quiescing', 'failure.propagated');
        break;
      case 'compensation.ordered':
        if (event.unit === undefined) go(event, 'compensating', 'settled');
        break;
      case 'compensation.started':
        if (isOwn(event.unit) && state === 'quiescing') go(event, 'compensating', 'settled');
        break;
      case 'compensation.ended':
        if (isOwn(event.unit)) {
          const failed = event.status === 'compensation_failed';
          go(event, state, failed ? 'compensation.failed' : 'compensation.succeeded');
        }
        break;
      case 'instance.ended':
        end(event, event.outcome);
        break;
      default:
        break;
    }
  }
  return moves;
}

/** The unit of a subworkflow names the step that it belongs to. */
const isOwn = (unit: string): boolean => !unit.includes('/');

/** A cancelled run unwinds: it says so at once. */
function unwinds(trace: readonly TraceEvent[], index: number): boolean {
  const cancel = trace[index]?.seq;
  return trace.some(
    (event) =>
      event.type === 'unwinding.started' && event.unit === undefined && event.cause === cancel,
  );
}

/** Something begins behind what an operator did, or the run comes to an end. */
function goesOn(trace: readonly TraceEvent[], index: number): boolean {
  for (const event of trace.slice(index + 1)) {
    if (event.type === 'operator.act' || event.type === 'cancel.requested') return false;
    if (event.type === 'transition' && event.to === 'RUNNING') return true;
    if (event.type === 'instance.ended') return event.outcome !== 'paused';
  }
  return false;
}
