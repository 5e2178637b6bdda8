/** What the reading says of one run of a loop. */

import type { Execution } from '../../view.ts';
import type { Fate, Moment, Opening } from './fate.ts';
import type { Frame } from './frame.ts';
import type { Member } from './graph.ts';
import type { InputReading } from './input-reading.ts';

export interface LoopReading {
  readonly member: Member;
  readonly body: Member;
  readonly frame: Frame;
  readonly begun: Moment;
  /** Iterations that had to begin, by index. */
  readonly iterations: readonly IterationReading[];
  /** How many there are if none fails: null where that is not known. */
  readonly planned: number | null;
  /** Whether one more than `maxIterations` was asked for, and refused. */
  readonly isRefused: boolean;
  /** The first iteration that failed. */
  readonly failure: (Moment & { readonly index: number }) | null;
  readonly fate: Fate;
}

export interface IterationReading extends Moment {
  readonly index: number;
  readonly unit: string;
  readonly opening: Opening;
  readonly execution: Execution | null;
  readonly inputs: readonly InputReading[];
  readonly fate: Fate;
}
