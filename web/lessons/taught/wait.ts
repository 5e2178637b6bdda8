import { formatTime } from '../../../simulator/trace/explain.ts';
import {
  ended,
  isMaking,
  making,
  started,
  timeChoices,
  timeOf,
  waited,
  waits,
  when,
} from '../ask.ts';
import type { Lesson, Told } from '../lesson.ts';

/** Events strictly between the setting of the first wait and its end; null without such a wait. */
function eventsInWait(told: Told): number | null {
  const from = timeOf(told, waits('send', 1));
  const to = timeOf(told, waited('send', 1));
  if (from === null || to === null) return null;
  return told.run.trace.filter(({ at }) => at > from && at < to).length;
}

export const wait: Lesson = {
  id: 'wait',
  runs: 'wait-and-retry',
  stages: [
    {
      kind: 'predict',
      question:
        'Send invoice will be told 503, and its policy then waits 4 s before it tries again. What does the engine do in these 4 s?',
      choices: [
        { id: 'asks', text: 'It asks the service again and again.' },
        { id: 'runs', text: 'It counts the seconds: something of it runs.' },
        { id: 'nothing', text: 'Nothing. It has an appointment, and no work.' },
      ],
      from: started('send', 1),
      shownAt: waited('send', 1),
      answer: (told) => {
        const events = eventsInWait(told);
        return events === null ? null : events === 0 ? 'nothing' : 'asks';
      },
      because: (told) =>
        `Between ${when(told, waits('send', 1))} and ${when(told, waited('send', 1))} the trace has ${eventsInWait(told) === 0 ? 'no event at all' : 'events'}: a timer is set, and later it fires.`,
    },
    {
      kind: 'look',
      text: 'A wait is two events: an entry in the list of what is due, and the moment when it is.',
      points: [
        {
          text: 'The service answers 503. Its class, unavailable, is one that the policy tries again.',
          at: ended('send', 1),
        },
        { text: 'The wait is set: when it is due is known from now on.', at: waits('send', 1) },
        {
          text: 'The next event is attempt 2. The clock did not run there, it jumped.',
          at: started('send', 2),
        },
        { text: 'In Detail: both attempts carry the same key.', at: ended('send', 2) },
      ],
    },
    {
      kind: 'change',
      text: 'Let the second attempt fail as well.',
      where: 'In Detail, for attempt 2 of Send invoice: fail.',
      action: 'Make attempt 2 fail',
      at: ended('send', 2),
      attempt: { unit: 'send', attempt: 2 },
      apply: making('send', 'send', 2, { kind: 'fail', class: 'unavailable', status: 503 }),
      isMade: isMaking('send', 2, ({ kind }) => kind === 'fail'),
      then: 'There is a second wait, and a third attempt behind it. All before it is the same.',
    },
    {
      kind: 'check',
      question: 'When does this run end?',
      choices: ({ run }) => timeChoices([5200, 9200, 9700, 13_700], run.endedAt),
      answer: ({ run }) => String(run.endedAt),
      because: (told) =>
        `Attempt 1 ends at ${when(told, ended('send', 1))}; each attempt is a fraction of a second, each wait 4 s. The end is at ${formatTime(told.run.endedAt)}.`,
    },
  ],
  aha: 'A wait is a scheduled event: nothing runs in it, and the clock jumps to its end.',
  links: [{ text: 'Two weeks in a millisecond', hash: '#/e/long-wait' }],
};
