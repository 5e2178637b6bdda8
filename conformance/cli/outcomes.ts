/** How a run can end: what `--expect` may name. */

import type { Outcome } from '../../core/model/trace.ts';

const KNOWN: Readonly<Record<Outcome, true>> = {
  succeeded: true,
  failed: true,
  compensated: true,
  cancelled: true,
  timed_out: true,
  paused: true,
  stalled: true,
  refused: true,
};

export const OUTCOMES = Object.keys(KNOWN) as readonly Outcome[];
