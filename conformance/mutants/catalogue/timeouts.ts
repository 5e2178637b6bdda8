/** Timeouts that bound something else, that are not failures like others, or that come to nothing. */

import type { StepRun } from '../../../simulator/runtime/state.ts';
import { asPlanned } from '../levers/meddling.ts';
import { readsTimeouts } from '../levers/plan.ts';
import { all, never, stepAsks, withWays } from '../levers/tables.ts';
import { tellsEvents } from '../levers/tale.ts';
import type { Change, Mutant } from '../mutant.ts';

const EVERYWHERE = ['baseline', 'harness', 'orbit'] as const;

/** Attempts left in the budget, and some more. */
const hasAttemptsLeft = (
  { retry, idempotent, attempt, spent }: StepRun['context'],
  more = 0,
): boolean => retry !== null && idempotent && attempt - spent < retry.maxAttempts + more;

/** An attempt that is over takes a result that comes late. */
const takesLateResults: Pick<Change, 'rules'> = {
  rules: (rules) => ({
    ...rules,
    attemptTable: withWays(rules.attemptTable, 'timed_out', 'returned.success', (_, numberOf) => [
      { guard: null, target: numberOf('succeeded'), actions: ['deliverSuccess'], assign: null },
    ]),
  }),
};

/** A step that has failed turns SUCCEEDED when its result comes late. */
const revives: Pick<Change, 'rules'> = {
  rules: (rules) => ({
    ...rules,
    stepTable: (['FAILED', 'RETRYING'] as const).reduce(
      (table, state) =>
        withWays(table, state, 'succeeded', (_, numberOf) => [
          {
            guard: null,
            target: numberOf('SUCCEEDED'),
            actions: ['publishOutputs', 'releaseSuccessors'],
            assign: null,
          },
        ]),
      rules.stepTable,
    ),
  }),
};

export const timeoutMutants: readonly Mutant[] = [
  {
    id: 'no-timeouts',
    title: 'lets attempts run past their timeout',
    why: 'The timeout is handed to the client library, which knows another one.',
    caughtBy: ['timeout/fails-attempt'],
    profiles: EVERYWHERE,
    change: readsTimeouts(() => null),
  },
  {
    id: 'timeout-in-other-units',
    title: 'gives each attempt twice its timeout',
    why: 'Connecting and reading have a timeout each, both of the same length.',
    caughtBy: ['timeout/fails-attempt'],
    profiles: EVERYWHERE,
    change: readsTimeouts((timeout) => ({ ...timeout, duration: timeout.duration * 2 })),
  },
  {
    id: 'timeout-too-short',
    title: 'gives attempts nine tenths of their timeout',
    why: 'A margin is taken off so that the caller does not run out of time itself.',
    caughtBy: ['timeout/bounds-attempt'],
    profiles: EVERYWHERE,
    change: readsTimeouts((timeout) => ({ ...timeout, duration: timeout.duration * 0.9 })),
  },
  {
    id: 'one-deadline-for-all',
    title: 'bounds all attempts of a step by one deadline',
    why: 'The deadline is computed when the step begins, and handed on by each retry (field report B16: Temporal, Argo).',
    caughtBy: ['timeout/bounds-attempt'],
    profiles: EVERYWHERE,
    change: asPlanned(() => {
      const deadlines = new Map<StepRun, number>();
      return (item) => {
        if (item.what !== 'timeout') return null;
        const known = deadlines.get(item.step) ?? item.at;
        deadlines.set(item.step, known);
        return known;
      };
    }),
  },
  {
    id: 'backoff-counts',
    title: 'counts the wait before an attempt into its timeout',
    why: 'The timer is set when the attempt is planned, not when it is sent.',
    caughtBy: ['timeout/backoff-not-counted'],
    profiles: EVERYWHERE,
    change: asPlanned(() => {
      const waits = new Map<StepRun, number>();
      return (item, { now }) => {
        if (item.what === 'backoff') waits.set(item.step, item.at - now);
        if (item.what !== 'timeout') return null;
        return item.at - (waits.get(item.step) ?? 0);
      };
    }),
  },
  {
    id: 'timeouts-are-final',
    title: 'never retries a timeout',
    why: 'Timeouts come by another way than errors, and the policy stands on the way of errors (field report B14: Prefect, Airflow).',
    caughtBy: ['timeout/policy-applies'],
    profiles: EVERYWHERE,
    change: stepAsks('RUNNING', 'timed_out', 'RETRYING', () => never),
  },
  {
    id: 'timeouts-always-retried',
    title: 'retries a timeout also where retryOn leaves it out',
    why: 'A timeout is never the fault of the request, so retrying seems safe.',
    caughtBy: ['timeout/policy-applies'],
    profiles: ['baseline', 'harness'],
    change: stepAsks(
      'RUNNING',
      'timed_out',
      'RETRYING',
      () =>
        ({ context }) =>
          hasAttemptsLeft(context),
    ),
  },
  {
    id: 'timeouts-do-not-count',
    title: 'does not count attempts that timed out',
    why: 'Only failures that the task reports raise the counter; what timed out is handed out again as new (field report B14: Durable Functions, Vercel).',
    caughtBy: ['retry/max-attempts'],
    profiles: EVERYWHERE,
    change: stepAsks('RUNNING', 'timed_out', 'RETRYING', (own) => (asked) => {
      const { context } = asked;
      const isLast = context.retry !== null && !hasAttemptsLeft(context);
      return own(asked) || (isLast && hasAttemptsLeft(context, 3));
    }),
  },
  {
    id: 'retry-on-rules-timeouts',
    title: 'asks retryOn about a timeout although onTimeout is retry',
    why: 'The policy is the only place that decides about retries.',
    caughtBy: ['timeout/retry-overrides-retry-on'],
    profiles: ['harness'],
    change: stepAsks(
      'RUNNING',
      'timed_out',
      'RETRYING',
      () =>
        ({ context }) =>
          hasAttemptsLeft(context) && (context.retry?.retryOn?.includes('timeout') ?? true),
    ),
  },
  {
    id: 'retry-without-bound',
    title: 'retries beyond maxAttempts where onTimeout is retry',
    why: 'It is read as “retry until it is in time” (field report B14).',
    caughtBy: ['timeout/retry-bounded'],
    profiles: ['harness'],
    change: stepAsks(
      'RUNNING',
      'timed_out',
      'RETRYING',
      (own) => (asked) =>
        own(asked) || (asked.context.onTimeout === 'retry' && hasAttemptsLeft(asked.context, 4)),
    ),
  },
  {
    id: 'skip-fails',
    title: 'fails a step that times out under onTimeout="skip"',
    why: 'The transition is not in the table of the specification, so it was left out.',
    caughtBy: ['timeout/skip'],
    profiles: ['harness'],
    change: stepAsks('RUNNING', 'timed_out', 'SKIPPED', () => never),
  },
  {
    id: 'skip-retries-first',
    title: 'retries before it skips under onTimeout="skip"',
    why: 'Skipping is what to do when nothing else helps.',
    caughtBy: ['timeout/skip'],
    profiles: ['harness'],
    change: stepAsks(
      'RUNNING',
      'timed_out',
      'SKIPPED',
      (own) => (asked) => own(asked) && !hasAttemptsLeft(asked.context),
    ),
  },
  {
    id: 'takes-late-results',
    title: 'takes the result of an attempt that has timed out',
    why: 'The result carries the step’s id and not the attempt’s, so it belongs to whatever runs (field report B17: Conductor, Zeebe).',
    caughtBy: ['timeout/late-result-ignored'],
    profiles: EVERYWHERE,
    change: all(takesLateResults, revives),
  },
  {
    id: 'zombie-answers-for-the-next',
    title: 'takes a late result for that of the attempt under way',
    why: 'As the one before, where the step has not failed yet (field report B17).',
    caughtBy: ['timeout/late-result-ignored'],
    profiles: EVERYWHERE,
    change: takesLateResults,
  },
  {
    id: 'boundary-by-chance',
    title: 'lets the attempt that ends exactly at its limit time out every other time',
    why: 'Timer and result fall on one instant, and the order of two queues decides.',
    caughtBy: ['timeout/exact-boundary'],
    profiles: ['harness', 'orbit'],
    change: asPlanned(
      () => (item) => (item.what === 'timeout' && item.attempt % 2 === 1 ? item.at - 1e-7 : null),
    ),
  },
  {
    id: 'timeouts-leave-no-trace',
    title: 'ends attempts that timed out as if the task had failed',
    why: 'The client throws the same exception for both.',
    caughtBy: ['timeout/fails-attempt'],
    profiles: ['baseline', 'harness'],
    change: tellsEvents((event) => [
      event.type === 'attempt.ended' && event.outcome === 'timed_out'
        ? { ...event, outcome: 'failed', error: { class: 'internal', message: 'it failed' } }
        : event,
    ]),
  },
];
