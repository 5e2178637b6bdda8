/** What a thread of `unwind fuzz` does: slices of generations, as it is told. */

import type { MessagePort } from 'node:worker_threads';
import { type FuzzTarget, type Prepared, prepare } from '../fuzz/search/prepare.ts';
import { runSlice } from '../fuzz/search/slice.ts';
import type { Generation, SearchOptions, Slice } from '../fuzz/search/types.ts';

export type ToThread =
  | { readonly kind: 'begin'; readonly target: FuzzTarget; readonly options: SearchOptions }
  | { readonly kind: 'generation'; readonly generation: Generation }
  | { readonly kind: 'slice'; readonly job: number; readonly from: number; readonly to: number };

export interface FromThread {
  readonly job: number;
  readonly slice: Slice;
}

/** What a thread is started with, so that the command knows that it is one. */
export const THREAD_DATA = { unwind: 'fuzz' } as const;

/** Answers messages until the thread is ended. */
export function serveSlices(port: MessagePort): void {
  let prepared: Prepared | null = null;
  let generation: Generation | null = null;
  let known: ReadonlySet<string> = new Set();
  port.on('message', (message: ToThread) => {
    switch (message.kind) {
      case 'begin':
        prepared = prepare(message.target, message.options);
        return;
      case 'generation':
        generation = message.generation;
        known = new Set(generation.points);
        return;
      case 'slice': {
        if (prepared === null || generation === null) throw new Error('a slice of nothing');
        const { job, from, to } = message;
        const slice = runSlice(prepared, generation, from, to, known);
        port.postMessage({ job, slice } satisfies FromThread);
      }
    }
  });
}
