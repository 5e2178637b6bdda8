/** In which iteration of which loops something runs. */

import type { Json } from '../../../../core/model/json.ts';
import type { Loop } from '../../../../core/model/workflow.ts';
import type { Member } from './graph.ts';

/** The main flow, or an iteration within it. */
export interface Frame {
  /** What units are called behind the node's id: empty, `[0]`, `[0][2]`. */
  readonly suffix: string;
  readonly parent: Frame | null;
  /** Null in the main flow. */
  readonly iteration: Iteration | null;
}

export interface Iteration {
  readonly member: Member;
  readonly loop: Loop;
  readonly index: number;
  /** Undefined where nobody knows it; null in loops that have no items. */
  readonly item: Json | undefined;
}

export const MAIN: Frame = { suffix: '', parent: null, iteration: null };
