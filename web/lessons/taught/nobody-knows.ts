import type { FaultPlan } from '../../models/faults.ts';
import { withInput } from '../../models/faults.ts';
import { callsOf, END, ended, eventOf, started, UNWINDING } from '../ask.ts';
import type { Lesson, Told } from '../lesson.ts';

const PAUSED = 'run.paused';

function isSettled(plan: FaultPlan): boolean {
  return plan.inputs.some(
    (input) => input.action === 'operator' && input.command === 'settle-uncertain',
  );
}

function whatFollows(told: Told): string {
  if (callsOf(told, 'book') > 1) return 'again';
  if (eventOf(told, UNWINDING) !== null) return 'back';
  return callsOf(told, 'label') > 0 ? 'on' : 'person';
}

export const nobodyKnows: Lesson = {
  id: 'nobody-knows',
  runs: 'nobody-knows',
  stages: [
    {
      kind: 'predict',
      question:
        'Book courier must not be called twice, gives no answer within 5 s, and can not be asked. What may the engine do by itself?',
      choices: [
        { id: 'again', text: 'Call again: it may never have arrived.' },
        { id: 'on', text: 'Go on: it may well have worked.' },
        { id: 'back', text: 'Undo all: it may have failed.' },
        { id: 'person', text: 'None of these. It stops, and waits for a person.' },
      ],
      from: started('book', 1),
      shownAt: PAUSED,
      answer: whatFollows,
      because:
        'A second call may book twice, going on may ship without a courier, undoing may leave one waiting. Each is right in one world, and wrong in another.',
    },
    {
      kind: 'look',
      text: 'The rule is of the baseline profile. HarnessXML by itself would unwind here, as in lesson 4.',
      points: [
        {
          text: 'No answer. Where the far side can be asked for its status, that comes first; this one can not be asked.',
          at: ended('book', 1),
        },
        { text: 'The attempt is marked: effect unknown. The run pauses.', at: PAUSED },
        {
          text: 'In Detail, the ways on are offered. Only who looks into the world can choose.',
          at: PAUSED,
        },
      ],
    },
    {
      kind: 'change',
      text: 'Be that person. The courier\u2019s list shows the booking, so say that it was done.',
      where: 'At the pause, in Detail: Book courier was done.',
      action: 'Say that it was done',
      at: PAUSED,
      attempt: null,
      apply: {
        kind: 'faults',
        change: (plan) =>
          isSettled(plan)
            ? plan
            : withInput(plan, {
                after: PAUSED,
                delay: 20_000,
                action: 'operator',
                command: 'settle-uncertain',
                step: 'book',
                applied: true,
              }),
      },
      isMade: (_told, plan) => isSettled(plan),
      then: 'Who acted, when, why and from which checkpoint is in the trace, like everything else.',
    },
    {
      kind: 'check',
      question: 'What does the run do after that?',
      choices: [
        { id: 'again', text: 'It books again.' },
        { id: 'on', text: 'It prints the label, and books nothing again.' },
        { id: 'back', text: 'It unpacks the parcel.' },
        { id: 'person', text: 'It still waits for a person.' },
      ],
      answer: whatFollows,
      because: (told) =>
        eventOf(told, END) === null
          ? 'Nothing begins while the run is paused.'
          : `What a person settles counts as the answer that never came. The run ends ${told.run.outcome}.`,
    },
  ],
  aha: 'Sometimes no automatic move is safe: then the engine says so, and waits for a person.',
  links: [{ text: 'A far side that can be asked', hash: '#/e/ask-the-bank' }],
};
