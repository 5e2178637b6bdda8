/** The trace format of the public HarnessXML corpus: the transitions alone. */

import type { TraceEvent } from '../../core/model/trace.ts';

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
    const { node, from, to, attempt, iteration, error } = event;
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
