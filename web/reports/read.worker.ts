/** The worker's entry: it reads what may be large, so that the page never stands still. */

import type { OpenFiles, OpenTrace, ReadAnswer } from './messages.ts';
import { readOpened } from './read.ts';

self.addEventListener('message', ({ data }: MessageEvent<OpenFiles | OpenTrace>) => {
  void answer(data).then((content) => self.postMessage(content));
});

async function answer(asked: OpenFiles | OpenTrace): Promise<ReadAnswer> {
  try {
    return await readOpened(asked);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return {
      kind: 'problem',
      title: `${asked.name} can not be shown`,
      text: `This is a defect of the page: ${text.slice(0, 500)}`,
    };
  }
}
