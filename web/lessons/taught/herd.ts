import type { HerdResult, Waiting } from '../../herd/herd.ts';
import { verdictOf } from '../../herd/plot.ts';
import { started, waits } from '../ask.ts';
import type { Lesson, Told } from '../lesson.ts';

function resultOf({ herd }: Told, waiting: Waiting): HerdResult | null {
  return herd?.results.find((result) => result.waiting === waiting) ?? null;
}

/** How many are not back after their fourth call: they were served by it. */
function servedAtFourth(told: Told): number | null {
  const bars = resultOf(told, 'none')?.bars;
  const { base } = told.herd?.parameters ?? { base: 0 };
  const [fourth, fifth] = [7, 15].map((waitsOfBase) => bars?.[(waitsOfBase * base) / 250]);
  return fourth === undefined || fifth === undefined ? null : fourth - fifth;
}

export const herd: Lesson = {
  id: 'herd',
  runs: 'one-of-many',
  stages: [
    {
      kind: 'predict',
      question:
        '200 clients do just what this one does. A service that is down until 2 s turns them all away at 0, 0.5 and 1.5 s. At 3.5 s it is up, and takes 20 calls per quarter of a second. How many of the 200 are served then?',
      choices: [
        { id: '200', text: 'All of them.' },
        { id: '100', text: 'About half of them.' },
        { id: '20', text: '20 of them.' },
        { id: '0', text: 'None.' },
      ],
      from: null,
      shownAt: null,
      answer: (told) => {
        const served = servedAtFourth(told);
        return served === null ? null : String(served);
      },
      because: (told) =>
        `They come in the same quarter of a second: ${servedAtFourth(told) ?? 'some'} are taken, the others wait 4 s and come back together again. ${resultOf(told, 'none')?.stillWaiting ?? 'Some'} of them still wait after 24 s.`,
    },
    {
      kind: 'look',
      text: 'First one client by itself. Nothing of this is chance: jitter is off.',
      points: [
        { text: 'It is turned away, and waits 0.5 s.', at: waits('call', 1) },
        { text: 'Each wait is twice the one before: here 2 s.', at: waits('call', 3) },
        {
          text: 'Its fourth call comes at 3.5 s, like that of all others: the service is up, and they are too many.',
          at: started('call', 4),
        },
      ],
    },
    {
      kind: 'look',
      text: 'Now all 200, each a run of its own, with the same seed and the same outage.',
      points: [
        {
          text: 'No jitter: the spikes come less often, but each is as high as there are clients left.',
          at: null,
        },
        { text: 'With chance in the waits the spikes fall apart.', at: null },
        {
          text: 'Compare all three numbers: the lowest peak need not mean the fewest calls.',
          at: null,
        },
      ],
      shows: 'herd',
    },
    {
      kind: 'change',
      text: 'Make the service stronger.',
      where: 'Above the plots: capacity.',
      action: 'Take 60 calls per quarter of a second',
      at: null,
      attempt: null,
      apply: { kind: 'herd', change: (parameters) => ({ ...parameters, capacity: 60 }) },
      isMade: ({ herd: answer }) => (answer?.parameters.capacity ?? 0) >= 60,
      then: (told) =>
        `Without jitter the peak is what it was, ${resultOf(told, 'none')?.peak ?? 0} calls: capacity does not break a spike.`,
      shows: 'herd',
    },
    {
      kind: 'check',
      question: 'Without jitter, how many clients still wait after these 24 s?',
      choices: (told) => {
        const right = resultOf(told, 'none')?.stillWaiting ?? 0;
        return [...new Set([0, 20, 120, right])]
          .sort((one, other) => one - other)
          .map((count) => ({ id: String(count), text: count === 0 ? 'None' : String(count) }));
      },
      answer: (told) => {
        const result = resultOf(told, 'none');
        return result === null ? null : String(result.stillWaiting);
      },
      because: (told) =>
        told.herd === null
          ? ''
          : `${verdictOf(told.herd.results)} No single number tells which is best.`,
      shows: 'herd',
    },
  ],
  aha: 'Backoff alone only moves the spike; jitter breaks it. And the peak is not the only number.',
  links: [{ text: 'A retry with jitter, step by step', hash: '#/e/retry-backoff' }],
};
