/** Play is nothing but somebody who presses Step. */

import type { TraceEvent } from '../../core/model/trace.ts';
import { pauseAfter, type Speed } from '../models/playback.ts';

export interface Stepped {
  readonly index: number;
  readonly steps: readonly unknown[];
  readonly event: TraceEvent | null;
}

export function createPlayer(run: Stepped, goToStep: (index: number) => void) {
  let speed = $state<Speed>(1);
  let playing = $state(false);
  $effect(() => {
    if (!playing) return;
    if (run.index >= run.steps.length - 1) {
      playing = false;
      return;
    }
    const next = run.index + 1;
    const timer = setTimeout(() => goToStep(next), pauseAfter(run.event, speed));
    return () => clearTimeout(timer);
  });
  return {
    get playing() {
      return playing;
    },
    get speed() {
      return speed;
    },
    set speed(value: Speed) {
      speed = value;
    },
    toggle() {
      if (!playing && run.index >= run.steps.length - 1) goToStep(-1);
      playing = !playing;
    },
    pause() {
      playing = false;
    },
  };
}
