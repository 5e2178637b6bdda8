/** The page's side of the worker: one question at a time, the newest wins. */

import type { Answer, Envelope, Question } from './messages.ts';
import workerUrl from './run.worker.ts?worker&url';
import { startWorker } from './start.ts';

/** What the page says itself, where the worker says nothing. */
type Failure = Extract<Answer, { readonly kind: 'late' | 'broken' }>;

export interface Runner<Asked = Question, Answered = Answer> {
  /** The answer; null when a newer question came before it was there. */
  ask(question: Asked): Promise<Answered | Failure | null>;
  close(): void;
}

/** What a worker may take for one answer, in ms; then it is ended and another is started. */
const PATIENCE = 10_000;

export function workerRunner<Asked = Question, Answered = Answer>(
  start: () => Worker = () => startWorker(workerUrl),
  patience: number = PATIENCE,
): Runner<Asked, Answered> {
  let worker: Worker | null = null;
  let last = 0;
  let cancel: (() => void) | null = null;

  const stop = (): void => {
    worker?.terminate();
    worker = null;
  };

  return {
    ask(question) {
      // A worker that is busy with an old question would answer the new one late.
      if (cancel !== null) {
        cancel();
        stop();
      }
      last += 1;
      const id = last;
      return new Promise((resolve) => {
        const settle = (answer: Answered | Failure | null): void => {
          clearTimeout(timer);
          cancel = null;
          resolve(answer);
        };
        const timer = setTimeout(() => {
          stop();
          settle({ kind: 'late', seconds: patience / 1000 });
        }, patience);
        cancel = () => settle(null);
        try {
          worker ??= start();
        } catch {
          settle({ kind: 'broken', message: 'this browser did not start the worker' });
          return;
        }
        worker.onmessage = ({ data }: MessageEvent<Envelope<Answered>>) => {
          if (data.id === id) settle(data.content);
        };
        worker.onerror = () => {
          stop();
          settle({ kind: 'broken', message: 'the worker could not be loaded or has ended' });
        };
        const envelope: Envelope<Asked> = { id, content: question };
        worker.postMessage(envelope);
      });
    },
    close() {
      cancel?.();
      stop();
    },
  };
}
