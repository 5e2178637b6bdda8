/**
 * What engines do differently beyond the open questions, told from the verdicts of rules: what
 * somebody wants to know who moves from one to another. Nothing is measured anew for it.
 */

import type { Breach } from '../rules/rule.ts';
import type { ChoiceText } from './questions.ts';

export interface Trait extends ChoiceText {
  /** In a fingerprint: `calls=n`. Never used for anything else. */
  readonly id: string;
  /** Those of its profile tell it together: it is kept where none is broken and one passes. */
  readonly rules: readonly string[];
  /** What a runtime takes that breaks none of them. */
  readonly kept: string;
  /** What one takes that breaks one. */
  readonly broken: string;
  /** Where a breach tells more of it. */
  readonly tell?: (breach: Breach) => string;
  /** The open question that asks the same in HarnessXML. */
  readonly asked?: string;
}

/** `4 attempts` expected, `5` observed: which of them is more. */
const countOfCalls = ({ expected, observed }: Breach): string => {
  const wanted = expected === 'one attempt' ? 1 : Number.parseInt(expected, 10);
  const made = Number.parseInt(observed, 10);
  return made > wanted ? 'more' : made < wanted ? 'fewer' : 'other';
};

/** In the order of a fingerprint. New ones go to the end of their group: ids are kept. */
export const TRAITS: readonly Trait[] = [
  {
    id: 'calls',
    about: 'how often a step is called under maxAttempts n',
    rules: ['retry/max-attempts'],
    kept: 'n',
    broken: 'other',
    tell: countOfCalls,
    readings: {
      n: 'calls a step n times under maxAttempts n, the first call included',
      more: 'calls a step more often than maxAttempts says',
      fewer: 'calls a step less often than maxAttempts says',
      other: 'does not call a step as often as maxAttempts says',
    },
  },
  {
    id: 'no-policy',
    about: 'a step without a retry policy',
    rules: ['retry/no-policy-one-attempt'],
    kept: 'once',
    broken: 'again',
    readings: {
      once: 'calls a step without a retry policy once',
      again: 'calls a step without a retry policy again when it fails',
    },
  },
  {
    id: 'permanent',
    about: 'failures that are not worth another attempt',
    rules: ['retry/non-retryable'],
    kept: 'at-once',
    broken: 'retried',
    readings: {
      'at-once': 'gives up at once on a failure that is not retryable',
      retried: 'retries a failure that is not retryable',
    },
  },
  {
    id: 'classes',
    about: 'which classes of failures are retried',
    rules: ['retry/retry-on'],
    kept: 'listed',
    broken: 'other',
    readings: {
      listed: 'retries the classes that retryOn lists, and no others',
      other: 'does not go by the classes that retryOn lists',
    },
  },
  {
    id: 'waits',
    about: 'how long is waited between attempts',
    rules: [
      ...['retry/delay-none', 'retry/delay-fixed', 'retry/delay-linear'],
      ...['retry/delay-exponential', 'retry/large-counts'],
    ],
    kept: 'formula',
    broken: 'other',
    readings: {
      formula: 'waits between attempts exactly what the policy comes to',
      other: 'waits between attempts otherwise than the policy says',
    },
  },
  {
    id: 'cap',
    about: 'maxDelay',
    rules: ['retry/max-delay'],
    kept: 'kept',
    broken: 'passed',
    readings: {
      kept: 'never waits longer than maxDelay',
      passed: 'waits longer than maxDelay',
    },
  },
  {
    id: 'jitter',
    about: 'how waits are spread under jitter',
    rules: ['retry/jitter-applied', 'retry/jitter-full'],
    kept: 'full',
    broken: 'other',
    readings: {
      full: 'spreads waits with jitter evenly from nothing to the whole delay',
      other: 'spreads waits with jitter otherwise, or not at all',
    },
  },
  {
    id: 'jitter-cap',
    about: 'what comes first, maxDelay or jitter',
    rules: ['retry/clamp-before-jitter'],
    kept: 'cap-first',
    broken: 'jitter-first',
    readings: {
      'cap-first': 'caps a delay first and draws the wait from what is left',
      'jitter-first': 'caps what it has drawn, so that waits pile up at maxDelay',
    },
  },
  {
    id: 'no-jitter',
    about: 'waits without jitter',
    rules: ['retry/jitter-off-exact'],
    kept: 'exact',
    broken: 'off',
    readings: {
      exact: 'waits exactly the delay where jitter is off',
      off: 'is not exact where jitter is off',
    },
  },
  {
    id: 'timeout',
    about: 'what a timeout bounds',
    rules: ['timeout/bounds-attempt', 'timeout/backoff-not-counted'],
    kept: 'each-attempt',
    broken: 'other',
    readings: {
      'each-attempt': 'gives every attempt the whole timeout anew',
      other: 'gives some attempts less than their whole timeout',
    },
  },
  {
    id: 'after-timeout',
    about: 'what follows a timeout',
    rules: ['timeout/policy-applies'],
    kept: 'policy',
    broken: 'other',
    readings: {
      policy: 'treats a timeout like any other failure: the retry policy decides',
      other: 'does not go by the retry policy after a timeout',
    },
  },
  {
    id: 'late-result',
    about: 'a result that comes after its timeout',
    rules: ['timeout/late-result-ignored'],
    kept: 'ignored',
    broken: 'taken',
    readings: {
      ignored: 'takes no result that comes after its timeout',
      taken: 'takes a result that comes after its timeout',
    },
  },
  {
    id: 'not-idempotent',
    about: 'a call that must not be made twice',
    rules: ['idempotence/never-retried', 'idempotence/uncertain-not-resent'],
    kept: 'once',
    broken: 'again',
    readings: {
      once: 'calls a non-idempotent step once and leaves an uncertain outcome to others',
      again: 'calls a non-idempotent step again by itself',
    },
  },
  {
    id: 'keys',
    about: 'idempotency keys',
    rules: ['idempotence/key-stable', 'idempotence/key-distinct'],
    kept: 'stable',
    broken: 'other',
    readings: {
      stable: 'hands one key to all attempts of a step, and another one to every other step',
      other: 'hands out keys that change between attempts or stand for two steps',
    },
  },
  {
    id: 'siblings',
    about: 'what is not begun yet when a step has failed',
    rules: ['failure/no-new-work'],
    kept: 'not-begun',
    broken: 'begun',
    readings: {
      'not-begun': 'begins no further step once the unwinding has begun',
      begun: 'still begins steps after the unwinding has begun',
    },
  },
  {
    id: 'waiting',
    about: 'an attempt that waits out its backoff when the unwinding begins',
    rules: ['failure/withdraws-waiting'],
    asked: 'Q11',
    kept: 'withdrawn',
    broken: 'made',
    readings: {
      withdrawn: 'withdraws attempts that wait when the unwinding begins',
      made: 'still makes attempts that waited when the unwinding began',
    },
  },
  {
    id: 'in-flight',
    about: 'calls that are open when a run is aborted',
    rules: ['failure/awaits-in-flight', 'failure/late-success-compensated'],
    asked: 'Q4',
    kept: 'awaited',
    broken: 'left',
    readings: {
      awaited: 'awaits calls that are open at an abort and undoes what they still did',
      left: 'does not undo, or not in time, what calls still did that were open at an abort',
    },
  },
  {
    id: 'undoes',
    about: 'which steps are undone',
    rules: ['compensation/only-succeeded', 'compensation/skipped-left-alone'],
    kept: 'succeeded',
    broken: 'more',
    readings: {
      succeeded: 'undoes no step that did not succeed',
      more: 'also undoes steps that did not succeed',
    },
  },
  {
    id: 'undoes-all',
    about: 'whether all that succeeded is undone',
    rules: ['compensation/every-succeeded'],
    kept: 'all',
    broken: 'some',
    readings: {
      all: 'undoes each step that succeeded and has a compensation',
      some: 'leaves some steps as they are that succeeded and have a compensation',
    },
  },
  {
    id: 'order',
    about: 'in which order is undone',
    rules: ['compensation/reverse-completion', 'compensation/reverse-topological'],
    kept: 'reverse',
    broken: 'other',
    readings: {
      reverse: 'undoes in reverse order',
      other: 'undoes in another order than the reverse one',
    },
  },
  {
    id: 'overlap',
    about: 'overlap of compensations',
    rules: ['compensation/one-at-a-time'],
    asked: 'Q13',
    kept: 'sequential',
    broken: 'parallel',
    readings: {
      sequential: 'runs compensations one at a time',
      parallel: 'runs compensations side by side',
    },
  },
  {
    id: 'undo-fails',
    about: 'a compensation that fails',
    rules: ['compensation/continues'],
    kept: 'continues',
    broken: 'stops',
    readings: {
      continues: 'goes on with the rest when a compensation fails',
      stops: 'does not undo the rest when a compensation fails',
    },
  },
  {
    id: 'undo-retry',
    about: 'retry and timeout of compensations',
    rules: ['compensation/own-retry'],
    asked: 'Q9',
    kept: 'own',
    broken: 'other',
    readings: {
      own: "follows a compensation's own retry policy and timeout",
      other: "does not go by a compensation's own retry policy and timeout",
    },
  },
  {
    id: 'outcome',
    about: 'what a run says of its end',
    rules: ['compensation/honest-outcome'],
    kept: 'honest',
    broken: 'other',
    readings: {
      honest: 'says compensated exactly when every compensation succeeded',
      other: 'names an outcome that does not say whether everything was undone',
    },
  },
  {
    id: 'undo-record',
    about: 'the record of compensations that failed',
    rules: ['compensation/failure-recorded'],
    kept: 'each',
    broken: 'lost',
    readings: {
      each: 'records every compensation that failed',
      lost: 'does not record every compensation that failed',
    },
  },
  {
    id: 'cancel',
    about: 'a cancel from outside',
    rules: ['failure/cancel-ends-cancelled', 'failure/cancel-compensates'],
    asked: 'Q8',
    kept: 'cancelled',
    broken: 'other',
    readings: {
      cancelled: 'begins nothing new after a cancel and ends as cancelled',
      other: 'goes on after a cancel, or ends otherwise',
    },
  },
  {
    id: 'crash',
    about: 'what was done before a crash',
    rules: ['durability/completed-not-repeated'],
    kept: 'kept',
    broken: 'again',
    readings: {
      kept: 'performs no step again after a crash whose success it had recorded',
      again: 'performs steps again after a crash that had succeeded',
    },
  },
  {
    id: 'crash-wait',
    about: 'a backoff over a crash',
    rules: ['durability/backoff-kept'],
    kept: 'kept',
    broken: 'other',
    readings: {
      kept: 'keeps the due time of a backoff over a crash',
      other: 'does not keep the due time of a backoff over a crash',
    },
  },
];
