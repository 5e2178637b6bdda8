/** What the reading says of a node that begins. */

import type { Execution } from '../../view.ts';
import type { Context } from './context.ts';
import type { Fate, Moment, Opening } from './fate.ts';
import type { Frame } from './frame.ts';
import type { Member } from './graph.ts';
import type { InputReading } from './input-reading.ts';

export interface Beginning {
  readonly opening: Opening;
  readonly fate: Fate;
  /** What the world saw of it, whether it should have been or not. */
  readonly execution: Execution | null;
  readonly inputs: readonly InputReading[];
}

/** What becomes of a node that could begin at `moment`. */
export type Begin = (context: Context, member: Member, frame: Frame, moment: Moment) => Beginning;
