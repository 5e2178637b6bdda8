/** What each kind of expectation means, for whoever reads of a breach of it for the first time. */

import type { Property } from '../../fuzz/expectation.ts';

export interface Kind {
  /** What does not hold, as a short title. */
  readonly title: string;
  readonly why: string;
  readonly mend: string;
}

export const KINDS: Readonly<Record<Property, Kind>> = {
  ends: {
    title: 'A run does not end',
    why: 'Nothing can happen any more, and the run is not over: a call that never returns, a signal that never comes, a join that can not be met.',
    mend: 'Give the step a timeout, and say what follows once it passes.',
  },
  'ends-within': {
    title: 'A run takes too long',
    why: 'A run ends later than its author allows, or never. Retries, their waits and timeouts add up.',
    mend: 'Shorten timeouts and waits, or the number of attempts, until their sum fits; a timeout of the workflow bounds all of them.',
  },
  outcomes: {
    title: 'A run ends otherwise than expected',
    why: 'A run ends in a way that its author did not name. Where that takes no fault at all, the workflow never does its work.',
    mend: 'Look at the first step that failed: what it reads, what it waits for, and who handles its failure.',
  },
  never: {
    title: 'A run ends as it never should',
    why: 'A run ends in a way that its author ruled out.',
    mend: 'Retry the step that failed, handle its failure by an error edge, or undo what was done.',
  },
  'no-effect-left-behind': {
    title: 'An effect is left behind',
    why: 'A run ended without success, and the effect of a step stands that could have been undone. A reply that is lost leaves an effect that nobody knows of.',
    mend: 'Make the step idempotent and retry it, ask what became of the call, or let its compensation also run when the step failed.',
  },
  'no-effect-twice': {
    title: 'An effect happens twice',
    why: 'A call is repeated although the one before it took effect, and the far side does not know idempotency keys.',
    mend: 'Let the far side honour the key, ask what became of a call before it is repeated, or do not retry.',
  },
  'no-failure-swallowed': {
    title: 'A failure is swallowed',
    why: 'A step failed, nothing that its error edges lead to began, and the run succeeded.',
    mend: 'Let the error edge lead to a step that can run then: look at its join, its condition and what it reads.',
  },
  'if-then': {
    title: 'What must follow did not',
    why: 'Effects happened that oblige to another, and by the end of the run that had not happened.',
    mend: 'Undo the first effect where the second can not happen: by a compensation, or by an error edge.',
  },
  'not-both': {
    title: 'Effects that exclude each other both happened',
    why: 'Effects of which at most one may happen in a run all did.',
    mend: 'Let the one wait until it is certain that the other neither happened nor will.',
  },
  'only-after': {
    title: 'An effect came too early',
    why: 'The effect of a step happened before that of one which must come first.',
    mend: 'Draw an edge from the one to the other; a join that is met by some of its branches does not wait for all.',
  },
  'at-most-calls': {
    title: 'A step is called too often',
    why: 'Retries, redeliveries and loops add up to more calls than its author allows.',
    mend: 'Bound the attempts, or what leads there again.',
  },
};

export const kindOf = (property: string): Kind | null =>
  Object.hasOwn(KINDS, property) ? KINDS[property as Property] : null;
