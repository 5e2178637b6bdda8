/** One step through a chart, as the trace tells it. */

export interface Move {
  readonly seq: number;
  readonly at: number;
  /** Null where it begins. */
  readonly from: string | null;
  readonly to: string;
  /** The chart's events that may have led here: one, where the trace tells which. */
  readonly by: readonly string[];
}
