/** A moment to come back to; it stays the same moment when the run is made again. */

import type { TraceEvent } from '../../core/model/trace.ts';
import { eventAt, type Moment, momentAt } from '../models/moment.ts';
import { type Step, stepAt } from '../models/steps.ts';

export interface Pinned {
  readonly trace: readonly TraceEvent[];
  readonly cursor: number;
  readonly index: number;
  readonly steps: readonly Step[];
}

export function createPin(page: Pinned, toEvent: (seq: number) => void) {
  let moment = $state.raw<Moment | null>(null);
  const seq = $derived(moment === null ? null : (eventAt(page.trace, moment)?.seq ?? null));
  return {
    /** The pinned event; null where there is none, or where this run does not come to it. */
    get seq() {
      return seq;
    },
    /** Pins where the page stands, or takes the pin out of there. */
    toggle() {
      moment =
        seq !== null && stepAt(page.steps, seq) === page.index
          ? null
          : momentAt(page.trace, page.cursor);
    },
    goBack() {
      if (seq !== null) toEvent(seq);
    },
    clear() {
      moment = null;
    },
  };
}
