import {
  callsOf,
  capital,
  countWords,
  eventOf,
  isMaking,
  making,
  started,
  timeOf,
  timesWords,
  waits,
  when,
} from '../ask.ts';
import type { Lesson, Told } from '../lesson.ts';

/** How often the wait behind attempt 1 was drawn. */
function drawsOfFirstWait({ run }: Told): number {
  return run.trace.filter(
    (event) => event.type === 'timer.set' && event.timer === 'backoff' && event.attempt === 1,
  ).length;
}

function whatBecomesOfTheWait(told: Told): string | null {
  const back = timeOf(told, 'resumed');
  const next = timeOf(told, started('express', 2));
  if (back === null || next === null) return null;
  if (callsOf(told, 'quote') > 1) return 'again';
  if (drawsOfFirstWait(told) > 1) return 'drawn';
  const set = eventOf(told, waits('express', 1));
  if (set?.type !== 'timer.set') return null;
  return next === Math.max(back, set.due) ? 'kept' : 'whole';
}

/** Deliveries of attempt 2, and the keys that they carried. */
function deliveries({ run }: Told): string {
  const starts = run.trace.flatMap((event) =>
    event.type === 'attempt.started' && event.unit === 'express' && event.attempt === 2
      ? [event.key]
      : [],
  );
  return `${starts.length}/${new Set(starts).size}`;
}

export const crash: Lesson = {
  id: 'crash',
  runs: 'crash-in-backoff',
  stages: [
    {
      kind: 'predict',
      question:
        'Send express failed and waits for attempt 2: how long was drawn by chance, and it is due at 3.36 s. At 2 s the engine crashes; at 7 s it is back. What becomes of the wait?',
      choices: [
        { id: 'again', text: 'Nothing is left: the run starts from the beginning.' },
        { id: 'drawn', text: 'It is drawn anew, and waited for.' },
        { id: 'whole', text: 'It begins again, as long as before.' },
        { id: 'kept', text: 'It was due long ago: attempt 2 starts at once.' },
      ],
      from: waits('express', 1),
      shownAt: started('express', 2),
      answer: whatBecomesOfTheWait,
      because:
        'The appointment is recorded with the time at which it is due. Down or up, that time does not move.',
    },
    {
      kind: 'look',
      text: 'What is recorded is true after a crash; what was only in memory is not.',
      points: [
        {
          text: 'Choose carrier decides. It will not be asked a second time.',
          at: 'transition SUCCEEDED choose 1',
        },
        { text: 'The wait, with its draw: both stand in the trace.', at: waits('express', 1) },
        { text: 'The crash.', at: 'crashed' },
        { text: 'Back: no step is repeated, no chance is taken again.', at: 'resumed' },
        { text: 'Attempt 2, under the key of attempt 1.', at: started('express', 2) },
      ],
    },
    {
      kind: 'change',
      text: 'Crash again, this time while a call is under way.',
      where: 'In Detail, for attempt 2 of Send express: crash the engine.',
      action: 'Crash in attempt 2',
      at: started('express', 2),
      attempt: { unit: 'express', attempt: 2 },
      apply: making('express', 'express', 2, { kind: 'crash', when: 'before' }),
      isMade: isMaking('express', 2, ({ kind }) => kind === 'crash'),
      then: 'The call is lost to the engine, though not to the world: so it is called again.',
    },
    {
      kind: 'check',
      question: 'How often is attempt 2 of Send express called, and with how many keys?',
      choices: (told) =>
        [...new Set(['1/1', '2/1', '2/2', deliveries(told)])].map((id) => {
          const [calls = 0, keys = 0] = id.split('/').map(Number);
          return {
            id,
            text: `${capital(timesWords(calls))}, with ${countWords(keys, 'key')}`,
          };
        }),
      answer: deliveries,
      because: (told) =>
        `A delivery that is repeated counts as no attempt: same number, same key. And the first wait was drawn ${timesWords(drawsOfFirstWait(told))}; attempt 3 starts at ${when(told, started('express', 3))}. A call that must not happen twice would not be repeated, but left to an operator.`,
    },
  ],
  aha: 'Recorded draws and decisions are read back after a crash, not drawn and taken again.',
  links: [
    { text: 'A crash in two calls at once', hash: '#/e/crash-and-resume' },
    { text: 'An operator replays a step', hash: '#/e/operator-brings-back' },
  ],
};
