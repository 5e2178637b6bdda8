/** What the reading says of a node that begins. */

import type { Json } from '../../../../core/model/json.ts';
import type { Execution } from '../../view.ts';
import type { Context } from './context.ts';
import type { Fate, Moment, Opening } from './fate.ts';
import type { Frame } from './frame.ts';
import type { Member } from './graph.ts';

export interface Beginning {
  readonly opening: Opening;
  readonly fate: Fate;
  /** What the world saw of it, whether it should have been or not. */
  readonly execution: Execution | null;
  readonly inputs: readonly InputReading[];
}

export interface InputReading {
  readonly port: string;
  readonly from: 'edge' | 'value' | 'default';
  /** Undefined where nobody knows it. */
  readonly value: Json | undefined;
}

/** What becomes of a node that could begin at `moment`. */
export type Begin = (context: Context, member: Member, frame: Frame, moment: Moment) => Beginning;
