/**
 * A run's life (HarnessXML §5.7, §8.4): forward until nothing is left, or until a failure
 * propagates; then it waits for what must not be cancelled, and compensates.
 */

import { assign, setup } from 'xstate';

export interface InstanceContext {
  readonly compensated: number;
  readonly failedCompensations: number;
}

export type InstanceEvent =
  | { readonly type: 'failure.propagated' }
  | { readonly type: 'cancel.requested' }
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
    /** §8.4.3: one failed compensation, and the run was not compensated. */
    someCompensationFailed: ({ context }) => context.failedCompensations > 0,
    /** Q1: nothing was rolled back, so nothing is called compensated. */
    nothingCompensated: ({ context }) => context.compensated === 0,
  },
  actions: {
    cancelInFlight: nothing,
    cancelWaiting: nothing,
    compensateNext: nothing,
    end: nothing,
    countCompensated: assign({ compensated: ({ context }) => context.compensated + 1 }),
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
        'failure.propagated': { target: 'quiescing', actions: ['cancelInFlight'] },
        'cancel.requested': { target: 'cancelling', actions: ['cancelInFlight', 'cancelWaiting'] },
        settled: { target: 'succeeded', actions: ['end'] },
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
          { guard: 'someCompensationFailed', target: 'failed', actions: ['end'] },
          { guard: 'nothingCompensated', target: 'failed', actions: ['end'] },
          { target: 'compensated', actions: ['end'] },
        ],
      },
    },
    cancelling: {
      on: { settled: { target: 'cancelled', actions: ['end'] } },
    },
    succeeded: {},
    failed: {},
    compensated: {},
    cancelled: {},
  },
});
