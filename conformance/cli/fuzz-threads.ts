/** Threads that do the runs of `unwind fuzz`: each is the command itself, started once more. */

import { Worker } from 'node:worker_threads';
import type { SliceWorkers } from '../fuzz/in-parallel.ts';
import type { Generation, Slice } from '../fuzz/search/types.ts';
import { type FromThread, THREAD_DATA, type ToThread } from './fuzz-thread.ts';
import { Problem } from './problem.ts';

export interface Threads extends SliceWorkers {
  /** Ends all of them, whatever they do. */
  end(): Promise<void>;
}

interface Job {
  readonly number: number;
  readonly generation: Generation;
  readonly from: number;
  readonly to: number;
  readonly done: (slice: Slice) => void;
  readonly failed: (problem: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** What it does, and what waits at it: so that it never waits for us. */
  readonly jobs: Map<number, Job>;
  /** What it was told of last. */
  generation: Generation | null;
}

/** Jobs that a thread has at once. */
const AT_ONCE = 2;

/** @param file What starts the command. */
export function startThreads(file: string, count: number): Threads {
  const waiting: Job[] = [];
  let numbers = 0;
  let lost: Problem | null = null;

  const tell = (thread: Thread, message: ToThread): void => thread.worker.postMessage(message);

  const lose = (problem: Problem): void => {
    lost ??= problem;
    for (const job of waiting.splice(0)) job.failed(lost);
    for (const { jobs } of threads) {
      for (const job of jobs.values()) job.failed(lost);
      jobs.clear();
    }
  };

  const feed = (thread: Thread): void => {
    while (thread.jobs.size < AT_ONCE) {
      const job = waiting.shift();
      if (job === undefined) return;
      if (thread.generation !== job.generation) {
        thread.generation = job.generation;
        tell(thread, { kind: 'generation', generation: job.generation });
      }
      thread.jobs.set(job.number, job);
      tell(thread, { kind: 'slice', job: job.number, from: job.from, to: job.to });
    }
  };

  const threads: readonly Thread[] = Array.from({ length: count }, () => {
    const worker = new Worker(file, { workerData: THREAD_DATA });
    const thread: Thread = { worker, jobs: new Map(), generation: null };
    worker.on('message', ({ job, slice }: FromThread) => {
      const own = thread.jobs.get(job);
      thread.jobs.delete(job);
      // Fed before the slice is put in: that may take a while.
      feed(thread);
      own?.done(slice);
    });
    worker.on('error', (error) => lose(lostBy(error)));
    worker.on('exit', (code) => lose(new Problem(`A thread ended by itself (${code}). ${ALONE}`)));
    return thread;
  });

  return {
    count,
    begin: (target, options) => {
      waiting.length = 0;
      for (const thread of threads) {
        thread.generation = null;
        thread.jobs.clear();
        tell(thread, { kind: 'begin', target, options });
      }
    },
    run: (generation, from, to) =>
      new Promise((done, failed) => {
        if (lost !== null) return failed(lost);
        numbers += 1;
        waiting.push({ number: numbers, generation, from, to, done, failed });
        for (const thread of threads) feed(thread);
      }),
    end: async () => {
      for (const { worker } of threads) {
        worker.removeAllListeners();
        // One that dies while it is ended is no news, and unheard it would end the process.
        worker.on('error', () => {});
      }
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

const ALONE = 'Try it with --threads 1.';

function lostBy(error: unknown): Problem {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new Problem(
      'A thread ran out of memory. Use fewer (--threads 1), or give Node more: NODE_OPTIONS=--max-old-space-size=4096.',
    );
  }
  return new Problem(`A thread died: ${message}. ${ALONE}`);
}
