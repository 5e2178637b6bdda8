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
  | { readonly type: 'returned.error'; readonly class: string }
  | { readonly type: 'timeout.passed' }
  | { readonly type: 'abandoned' };

export type AttemptAction = 'deliverSuccess' | 'deliverError' | 'deliverTimeout' | 'ignoreResult';

/** In the order of every attempt table. */
export const ATTEMPT_EVENTS: readonly AttemptEvent['type'][] = [
  'returned.success',
  'returned.error',
  'timeout.passed',
  'abandoned',
];

/** What a profile decides about an attempt. */
export interface AttemptSemantics {
  /** Whether an error of this class may hide an effect: the request was sent, no answer came. */
  readonly hidesEffect: (errorClass: string) => boolean;
  /** Whether a call that must not be repeated is told apart when it times out. */
  readonly tellsUncertainty: boolean;
}

const nothing = (): void => {};
const late = {
  'returned.success': { actions: ['ignoreResult'] as const },
  'returned.error': { actions: ['ignoreResult'] as const },
};

/** Charts an attempt's life as one profile sees it. */
export const chartAttempt = (semantics: AttemptSemantics) =>
  setup({
    types: {
      context: {} as AttemptContext,
      events: {} as AttemptEvent,
      input: {} as AttemptContext,
    },
    guards: {
      /** Nobody can tell whether a call that is not idempotent took effect (discipline 4). */
      leavesUncertainty: ({ context }) => semantics.tellsUncertainty && !context.idempotent,
      hidesEffect: ({ context, event }) =>
        !context.idempotent &&
        event.type === 'returned.error' &&
        semantics.hidesEffect(event.class),
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
          'returned.error': [
            { guard: 'hidesEffect', target: 'uncertain_side_effect', actions: ['deliverError'] },
            { target: 'failed', actions: ['deliverError'] },
          ],
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
