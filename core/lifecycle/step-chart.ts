/**
 * A step's life (HarnessXML §6). This chart is the specification: the playground draws
 * it, a test holds it equal to the published table of transitions, and the simulator runs
 * the table that is compiled from it.
 */

import { assign, setup } from 'xstate';
import type { StepContext, StepEvent, StepSemantics } from './semantics.ts';

/** What the runtime does about a transition; the chart only names it. */
export type StepAction =
  | 'dispatchAttempt'
  | 'scheduleRetry'
  | 'publishOutputs'
  | 'releaseSuccessors'
  | 'propagateFailure'
  | 'discardResult'
  | 'awaitAttempt'
  | 'abandonAttempt';

const nothing = (): void => {};

/** Where a failure can be mended from outside: the baseline's operators (discipline 6). */
const MENDED = {
  'operator.retried': { target: 'READY', actions: ['renewBudget'] },
  'operator.settled': { target: 'SUCCEEDED', actions: ['publishOutputs', 'releaseSuccessors'] },
} as const;

/** Where what is in flight is awaited, and a step is CANCELLED once that has stopped (ORBIT). */
const STOPPED = {
  stopped: { target: 'CANCELLED', actions: ['abandonAttempt', 'releaseSuccessors'] },
} as const;

/** What the chart of one profile has and that of another has not. */
export interface StepFeatures {
  readonly hasOperators: boolean;
  /** A cancelled step goes on until what it runs has stopped. */
  readonly awaitsStop: boolean;
}

/** Charts a step's life with the guards of one profile. */
export const chartStep = (semantics: StepSemantics, { hasOperators, awaitsStop }: StepFeatures) =>
  setup({
    types: {
      context: {} as StepContext,
      events: {} as StepEvent,
      input: {} as StepContext,
    },
    guards: { ...semantics },
    actions: {
      dispatchAttempt: nothing,
      scheduleRetry: nothing,
      publishOutputs: nothing,
      releaseSuccessors: nothing,
      propagateFailure: nothing,
      discardResult: nothing,
      awaitAttempt: nothing,
      abandonAttempt: nothing,
      countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
      markDiscarded: assign({ discarded: true }),
      renewBudget: assign({ spent: ({ context }) => context.attempt }),
    },
  }).createMachine({
    id: 'step',
    context: ({ input }) => input,
    initial: 'PENDING',
    states: {
      PENDING: {
        on: {
          reached: { target: 'READY' },
          cancelled: { target: 'CANCELLED' },
        },
      },
      READY: {
        on: {
          'guard.refused': { target: 'SKIPPED', actions: ['releaseSuccessors'] },
          started: { target: 'RUNNING', actions: ['countAttempt', 'dispatchAttempt'] },
          cancelled: { target: 'CANCELLED', actions: ['releaseSuccessors'] },
        },
      },
      RUNNING: {
        on: {
          succeeded: [
            { guard: 'isDiscarded', target: 'SUCCEEDED', actions: ['discardResult'] },
            { target: 'SUCCEEDED', actions: ['publishOutputs', 'releaseSuccessors'] },
          ],
          rejected: { target: 'FAILED', actions: ['propagateFailure'] },
          failed: [
            { guard: 'isDiscarded', target: 'FAILED', actions: ['discardResult'] },
            { guard: 'mayRetryFailure', target: 'RETRYING', actions: ['scheduleRetry'] },
            { target: 'FAILED', actions: ['propagateFailure'] },
          ],
          timed_out: [
            {
              guard: 'isDiscardedAndSkipsOnTimeout',
              target: 'SKIPPED',
              actions: ['discardResult'],
            },
            { guard: 'isDiscarded', target: 'FAILED', actions: ['discardResult'] },
            { guard: 'skipsOnTimeout', target: 'SKIPPED', actions: ['releaseSuccessors'] },
            { guard: 'mayRetryTimeout', target: 'RETRYING', actions: ['scheduleRetry'] },
            { target: 'FAILED', actions: ['propagateFailure'] },
          ],
          'found.unapplied': [
            { guard: 'isDiscarded', target: 'FAILED', actions: ['discardResult'] },
            { guard: 'mayRepeat', target: 'RETRYING', actions: ['scheduleRetry'] },
            { target: 'FAILED', actions: ['propagateFailure'] },
          ],
          cancelled: [
            {
              guard: 'isCancellable',
              target: 'CANCELLED',
              actions: ['abandonAttempt', 'releaseSuccessors'],
            },
            { actions: ['markDiscarded', 'awaitAttempt'] },
          ],
          ...(awaitsStop ? STOPPED : {}),
        },
      },
      RETRYING: {
        on: {
          'backoff.ended': { target: 'READY' },
          /** An engine may find only now that the budget is gone (§6.2); this one knows before. */
          'retry.refused': { target: 'FAILED', actions: ['propagateFailure'] },
          cancelled: { target: 'CANCELLED', actions: ['releaseSuccessors'] },
        },
      },
      SUCCEEDED: { on: { compensated: { target: 'COMPENSATED' } } },
      SKIPPED: {},
      FAILED: { on: hasOperators ? MENDED : {} },
      CANCELLED: {},
      COMPENSATED: {},
    },
  });
