import { END, ended, factAtEnd, isMaking, making, started, UNWINDING } from '../ask.ts';
import type { Lesson, Told } from '../lesson.ts';

function bothColumns(told: Told): string | null {
  const fact = factAtEnd(told, 'pay');
  return fact === null ? null : `${fact.engine}/${fact.outside}`;
}

export const timeout: Lesson = {
  id: 'timeout',
  runs: 'payment-timeout',
  faults: {
    answers: [{ unit: 'pay', node: 'pay', attempt: 1, make: { kind: 'silent', done: true } }],
    inputs: [],
  },
  stages: [
    {
      kind: 'predict',
      question:
        'Send payment has a timeout of 5 s, and no answer will come in time. What does the engine know then?',
      choices: [
        { id: 'not done', text: 'That the payment failed.' },
        { id: 'done', text: 'That the money was sent.' },
        { id: 'unknown', text: 'That no answer came. Nothing more.' },
      ],
      from: started('pay', 1),
      shownAt: ended('pay', 1),
      answer: (told) => factAtEnd(told, 'pay')?.engine ?? null,
      because:
        'Lost on the way there, lost on the way back, or only slow: from inside all three are the same silence.',
    },
    {
      kind: 'look',
      text: 'Two columns: what the engine knows, and what has happened outside.',
      points: [
        { text: 'The timeout ends the waiting, not the work.', at: ended('pay', 1) },
        {
          text: 'Nobody handles the failure, so HarnessXML unwinds: the seat is released.',
          at: UNWINDING,
        },
        {
          text: 'The payment is not undone: it is no success that the engine knows of. The two columns disagree, and stay so.',
          at: END,
        },
      ],
    },
    {
      kind: 'change',
      text: 'Put another world behind the same silence: the bank never heard of the payment.',
      where: 'In Detail, for attempt 1 of Send payment: time out, not done.',
      action: 'Make it time out, not done',
      at: ended('pay', 1),
      attempt: { unit: 'pay', attempt: 1 },
      apply: making('pay', 'pay', 1, { kind: 'silent', done: false }),
      isMade: isMaking('pay', 1, (make) => make.kind === 'silent' && !make.done),
      then: 'Look for what is different: the engine\u2019s events are the same, one by one.',
    },
    {
      kind: 'check',
      question: 'What do the two columns say of Send payment in the end?',
      choices: [
        { id: 'unknown/yes', text: 'Engine: unknown. Outside: yes.' },
        { id: 'unknown/no', text: 'Engine: unknown. Outside: no.' },
        { id: 'not done/no', text: 'Engine: not done. Outside: no.' },
        { id: 'done/yes', text: 'Engine: done. Outside: yes.' },
      ],
      answer: bothColumns,
      because:
        'The left column can not tell the two worlds apart. Whoever reads "timeout" as "failed" is right in one of them and wrong in the other.',
    },
  ],
  aha: 'A timeout is not a failure: the engine sees the same thing, whatever happened outside.',
  links: [{ text: 'Asking instead of guessing', hash: '#/e/ask-the-bank' }],
};
