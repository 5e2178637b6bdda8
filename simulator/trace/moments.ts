/** The row of moments that grows while a trace is read. */

import type { Moment } from './timeline-model.ts';

export interface Moments {
  readonly list: Moment[];
  /** The last moment is filled by a mark: what begins next comes behind it. */
  filled: boolean;
}

export function startMoments(): Moments {
  return { list: [{ at: 0, step: 0 }], filled: false };
}

/** The moment at which something happens now, as an index. Time never goes back. */
export function momentAt(moments: Moments, at: number): number {
  if (at > lastMoment(moments).at) {
    // The stretch of time that has passed is slot enough for a mark.
    moments.list.push({ at, step: 0 });
    moments.filled = false;
  }
  return moments.list.length - 1;
}

/** One step further within the instant: for what begins and ends without time between. */
export function nextMoment(moments: Moments): number {
  const { at, step } = lastMoment(moments);
  moments.list.push({ at, step: step + 1 });
  moments.filled = false;
  return moments.list.length - 1;
}

function lastMoment(moments: Moments): Moment {
  return moments.list[moments.list.length - 1] ?? { at: 0, step: 0 };
}
