/** Play presses Step, slowly enough to read, and longer where there is more to see. */

import type { TraceEvent } from '../../core/model/trace.ts';
import { isNotable } from './notable.ts';

export type Speed = 0.5 | 1 | 2;
export const SPEEDS: readonly Speed[] = [0.5, 1, 2];

const PAUSE = 900;
const LONG_PAUSE = 1800;

/** How long to stay at an event before the next step, in real ms. */
export function pauseAfter(event: TraceEvent | null, speed: Speed): number {
  return (event !== null && isNotable(event) ? LONG_PAUSE : PAUSE) / speed;
}
