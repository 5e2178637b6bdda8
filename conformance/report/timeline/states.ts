/** How a lane ended, in a sign and a word. */

import type { Lane } from '../../../simulator/trace/timeline.ts';
import type { Glyphs } from '../terminal/glyphs.ts';
import type { Tone } from '../terminal/style.ts';

export interface LaneState {
  readonly sign: string;
  readonly word: string;
  readonly tone: Tone;
}

export function stateOf(lane: Lane, glyphs: Glyphs): LaneState {
  if (lane.undos.some(({ state }) => state === 'compensation_failed')) {
    return { sign: glyphs.outcome.failed, word: 'undo failed', tone: 'bad' };
  }
  switch (lane.state) {
    case 'SUCCEEDED':
      // In ORBIT a step that was undone keeps its state.
      if (lane.undos.length > 0 && lane.undos.every(({ state }) => state === 'compensated')) {
        return { sign: glyphs.undone, word: 'undone', tone: 'undo' };
      }
      return { sign: glyphs.outcome.succeeded, word: 'succeeded', tone: 'good' };
    case 'COMPENSATED':
      return { sign: glyphs.undone, word: 'undone', tone: 'undo' };
    case 'FAILED':
      return failed(lane, glyphs);
    case 'SKIPPED':
      return { sign: glyphs.mark.skipped, word: 'skipped', tone: 'faint' };
    case 'CANCELLED':
      return { sign: glyphs.mark.cancelled, word: 'cancelled', tone: 'faint' };
    case 'PENDING':
      return { sign: glyphs.never, word: 'never ran', tone: 'faint' };
    case 'READY':
    case 'RUNNING':
    case 'RETRYING':
      return { sign: glyphs.outcome.open, word: lane.state.toLowerCase(), tone: 'plain' };
  }
}

/** The last attempt decides the sign: a failure, silence, or nobody knows. */
function failed(lane: Lane, glyphs: Glyphs): LaneState {
  const last = lane.bars.findLast(
    ({ kind, direction }) => direction === 'forward' && (kind === 'attempt' || kind === 'span'),
  );
  // Once the far side was asked, it is known that the call had no effect.
  if (last?.purpose === 'reconcile')
    return { sign: glyphs.outcome.failed, word: 'failed', tone: 'bad' };
  switch (last?.outcome) {
    case 'uncertain':
      return { sign: glyphs.outcome.uncertain, word: 'uncertain', tone: 'unknown' };
    case 'timed_out':
      return { sign: glyphs.outcome.timed_out, word: 'timed out', tone: 'bad' };
    default:
      return { sign: glyphs.outcome.failed, word: 'failed', tone: 'bad' };
  }
}
