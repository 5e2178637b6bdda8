/** What is looked at: a step, or one attempt of one of its units. */

import type { TraceEvent } from '../../core/model/trace.ts';
import type { Timeline } from '../../simulator/trace/timeline.ts';

export interface Selection {
  readonly node: string;
  /** Null where the step as a whole is meant. */
  readonly unit: string | null;
  /** From 1; null where no attempt is meant. */
  readonly attempt: number | null;
}

/** As the address has it: `charge`, or `charge#2` for its second attempt. */
export function writeSelection(unit: string, attempt: number | null): string {
  return attempt === null ? unit : `${unit}#${attempt}`;
}

/** What the address says, else what the event at the cursor is about. */
export function selectionOf(
  written: string | null,
  event: TraceEvent | null,
  timeline: Timeline,
): Selection | null {
  if (written === null) return ofEvent(event);
  const [, unit, attempt] = /^(.+)#(\d{1,4})$/.exec(written) ?? [];
  if (unit === undefined) return { node: written, unit: null, attempt: null };
  const node = nodeOf(unit, timeline);
  return node === null
    ? { node: written, unit: null, attempt: null }
    : { node, unit, attempt: Number(attempt) };
}

function ofEvent(event: TraceEvent | null): Selection | null {
  if (event === null || !('node' in event)) return null;
  const attempt = 'attempt' in event && event.attempt > 0 ? event.attempt : null;
  return { node: event.node, unit: event.unit, attempt };
}

/** The node of a unit that the run comes to. */
export function nodeOf(unit: string, timeline: Timeline): string | null {
  for (const lane of timeline.lanes) {
    if (lane.unit === unit) return lane.node;
    const bar = lane.bars.find((one) => one.unit === unit);
    if (bar !== undefined) return bar.node;
  }
  return null;
}
