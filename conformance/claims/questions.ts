/** The open questions of HarnessXML in words: what each asks, and what a runtime of each reading does. */

import { CHOICES, type Question } from '../protocol/schema/names.ts';

export interface ChoiceText {
  /** Names it in a list: `an attempt that outlasts its timeout`. */
  readonly about: string;
  /** Reading → completes the sentence "The runtime …". */
  readonly readings: { readonly [reading: string]: string };
}

type QuestionTexts = {
  readonly [question in Question]: {
    readonly about: string;
    readonly readings: { readonly [reading in (typeof CHOICES)[question][number]]: string };
  };
};

export const QUESTION_TEXTS = {
  Q1: {
    about: 'a failure with nothing to undo',
    readings: {
      failed: 'ends as failed where nothing had to be undone',
      compensated: 'ends as compensated though nothing had to be undone',
    },
  },
  Q2: {
    about: 'onTimeout="skip"',
    readings: {
      'running-to-skipped': 'turns a step SKIPPED straight from RUNNING when its timeout skips it',
      other: 'turns a step SKIPPED by another way than straight from RUNNING',
    },
  },
  Q3: {
    about: 'states of what undoes a step',
    readings: {
      full: 'moves what undoes a step through all states, like any other',
      direct: 'shows no READY and RUNNING of what undoes a step',
    },
  },
  Q4: {
    about: 'a call that could not be cancelled and succeeds during the unwinding',
    readings: {
      compensated: 'undoes a non-idempotent step that succeeds while the run unwinds',
      left: 'leaves a non-idempotent step in place that succeeds while the run unwinds',
    },
  },
  Q5: {
    about: 'onTimeout="retry" without a retry policy',
    readings: {
      'one-attempt': 'makes one attempt under onTimeout="retry" without a retry policy',
      'two-attempts': 'makes two attempts under onTimeout="retry" without a retry policy',
    },
  },
  Q6: {
    about: 'several compensation edges of one step',
    readings: {
      all: 'runs every compensation of a step that has several',
      first: 'runs only the first compensation of a step that has several',
    },
  },
  Q7: {
    about: 'undoing the body of a loop',
    readings: {
      'per-iteration': 'undoes a loop once for each iteration that succeeded',
      once: 'undoes a loop once, however often its body ran',
      none: 'undoes nothing that ran in a loop',
    },
  },
  Q8: {
    about: 'a cancel from outside',
    readings: {
      none: 'undoes nothing when the run is cancelled',
      compensates: 'undoes what succeeded when the run is cancelled',
    },
  },
  Q9: {
    about: 'retry and timeout of what undoes a step',
    readings: {
      own: "follows a compensation's own retry policy and timeout",
      ignored: 'calls a compensation once, whatever its own policy says',
    },
  },
  Q10: {
    about: 'a handler that fails',
    readings: {
      unwinds: 'undoes what succeeded when a failure handler fails itself',
      fails: 'ends as failed and undoes nothing when a failure handler fails itself',
    },
  },
  Q11: {
    about: 'steps that wait for their next attempt when the unwinding begins',
    readings: {
      cancelled: 'withdraws an attempt that waits out its backoff when the unwinding begins',
      continues: 'still makes an attempt that waited out its backoff when the unwinding began',
    },
  },
  Q12: {
    about: 'linear backoff',
    readings: {
      multiplied: 'multiplies a linear backoff by its multiplier',
      plain: 'leaves the multiplier out of a linear backoff',
    },
  },
  Q13: {
    about: 'overlap of compensations',
    readings: {
      sequential: 'runs compensations one at a time',
      parallel: 'runs compensations side by side',
    },
  },
  Q14: {
    about: 'a join behind a branch whose failure was handled',
    readings: {
      negative: 'resolves a join without the branch whose failure was handled',
      blocks: 'never passes a join behind a branch whose failure was handled',
    },
  },
  Q15: {
    about: 'steps that were not reached when the run is cancelled',
    readings: {
      cancelled:
        'turns steps that could still have been reached CANCELLED when the run is cancelled',
      pending: 'leaves steps that were not reached PENDING when the run is cancelled',
    },
  },
  Q16: {
    about: 'edges that lead on from what undoes a step',
    readings: {
      ignored: 'follows no edge that leads on from a compensation',
      followed: 'follows edges that lead on from a compensation',
    },
  },
  Q17: {
    about: 'a failed step whose error edges all have a false condition',
    readings: {
      unwinds: 'undoes what succeeded when all error edges of a failed step have a false condition',
      handled: 'takes a failure as handled though all its error edges have a false condition',
    },
  },
} as const satisfies QuestionTexts;

export const QUESTIONS = Object.keys(CHOICES) as readonly Question[];
