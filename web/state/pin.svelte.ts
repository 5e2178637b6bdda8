/** A moment to come back to; it stays the same moment when the run is made again. */

import type { TraceEvent } from '../../core/model/trace.ts';
import { eventAt, type Moment, momentAt } from '../models/moment.ts';

export interface Pinned {
  readonly trace: readonly TraceEvent[];
  readonly cursor: number;
  /** Whether an event is within the step that the page stands at. */
  isHere(seq: number): boolean;
  go(seq: number): void;
}

export function createPin(page: Pinned) {
  let moment = $state.raw<Moment | null>(null);
  const seq = $derived(moment === null ? null : (eventAt(page.trace, moment)?.seq ?? null));
  return {
    /** The pinned event; null where there is none, or where this run does not come to it. */
    get seq() {
      return seq;
    },
    /** Pins where the page stands, or takes the pin out of there. */
    toggle() {
      moment = seq !== null && page.isHere(seq) ? null : momentAt(page.trace, page.cursor);
    },
    goBack() {
      if (seq !== null) page.go(seq);
    },
    clear() {
      moment = null;
    },
  };
}
