/**
 * An attempt's life: one call to a task. It ends once; whatever comes afterwards is a
 * late result, which is recorded and changes nothing (timeout/late-result-ignored).
 */

import { setup } from 'xstate';

export interface AttemptContext {
  readonly idempotent: boolean;
}

export type AttemptEvent =
  | { readonly type: 'returned.success' }
  | { readonly type: 'returned.error' }
  | { readonly type: 'timeout.passed' }
  | { readonly type: 'abandoned' };

export type AttemptAction = 'deliverSuccess' | 'deliverError' | 'deliverTimeout' | 'ignoreResult';

const nothing = (): void => {};
const late = {
  'returned.success': { actions: ['ignoreResult'] as const },
  'returned.error': { actions: ['ignoreResult'] as const },
};

export const attemptChart = setup({
  types: {
    context: {} as AttemptContext,
    events: {} as AttemptEvent,
    input: {} as AttemptContext,
  },
  guards: {
    /** Nobody can tell whether a call that is not idempotent took effect (discipline 4). */
    leavesUncertainty: ({ context }) => !context.idempotent,
  },
  actions: {
    deliverSuccess: nothing,
    deliverError: nothing,
    deliverTimeout: nothing,
    ignoreResult: nothing,
  },
}).createMachine({
  id: 'attempt',
  context: ({ input }) => input,
  initial: 'open',
  states: {
    open: {
      on: {
        'returned.success': { target: 'succeeded', actions: ['deliverSuccess'] },
        'returned.error': { target: 'failed', actions: ['deliverError'] },
        'timeout.passed': [
          {
            guard: 'leavesUncertainty',
            target: 'uncertain_side_effect',
            actions: ['deliverTimeout'],
          },
          { target: 'timed_out', actions: ['deliverTimeout'] },
        ],
        abandoned: { target: 'cancelled' },
      },
    },
    succeeded: { on: late },
    failed: { on: late },
    timed_out: { on: late },
    uncertain_side_effect: { on: late },
    cancelled: { on: late },
  },
});
