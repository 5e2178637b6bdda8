/**
 * A trace as a picture sees it: lanes of bars. Terminal and page draw the same model, so
 * that neither of them has to know the rules of the trace.
 *
 * Many things happen at one virtual instant, and a task may take no time at all; a picture
 * that knew only times would lay all of them on top of each other. So the model has
 * *moments*: ordered points at which a bar begins or ends. Several moments may have one
 * time; they are steps of one instant, in the order in which the trace tells them.
 */

import type { TraceEvent } from '../../core/model/trace.ts';
import { finishTimeline, readEvent, startTimeline } from './timeline-builder.ts';
import type { Timeline } from './timeline-model.ts';

export type * from './timeline-model.ts';

/**
 * The timeline of a trace, or of any beginning of one. Linear in its length. Events of
 * unknown types are passed over.
 */
export function timelineOf(trace: readonly TraceEvent[]): Timeline {
  const draft = startTimeline();
  for (const event of trace) readEvent(draft, event);
  return finishTimeline(draft);
}
