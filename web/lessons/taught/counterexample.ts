import type { TraceEvent } from '../../../core/model/trace.ts';
import { END, effectsOf, ended, factAtEnd, started, timesWords } from '../ask.ts';
import type { Lesson, Told } from '../lesson.ts';
import { DOCUMENT, mended, SCENARIO, TOKEN } from './charged-twice.ts';

/** Where a key had its effect for the second time. */
function secondCharge({ run }: Told): string {
  const effect = run.effects.find(({ unit, repeated }) => unit === 'charge' && repeated);
  if (effect === undefined) return 'nowhere';
  return `charge ${effect.attempt}`;
}

function howItStands(told: Told): string {
  return `${effectsOf(told, 'charge')}/${told.run.outcome}`;
}

function words(id: string): string {
  const [charges = '0', outcome = ''] = id.split('/');
  return `Charged ${timesWords(Number(charges))}; the run ends ${outcome}.`;
}

const isEffectOf = (told: Told): TraceEvent | null =>
  told.run.trace.find((event) => event.type === 'attempt.ended' && event.attempt === 2) ?? null;

export const counterexample: Lesson = {
  id: 'counterexample',
  runs: { document: DOCUMENT, scenario: SCENARIO },
  stages: [
    {
      kind: 'predict',
      question:
        'Somebody sends you a run with the words: "A card is charged once at most." This run breaks that. Where?',
      choices: [
        { id: 'charge 1', text: 'When attempt 1 of Charge card times out.' },
        { id: 'charge 2', text: 'When attempt 2 of Charge card does its work.' },
        { id: 'ship', text: 'When the parcel is shipped.' },
        { id: 'nowhere', text: 'Nowhere: both attempts have the same key.' },
      ],
      from: null,
      shownAt: END,
      answer: secondCharge,
      because:
        'The engine did all it could, and sent the same key twice. This receiver keeps no keys, so the second call charged again.',
    },
    {
      kind: 'look',
      text: 'Two facts clash: what the document promises, and what the world does.',
      points: [
        { text: 'Silence: unknown. Outside, the card is charged.', at: ended('charge', 1) },
        {
          text: 'A retry. It is allowed, for the document calls the step idempotent (the default).',
          at: started('charge', 2),
        },
        { text: 'Outside: twice. The row of Charge card says so.', at: ended('charge', 2) },
      ],
    },
    {
      kind: 'change',
      text: 'Mend the document: the step is not idempotent, so it has no retry (HX-3301 says so).',
      where: 'In the document (E): idempotent="false" at Charge card, and no retry.',
      action: 'Mend the document',
      at: started('charge', 1),
      attempt: null,
      apply: { kind: 'document', change: mended },
      isMade: ({ workflow }) =>
        workflow.nodes.some(({ id, idempotent }) => id === 'charge' && !idempotent),
      then: (told) =>
        `Same world, same seed: the card is charged ${timesWords(effectsOf(told, 'charge'))}.`,
    },
    {
      kind: 'check',
      question: 'How does this run end, and how often was the card charged?',
      choices: (told) =>
        [...new Set(['1/failed', '1/succeeded', '2/succeeded', howItStands(told)])]
          .sort()
          .map((id) => ({ id, text: words(id) })),
      answer: howItStands,
      because: (told) =>
        isEffectOf(told) === null && factAtEnd(told, 'charge')?.engine === 'unknown'
          ? 'The promise is kept, at a price: the run fails, and names a payment of which nobody knows. A receiver with keys (lesson 5) would be better.'
          : 'The card was charged by each of the two calls.',
    },
  ],
  aha: 'A run that shows something is a link: who opens it sees the same events, and can mend the cause.',
  links: [{ text: 'This run as a link, as it was sent', hash: `#/x/${TOKEN}` }],
};
