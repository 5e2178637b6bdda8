import {
  callsOf,
  capital,
  countWords,
  effectsOf,
  ended,
  isMaking,
  making,
  started,
  timesWords,
} from '../ask.ts';
import type { Lesson, Told } from '../lesson.ts';

function callsAndCharges(told: Told): string {
  return `${callsOf(told, 'charge')}/${effectsOf(told, 'charge')}`;
}

function words(id: string): string {
  const [calls = 0, charges = 0] = id.split('/').map(Number);
  return `${capital(countWords(calls, 'call'))}, charged ${timesWords(charges)}`;
}

export const lostReply: Lesson = {
  id: 'lost-reply',
  runs: 'lost-reply',
  stages: [
    {
      kind: 'predict',
      question:
        'Charge card will do its work, but the reply is lost. After 3 s of silence the engine calls a second time, with the same key. How often is the card charged in the end?',
      choices: [
        { id: '0', text: 'Never: both calls cancel each other out.' },
        { id: '1', text: 'Once.' },
        { id: '2', text: 'Twice.' },
      ],
      from: started('charge', 1),
      shownAt: ended('charge', 2),
      answer: (told) => String(effectsOf(told, 'charge')),
      because: (told) =>
        `${capital(countWords(callsOf(told, 'charge'), 'call'))} went out under one key. The receiver keeps keys, so it charged ${timesWords(effectsOf(told, 'charge'))} and answered again what it had answered before.`,
    },
    {
      kind: 'look',
      text: 'A key names what is asked for, not the call that asks.',
      points: [
        { text: 'Silence. The engine: unknown. Outside: yes.', at: ended('charge', 1) },
        {
          text: 'The second call. In Detail, go back and forth between the attempts: the key is the same.',
          at: started('charge', 2),
        },
        {
          text: 'It is answered without a second charge, and the engine knows at last.',
          at: ended('charge', 2),
        },
      ],
    },
    {
      kind: 'change',
      text: 'Lose the second reply, too.',
      where: 'In Detail, for attempt 2 of Charge card: time out, but done (lost reply).',
      action: 'Lose the reply of attempt 2',
      at: ended('charge', 2),
      attempt: { unit: 'charge', attempt: 2 },
      apply: making('charge', 'charge', 2, { kind: 'silent', done: true }),
      isMade: isMaking('charge', 2, (make) => make.kind === 'silent' && make.done),
      then: 'There is a third call. Watch the row of Charge card in the table.',
    },
    {
      kind: 'check',
      question: 'How many calls were made, and how often was the card charged?',
      choices: (told) =>
        [...new Set(['2/1', '3/1', '3/2', '3/3', callsAndCharges(told)])]
          .sort()
          .map((id) => ({ id, text: words(id) })),
      answer: callsAndCharges,
      because:
        'The engine promises at least one call, not exactly one. That it comes to one charge is the receiver\u2019s part: it has to keep the key.',
    },
  ],
  aha: 'With a key a retry is safe, because the receiver remembers.',
  links: [{ text: 'A receiver that does not', hash: '#/l/counterexample' }],
};
