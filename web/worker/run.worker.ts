/** The worker's entry: it reads and simulates, so that the page never stands still. */

import { answerOf } from './answer.ts';
import type { Answer, Envelope, Question } from './messages.ts';

self.addEventListener('message', ({ data }: MessageEvent<Envelope<Question>>) => {
  const answer: Envelope<Answer> = { id: data.id, content: safely(data.content) };
  self.postMessage(answer);
});

function safely(question: Question): Answer {
  try {
    return answerOf(question);
  } catch (error) {
    return { kind: 'broken', message: error instanceof Error ? error.message : String(error) };
  }
}
