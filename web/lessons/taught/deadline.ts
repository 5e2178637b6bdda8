import { callsOf, ended, isMaking, making, timesWords, waits } from '../ask.ts';
import type { Lesson, Told } from '../lesson.ts';

const OUTCOMES: Readonly<Record<string, string>> = {
  timed_out: 'Out of time',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

function endOf(told: Told): string {
  return `${told.run.outcome}/${callsOf(told, 'fetch')}`;
}

function words(end: string): string {
  const [outcome = '', calls = ''] = end.split('/');
  return `${OUTCOMES[outcome] ?? outcome}, after ${calls} of 10 attempts`;
}

export const deadline: Lesson = {
  id: 'deadline',
  runs: 'run-deadline',
  stages: [
    {
      kind: 'predict',
      question:
        'Up to 10 attempts, with waits of 1 s that double up to a cap of 8 s. The whole run may take 30 s. The service fails each time. What ends the run?',
      choices: [
        { id: 'attempts', text: 'The tenth attempt: then the budget is used up.' },
        { id: 'cap', text: 'The cap: a wait beyond 8 s is not allowed.' },
        { id: 'deadline', text: 'The deadline of 30 s.' },
      ],
      from: null,
      shownAt: 'deadline.passed',
      answer: ({ run }) => {
        if (run.outcome === 'timed_out') return 'deadline';
        return run.outcome === 'failed' ? 'attempts' : null;
      },
      because: (told) =>
        `Only ${callsOf(told, 'fetch')} attempts went out when the 30 s were over. The cap only bounds each wait.`,
    },
    {
      kind: 'look',
      text: 'Base, factor and cap make the waits; the deadline bounds all of them together.',
      points: [
        { text: 'Base: the first wait is 1 s.', at: waits('fetch', 1) },
        { text: 'Factor: each is twice as long, here 4 s.', at: waits('fetch', 3) },
        {
          text: 'Cap: by the factor this would be 16 s. It is 8 s, from here on.',
          at: waits('fetch', 5),
        },
        { text: 'Deadline: what only waits is withdrawn.', at: 'deadline.passed' },
      ],
    },
    {
      kind: 'change',
      text: 'Let the service recover before the deadline.',
      where: 'In Detail, for attempt 4 of fetch: succeed.',
      action: 'Make attempt 4 succeed',
      at: ended('fetch', 4),
      attempt: { unit: 'fetch', attempt: 4 },
      apply: making('fetch', 'fetch', 4, { kind: 'succeed' }),
      isMade: isMaking('fetch', 4, ({ kind }) => kind === 'succeed'),
      then: (told) =>
        `The service is called ${timesWords(callsOf(told, 'fetch'))}. The deadline is still set, and is never met.`,
    },
    {
      kind: 'check',
      question: 'How does this run end, and after how many attempts?',
      choices: (told) =>
        [...new Set(['succeeded/4', 'timed_out/6', 'failed/10', endOf(told)])].map((end) => ({
          id: end,
          text: words(end),
        })),
      answer: endOf,
      because:
        'This is ORBIT, where a workflow can have a timeout. HarnessXML bounds single attempts and their number, never a whole run: there the tenth attempt would be the end.',
    },
  ],
  aha: 'Where there is a deadline, it usually ends the trying, not the number of attempts.',
  links: [{ text: 'A retry that pays off, with chance in its waits', hash: '#/e/retry-backoff' }],
};
