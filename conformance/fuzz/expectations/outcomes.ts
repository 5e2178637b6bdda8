/** How a run may end, as an expectation may name it. */

import type { Outcome } from '../../../core/model/trace.ts';

export const ENDS: readonly Outcome[] = [
  'succeeded',
  'failed',
  'compensated',
  'cancelled',
  'timed_out',
  'paused',
  'stalled',
];
