/** Play is nothing but somebody who presses Step. */

import type { TraceEvent } from '../../core/model/trace.ts';
import { pauseAfter, type Speed } from '../models/playback.ts';

export interface Stepper {
  readonly index: number;
  readonly count: number;
  readonly event: TraceEvent | null;
  goToStep(index: number): void;
}

export function createPlayer(stepper: Stepper) {
  let speed = $state<Speed>(1);
  let playing = $state(false);
  $effect(() => {
    if (!playing) return;
    if (stepper.index >= stepper.count - 1) {
      playing = false;
      return;
    }
    const next = stepper.index + 1;
    const timer = setTimeout(() => stepper.goToStep(next), pauseAfter(stepper.event, speed));
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
      if (!playing && stepper.index >= stepper.count - 1) stepper.goToStep(-1);
      playing = !playing;
    },
    pause() {
      playing = false;
    },
  };
}
