/** The trace format of the public HarnessXML corpus: the transitions alone. */

import type { TraceEvent } from '../../core/model/trace.ts';
import { isNamedByUndone } from './explain/words.ts';

export interface HarnessTraceEntry {
  readonly node: string;
  readonly from: string;
  readonly to: string;
  readonly attempt: number;
  readonly iteration?: number;
  readonly errorClass?: string;
  readonly detail?: string;
}

export const toHarnessTrace = (trace: readonly TraceEvent[]): HarnessTraceEntry[] =>
  trace.flatMap((event) => {
    if (event.type !== 'transition') return [];
    const { unit, from, to, attempt, iteration, error } = event;
    // In ORBIT a compensation is told by the step undone; the node that does it is meant here.
    const isUndo = isNamedByUndone(event.node, unit);
    const node = isUndo ? `compensate:${event.node}` : event.node;
    const detail = event.detail ?? error?.message;
    return [
      {
        node,
        from,
        to,
        attempt,
        ...(iteration === undefined ? {} : { iteration }),
        ...(error === undefined ? {} : { errorClass: error.class }),
        ...(detail === undefined ? {} : { detail }),
      },
    ];
  });
