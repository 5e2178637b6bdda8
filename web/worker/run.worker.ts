/** The worker's entry: it reads and simulates, so that the page never stands still. */

import { type HerdAnswer, type HerdQuestion, herdAnswerOf } from '../herd/herd.ts';
import { answerOf } from './answer.ts';
import type { Answer, Envelope, Question } from './messages.ts';

type Asked = Question | HerdQuestion;

self.addEventListener('message', ({ data }: MessageEvent<Envelope<Asked>>) => {
  const answer: Envelope<Answer | HerdAnswer> = { id: data.id, content: safely(data.content) };
  self.postMessage(answer);
});

function safely(question: Asked): Answer | HerdAnswer {
  try {
    return 'herd' in question ? herdAnswerOf(question) : answerOf(question);
  } catch (error) {
    return { kind: 'broken', message: error instanceof Error ? error.message : String(error) };
  }
}
