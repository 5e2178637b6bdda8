/**
 * The events of Chrome's trace event format ("JSON Object Format") that Perfetto's UI and
 * chrome://tracing open. `ts` and `dur` are whole µs.
 */

type Arguments = { readonly [name: string]: unknown };

interface OnTrack {
  readonly pid: number;
  readonly tid: number;
}

/** Names a process or a track, or says where a track stands. */
export interface MetadataEvent extends OnTrack {
  readonly ph: 'M';
  readonly name: 'process_name' | 'thread_name' | 'thread_sort_index';
  readonly args: Arguments;
}

/** A slice. Those of one track lie apart from each other or one within the other. */
export interface CompleteEvent extends OnTrack {
  readonly ph: 'X';
  readonly name: string;
  readonly cat: string;
  readonly ts: number;
  readonly dur: number;
  readonly args: Arguments;
}

/** A point on a track (`t`), or through all tracks of the process (`p`). */
export interface InstantEvent extends OnTrack {
  readonly ph: 'i';
  readonly s: 't' | 'p';
  readonly name: string;
  readonly cat: string;
  readonly ts: number;
  readonly args: Arguments;
}

/** An arrow from the slice around its start (`s`) to the slice around its end (`f`). */
export interface FlowEvent extends OnTrack {
  readonly ph: 's' | 'f';
  /** Binds the end to the slice around it, and not to the next one. */
  readonly bp?: 'e';
  readonly id: number;
  readonly name: string;
  readonly cat: string;
  readonly ts: number;
}

export type PerfettoEvent = MetadataEvent | CompleteEvent | InstantEvent | FlowEvent;

/** There is one process: the run. */
export const PROCESS = 1;
