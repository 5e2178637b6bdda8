/** The page's side of the worker that reads files: one file at a time, and none for ever. */

import { startWorker } from '../worker/start.ts';
import { PATIENCE } from './limits.ts';
import type { OpenFiles, OpenTrace, ReadAnswer } from './messages.ts';
import workerUrl from './read.worker.ts?worker&url';

export interface Reader {
  /** The answer; null when another file came before it was there. */
  read(asked: OpenFiles | OpenTrace): Promise<ReadAnswer | null>;
  /** Gives up on what is being read. */
  stop(): void;
}

export function workerReader(
  start: () => Worker = () => startWorker(workerUrl),
  patience: number = PATIENCE,
): Reader {
  let stop: () => void = () => {};
  return {
    read(asked) {
      stop();
      return new Promise((resolve) => {
        let worker: Worker | null = null;
        const settle = (answer: ReadAnswer | null): void => {
          clearTimeout(timer);
          worker?.terminate();
          stop = () => {};
          resolve(answer);
        };
        const fail = (text: string): void =>
          settle({ kind: 'problem', title: `${asked.name} can not be shown`, text });
        const timer = setTimeout(
          () =>
            fail(
              `Reading it took longer than ${patience / 1000} s, and was stopped. The command line waits as long as you like.`,
            ),
          patience,
        );
        stop = () => settle(null);
        try {
          worker = start();
        } catch {
          fail('This browser did not start the worker that reads it.');
          return;
        }
        worker.onmessage = ({ data }: MessageEvent<ReadAnswer>) => settle(data);
        worker.onerror = () => fail('The worker that reads it could not be loaded or has ended.');
        worker.postMessage(asked);
      });
    },
    stop: () => stop(),
  };
}
