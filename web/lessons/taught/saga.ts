import { withAnswer } from '../../models/faults.ts';
import {
  END,
  ended,
  factAtEnd,
  isMaking,
  making,
  started,
  timeOf,
  UNWINDING,
  undoOrder,
  when,
} from '../ask.ts';
import type { Choice, Lesson, Told } from '../lesson.ts';

const NAMES: readonly Choice[] = [
  { id: 'flight', text: 'Book flight, the first in the document' },
  { id: 'hotel', text: 'Book hotel' },
  { id: 'car', text: 'Book car, the last in the document' },
  { id: 'pay', text: 'Pay, which failed' },
];

const firstUndone = (told: Told): string | null => undoOrder(told)[0] ?? null;

/** Which of the four steps stands in the world though the engine thinks otherwise. */
function leftBehind(told: Told): string {
  const left = ['flight', 'hotel', 'car', 'pay'].filter((unit) =>
    ['yes', 'twice'].includes(factAtEnd(told, unit)?.outside ?? ''),
  );
  return left.length === 0 ? 'none' : left.length === 1 ? (left[0] ?? '') : 'several';
}

export const saga: Lesson = {
  id: 'saga',
  runs: 'undo-order',
  stages: [
    {
      kind: 'predict',
      question:
        'Flight, hotel and car are booked side by side. The hotel answers first, then the car, then the flight. Pay is declined. What is undone first?',
      choices: NAMES,
      from: started('pay', 1),
      shownAt: UNWINDING,
      answer: firstUndone,
      because: (told) =>
        `What finished last is undone first: the flight at ${when(told, ended('flight', 1))}, the car at ${when(told, ended('car', 1))}, the hotel at ${when(told, ended('hotel', 1))}.`,
    },
    {
      kind: 'look',
      text: 'Bars that point to the left are undoing.',
      points: [
        {
          text: 'Pay fails. It did nothing, so there is nothing of it to undo.',
          at: ended('pay', 1),
        },
        { text: 'The run turns back. The order is fixed here, by completion.', at: UNWINDING },
        { text: 'One at a time, each a call of its own.', at: ended('compensate:flight', 1) },
        { text: 'All is undone, so the run ends compensated.', at: END },
      ],
    },
    {
      kind: 'change',
      text: 'Make the hotel the last one to answer.',
      where: 'In Detail, for attempt 1 of Book hotel: be slower, by 2 s.',
      action: 'Make Book hotel 2 s slower',
      at: ended('hotel', 1),
      attempt: { unit: 'hotel', attempt: 1 },
      apply: making('hotel', 'hotel', 1, { kind: 'slow', by: 2000 }),
      isMade: (told) =>
        (timeOf(told, ended('hotel', 1)) ?? 0) > (timeOf(told, ended('flight', 1)) ?? 0),
      then: (told) =>
        `The hotel answers at ${when(told, ended('hotel', 1))} now, after the flight.`,
    },
    {
      kind: 'check',
      question: 'What is undone first in this run?',
      choices: NAMES,
      answer: firstUndone,
      because:
        'The order of the document plays no part, and neither does the order in which steps began.',
    },
    {
      kind: 'change',
      text: 'Now let Pay be silent: it times out, but the money is gone.',
      where: 'In Detail, for attempt 1 of Pay: time out, but done (lost reply).',
      action: 'Lose the reply of Pay',
      at: ended('pay', 1),
      attempt: { unit: 'pay', attempt: 1 },
      apply: {
        kind: 'faults',
        change: (plan) =>
          withAnswer(
            plan,
            { unit: 'pay', node: 'pay', attempt: 1 },
            { kind: 'silent', done: true },
          ),
      },
      isMade: isMaking('pay', 1, (make) => make.kind === 'silent' && make.done),
      then: 'The three bookings are undone as before. Go to the end, and read the table.',
    },
    {
      kind: 'check',
      question: 'Which step stands in the outside world when this run is over?',
      choices: [
        { id: 'none', text: 'None: all was undone, or never done.' },
        { id: 'pay', text: 'Pay.' },
        { id: 'flight', text: 'Book flight.' },
        { id: 'several', text: 'All of them.' },
      ],
      answer: leftBehind,
      because: (told) =>
        factAtEnd(told, 'pay')?.engine === 'unknown'
          ? 'Nobody knows whether Pay happened, so it is neither undone nor forgotten: it is named as uncertain, and left to an operator.'
          : 'Only what succeeded has something to undo.',
    },
  ],
  aha: 'Undone is what succeeded, in reverse order of completion; an unknown step is named and left to an operator.',
  links: [{ text: 'A loop, undone round by round', hash: '#/e/loop-unwinds' }],
};
