import { formatTime } from '../../../simulator/trace/explain.ts';
import {
  END,
  ended,
  eventOf,
  isMaking,
  making,
  started,
  timeOf,
  UNWINDING,
  undone,
} from '../ask.ts';
import type { Lesson, Told } from '../lesson.ts';

const HOTEL = 'compensate:book_hotel';

function whatHappens(told: Told): string | null {
  const train = eventOf(told, undone('book_train'));
  const isTrainUndone = train?.type === 'compensation.ended' && train.status === 'compensated';
  if (told.run.outcome === 'compensated') return 'compensated';
  if (told.run.outcome !== 'failed') return null;
  return isTrainUndone ? 'rest' : 'stops';
}

/** From the booking of the hotel to the end of the run, in ms. */
function visible(told: Told): string {
  const from = timeOf(told, ended('book_hotel', 1));
  return from === null ? 'some time' : formatTime(told.run.endedAt - from);
}

export const undoFails: Lesson = {
  id: 'undo-fails',
  runs: 'undo-fails',
  stages: [
    {
      kind: 'predict',
      question:
        'The opera is sold out, so hotel and train are to be undone. Cancel hotel will fail three times, and has no attempt left. What becomes of the run?',
      choices: [
        { id: 'stops', text: 'It stops there: the train stays booked as well.' },
        { id: 'rest', text: 'It undoes the rest, and ends failed.' },
        { id: 'compensated', text: 'It undoes the rest, and ends compensated.' },
      ],
      from: UNWINDING,
      shownAt: END,
      answer: whatHappens,
      because:
        'A failed undo stops nothing: the others have a right to be undone, too. But something stands that should not, so the run is not "compensated".',
    },
    {
      kind: 'look',
      text: 'An undo is a step: attempts, waits, a result.',
      points: [
        { text: 'Cancel hotel has a retry policy of its own.', at: started(HOTEL, 1) },
        { text: 'Its third attempt was its last.', at: ended(HOTEL, 3) },
        {
          text: 'HX-4110 is recorded: the hotel stands, and somebody has to know.',
          at: undone('book_hotel'),
        },
        { text: 'The train is returned all the same.', at: undone('book_train') },
      ],
    },
    {
      kind: 'change',
      text: 'Have somebody at the reception in time.',
      where: 'In Detail, for attempt 2 of the undo of Book hotel: succeed.',
      action: 'Make its second attempt succeed',
      at: ended(HOTEL, 2),
      attempt: { unit: HOTEL, attempt: 2 },
      apply: making(HOTEL, 'cancel_hotel', 2, { kind: 'succeed' }),
      isMade: isMaking(HOTEL, 2, ({ kind }) => kind === 'succeed'),
      then: (told) =>
        `Between the booking and the end of the run, for ${visible(told)}, anybody could see a hotel booked for nobody.`,
    },
    {
      kind: 'check',
      question: 'How does this run end?',
      choices: [
        { id: 'succeeded', text: 'Succeeded' },
        { id: 'compensated', text: 'Compensated' },
        { id: 'failed', text: 'Failed' },
      ],
      answer: ({ run }) => run.outcome,
      because:
        'In ORBIT the run is FAILED either way, and a second word says how undoing went: completed or failed.',
    },
  ],
  aha: 'Compensation is new work, not a rollback: it can fail, and what was in between was seen.',
  links: [{ text: 'The saga of ORBIT\u2019s book', hash: '#/e/orbit-order' }],
};
