/** What a line of a run's story is about. */

export type NotableKind =
  | 'succeeded'
  | 'failed'
  | 'timed_out'
  | 'uncertain'
  | 'asked'
  | 'cancelled'
  | 'skipped'
  | 'routed'
  | 'waits'
  | 'late'
  | 'unwinding'
  | 'undone'
  | 'control'
  | 'paused'
  | 'operator'
  | 'end';

export interface Notable {
  readonly at: number;
  readonly seq: number;
  readonly kind: NotableKind;
  /** A sentence without its full stop. */
  readonly text: string;
}

/** Before it has its place. */
export type Told = readonly [NotableKind, string];
