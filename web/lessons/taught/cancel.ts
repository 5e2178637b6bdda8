import type { FaultPlan, Input } from '../../models/faults.ts';
import {
  CANCEL,
  END,
  effectsOf,
  ended,
  eventOf,
  factAtEnd,
  started,
  timeOf,
  waited,
  waits,
} from '../ask.ts';
import type { Apply, Lesson, Stage, Told } from '../lesson.ts';

const IN_FLIGHT: Input = { after: started('transfer', 1), delay: 2000, action: 'cancel' };
const IN_WAIT: Input = { after: waits('check', 1), delay: 2000, action: 'cancel' };
const TOO_LATE: Input = { after: END, delay: 0, action: 'cancel' };

const only = (input: Input): Apply => ({
  kind: 'faults',
  change: (plan): FaultPlan => ({
    ...plan,
    inputs: [...plan.inputs.filter(({ action }) => action !== 'cancel'), input],
  }),
});

/** The transfer as the world has it in the end. */
function deposit(told: Told): string {
  if (effectsOf(told, 'transfer') === 0) return 'never';
  return factAtEnd(told, 'transfer')?.outside === 'undone' ? 'undone' : 'stands';
}

/** The cancel came while the first step only waited. */
function isCancelledInWait(told: Told): boolean {
  const at = timeOf(told, CANCEL);
  const from = timeOf(told, waits('check', 1));
  const to = timeOf(told, waited('check', 1));
  return at !== null && from !== null && at >= from && (to === null || at < to);
}

const DEPOSIT = [
  { id: 'never', text: 'It is never transferred.' },
  { id: 'stands', text: 'It is transferred, and stays where it is.' },
  { id: 'undone', text: 'It is transferred, and sent back.' },
];

const inWait: readonly Stage[] = [
  {
    kind: 'change',
    text: 'Cancel earlier: while Check identity only waits for its second attempt.',
    where: 'At the wait, in Detail: take the other cancel back, then Cancel the run.',
    action: 'Cancel in the wait',
    at: waits('check', 1),
    attempt: null,
    apply: only(IN_WAIT),
    isMade: isCancelledInWait,
    then: 'What only waits is cancelled at once: its appointment is struck out.',
  },
];

export const cancel: Lesson = {
  id: 'cancel',
  runs: 'cancel-races',
  withoutControls: true,
  faults: { answers: [], inputs: [IN_FLIGHT] },
  stages: [
    {
      kind: 'predict',
      question:
        'The deposit is being transferred, by a call that can not be called back (idempotent="false"). Two seconds into it, somebody cancels the run. What becomes of the deposit?',
      choices: DEPOSIT,
      from: started('transfer', 1),
      shownAt: END,
      answer: deposit,
      because:
        'HarnessXML lets the call finish, throws its result away and undoes nothing: a cancel is no failure. The outcome is "cancelled", and the deposit is gone.',
    },
    {
      kind: 'look',
      text: 'Between the wish to stop and the end there is time, and it counts.',
      points: [
        { text: 'The cancel. What has not started will not.', at: CANCEL },
        {
          text: 'The transfer succeeds nevertheless. Nothing follows it.',
          at: ended('transfer', 1),
        },
        { text: 'Only now the run ends. Send deposit back has never run.', at: END },
      ],
    },
    ...inWait,
    {
      kind: 'check',
      question: 'What becomes of the deposit in this run?',
      choices: DEPOSIT,
      answer: deposit,
      because: 'Same document, same wish: when it comes decides what it can still stop.',
    },
    {
      kind: 'change',
      text: 'And later: when all is over.',
      where: 'At the end of the run, in Detail: take the other cancel back, then Cancel the run.',
      action: 'Cancel after the last point',
      at: END,
      attempt: null,
      apply: only(TOO_LATE),
      isMade: (told, plan) =>
        eventOf(told, CANCEL) === null && plan.inputs.some(({ action }) => action === 'cancel'),
      then: 'There is nothing left that could be stopped.',
    },
    {
      kind: 'check',
      question: 'How does this run end?',
      choices: [
        { id: 'succeeded', text: 'Succeeded' },
        { id: 'cancelled', text: 'Cancelled' },
        { id: 'compensated', text: 'Compensated' },
      ],
      answer: ({ run }) => run.outcome,
      because: (told) =>
        eventOf(told, CANCEL) === null
          ? 'The cancel came after all was done, and changed nothing.'
          : 'This cancel came in time to stop something.',
    },
  ],
  aha: 'A cancel is a request: what is under way still comes back, and HarnessXML discards it.',
  links: [
    {
      text: 'The same run in ORBIT: what comes back counts, and is undone',
      hash: '#/l/cancel-orbit',
    },
  ],
};

export const cancelOrbit: Lesson = {
  id: 'cancel-orbit',
  runs: 'cancel-races-orbit',
  withoutControls: true,
  faults: { answers: [], inputs: [IN_FLIGHT] },
  stages: [
    {
      kind: 'predict',
      question:
        'The run of lesson 9, written in ORBIT. It is cancelled while the transfer is under way. What becomes of the deposit here?',
      choices: DEPOSIT,
      from: started('transfer', 1),
      shownAt: END,
      answer: deposit,
      because:
        'ORBIT waits for what is under way. What succeeds by then counts, and is undone with all the rest. The run ends CANCELLED, compensation completed.',
    },
    {
      kind: 'look',
      text: 'Withdraw, await, undo: always in this order.',
      points: [
        { text: 'The cancel: what has not started is withdrawn.', at: CANCEL },
        { text: 'The transfer is awaited, and succeeds.', at: ended('transfer', 1) },
        {
          text: 'So it is undone. A second cancel would change nothing.',
          at: started('compensate:transfer', 1),
        },
      ],
    },
    ...inWait,
    {
      kind: 'check',
      question: 'What becomes of the deposit in this run?',
      choices: DEPOSIT,
      answer: deposit,
      because: 'Nothing had succeeded that has an undo: the compensation outcome is none.',
    },
  ],
  aha: 'In ORBIT what comes back after a cancel still counts, and is undone.',
  links: [{ text: 'Lesson 9, in HarnessXML', hash: '#/l/cancel' }],
};
