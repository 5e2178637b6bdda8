/**
 * A run's life (HarnessXML §5.7, §8.4): forward until nothing is left, or until a failure
 * propagates; then it waits for what must not be cancelled, and compensates.
 */

import { assign, setup } from 'xstate';

export interface InstanceContext {
  /** A failure parks the run for an operator instead of unwinding it. */
  readonly pauses: boolean;
  /** Q1: a run in which nothing was undone ends failed, not compensated. */
  readonly failsWithoutUndo: boolean;
  /** Q8: a cancel unwinds what was done. */
  readonly compensatesOnCancel: boolean;
  /** A run that was undone as a whole is called compensated; in ORBIT it stays failed. */
  readonly namesCompensated: boolean;
  readonly isCancelled: boolean;
  readonly isTimedOut: boolean;
  readonly compensated: number;
  readonly failedCompensations: number;
}

export type InstanceEvent =
  | { readonly type: 'failure.propagated' }
  /** Q10: a handler failed, and the run takes that as its end. */
  | { readonly type: 'handler.failed' }
  | { readonly type: 'cancel.requested' }
  /** The time that the whole run may take is over (ORBIT). */
  | { readonly type: 'deadline.passed' }
  /** Every step has ended well, and the value to hand back can't be made (ORBIT). */
  | { readonly type: 'return.failed' }
  /** No step is failed any more. */
  | { readonly type: 'freed' }
  /** Nothing is in flight and nothing can begin. */
  | { readonly type: 'settled' }
  | { readonly type: 'compensation.succeeded' }
  | { readonly type: 'compensation.failed' };

export type InstanceAction = 'cancelInFlight' | 'cancelWaiting' | 'compensateNext' | 'end';

const nothing = (): void => {};

export const instanceChart = setup({
  types: {
    context: {} as InstanceContext,
    events: {} as InstanceEvent,
    input: {} as InstanceContext,
  },
  guards: {
    pausesOnFailure: ({ context }) => context.pauses,
    /** §8.4.3: one failed compensation, and the run was not compensated. */
    someCompensationFailed: ({ context }) => context.failedCompensations > 0,
    /** Q1: nothing was rolled back, so nothing is called compensated. */
    nothingCompensated: ({ context }) => context.failsWithoutUndo && context.compensated === 0,
    compensatesOnCancel: ({ context }) => context.compensatesOnCancel,
    wasCancelled: ({ context }) => context.isCancelled,
    wasTimedOut: ({ context }) => context.isTimedOut,
    staysFailed: ({ context }) => !context.namesCompensated,
  },
  actions: {
    cancelInFlight: nothing,
    cancelWaiting: nothing,
    compensateNext: nothing,
    end: nothing,
    countCompensated: assign({ compensated: ({ context }) => context.compensated + 1 }),
    markCancelled: assign({ isCancelled: true }),
    markTimedOut: assign({ isTimedOut: true }),
    countFailed: assign({
      failedCompensations: ({ context }) => context.failedCompensations + 1,
    }),
  },
}).createMachine({
  id: 'instance',
  context: ({ input }) => input,
  initial: 'running',
  states: {
    running: {
      on: {
        'failure.propagated': [
          { guard: 'pausesOnFailure', target: 'paused' },
          { target: 'quiescing', actions: ['cancelInFlight'] },
        ],
        'handler.failed': { target: 'failing', actions: ['cancelInFlight'] },
        'cancel.requested': [
          {
            guard: 'compensatesOnCancel',
            target: 'quiescing',
            actions: ['markCancelled', 'cancelInFlight', 'cancelWaiting'],
          },
          { target: 'cancelling', actions: ['cancelInFlight', 'cancelWaiting'] },
        ],
        'deadline.passed': {
          target: 'quiescing',
          actions: ['markTimedOut', 'cancelInFlight', 'cancelWaiting'],
        },
        'return.failed': { target: 'failed', actions: ['end'] },
        settled: { target: 'succeeded', actions: ['end'] },
      },
    },
    /** Calls in flight are awaited and count; nothing begins until an operator acts. */
    paused: {
      on: {
        freed: { target: 'running' },
        'cancel.requested': { target: 'cancelling', actions: ['cancelInFlight', 'cancelWaiting'] },
      },
    },
    /** Step 1 of unwinding: what may not be cancelled finishes first (§8.3). */
    quiescing: {
      on: { settled: { target: 'compensating', actions: ['compensateNext'] } },
    },
    compensating: {
      on: {
        'compensation.succeeded': { actions: ['countCompensated', 'compensateNext'] },
        'compensation.failed': { actions: ['countFailed', 'compensateNext'] },
        settled: [
          { guard: 'wasCancelled', target: 'cancelled', actions: ['end'] },
          { guard: 'wasTimedOut', target: 'timed_out', actions: ['end'] },
          { guard: 'someCompensationFailed', target: 'failed', actions: ['end'] },
          { guard: 'nothingCompensated', target: 'failed', actions: ['end'] },
          { guard: 'staysFailed', target: 'failed', actions: ['end'] },
          { target: 'compensated', actions: ['end'] },
        ],
      },
    },
    failing: {
      on: { settled: { target: 'failed', actions: ['end'] } },
    },
    cancelling: {
      on: { settled: { target: 'cancelled', actions: ['end'] } },
    },
    succeeded: {},
    failed: {},
    compensated: {},
    cancelled: {},
    timed_out: {},
  },
});
