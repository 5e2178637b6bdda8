/** The compiled tables against XState's own `transition()`: state, context and actions. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, initialTransition, transition } from 'xstate';
import { runs } from '../../testing/runs.ts';
import { choose, type Table } from './compile.ts';
import { instanceChart } from './instance-chart.ts';
import {
  baselineAttemptChart,
  baselineAttemptTable,
  baselineStepChart,
  baselineStepTable,
  harnessAttemptChart,
  harnessAttemptTable,
  harnessStepChart,
  harnessStepTable,
  instanceTable,
  orbitAttemptChart,
  orbitAttemptTable,
  orbitStepChart,
  orbitStepTable,
} from './tables.ts';

interface Step {
  readonly state: string | undefined;
  readonly context: unknown;
  readonly actions: readonly string[];
}

const walkTable = <Context, Event extends { readonly type: string }>(
  table: Table<Context, Event, string>,
  context: Context,
  events: readonly Event[],
): Step[] => {
  let state = table.initial;
  let current = context;
  return events.map((event) => {
    const index = table.events.indexOf(event.type);
    const candidate = index < 0 ? null : choose(table, state, index, current, event);
    if (candidate !== null) {
      if (candidate.target >= 0) state = candidate.target;
      if (candidate.assign !== null) current = candidate.assign(current, event);
    }
    return { state: table.states[state], context: current, actions: candidate?.actions ?? [] };
  });
};

const walkChart = (
  machine: AnyStateMachine,
  context: unknown,
  events: readonly { readonly type: string }[],
): Step[] => {
  let [snapshot] = initialTransition(machine, context);
  return events.map((event) => {
    const [next, actions] = transition(machine, snapshot, event);
    snapshot = next;
    return {
      state: String(next.value),
      context: next.context as unknown,
      actions: actions.map((action) => action.type),
    };
  });
};

const errorClass = fc.constantFrom('transient', 'rate_limit', 'timeout', 'internal');

const stepEvent = fc.oneof(
  fc.record({
    type: fc.constant('failed' as const),
    class: errorClass,
    retryable: fc.constantFrom(null, true, false),
  }),
  fc.record({
    type: fc.constantFrom(
      'reached' as const,
      'guard.refused' as const,
      'started' as const,
      'rejected' as const,
      'succeeded' as const,
      'timed_out' as const,
      'backoff.ended' as const,
      'retry.refused' as const,
      'cancelled' as const,
      'compensated' as const,
      'found.unapplied' as const,
      'operator.retried' as const,
      'operator.settled' as const,
      'stopped' as const,
    ),
  }),
);

const retryPolicy = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 4 }),
  backoff: fc.constantFrom('none' as const, 'exponential' as const),
  initialDelay: fc.constant(1000),
  maxDelay: fc.constant(null),
  multiplier: fc.constant(2),
  jitter: fc.constant('none' as const),
  retryOn: fc.option(fc.subarray(['transient', 'rate_limit', 'timeout'])),
});

const stepContext = fc.record({
  attempt: fc.constant(0),
  spent: fc.constant(0),
  idempotent: fc.boolean(),
  retry: fc.option(retryPolicy),
  onTimeout: fc.constantFrom(null, 'fail' as const, 'skip' as const, 'retry' as const),
  discarded: fc.boolean(),
});

describe('a compiled table', () => {
  it.each([
    ['harness', harnessStepTable, harnessStepChart],
    ['baseline', baselineStepTable, baselineStepChart],
    ['orbit', orbitStepTable, orbitStepChart],
  ] as const)('is equal to the %s step chart in state, context, actions', (_, table, chart) => {
    // Half the walks begin with a start, so that RUNNING is reached often.
    const walk = fc
      .tuple(fc.boolean(), fc.array(stepEvent, { maxLength: 20 }))
      .map(([begun, rest]) =>
        begun ? [{ type: 'reached' as const }, { type: 'started' as const }, ...rest] : rest,
      );
    fc.assert(
      fc.property(stepContext, walk, (context, events) => {
        expect(walkTable(table, context, events)).toEqual(walkChart(chart, context, events));
      }),
      runs(100_000),
    );
  });

  it.each([
    ['harness', harnessAttemptTable, harnessAttemptChart],
    ['baseline', baselineAttemptTable, baselineAttemptChart],
    ['orbit', orbitAttemptTable, orbitAttemptChart],
  ] as const)('is equal to the %s attempt chart', (_, table, chart) => {
    const event = fc.oneof(
      fc.record({ type: fc.constant('returned.error' as const), class: errorClass }),
      fc.record({
        type: fc.constantFrom(
          'returned.success' as const,
          'timeout.passed' as const,
          'abandoned' as const,
        ),
      }),
    );
    fc.assert(
      fc.property(fc.record({ idempotent: fc.boolean() }), fc.array(event), (context, events) => {
        expect(walkTable(table, context, events)).toEqual(walkChart(chart, context, events));
      }),
      runs(100_000),
    );
  });

  it('is equal to the instance chart', () => {
    const event = fc.record({
      type: fc.constantFrom(
        'failure.propagated' as const,
        'cancel.requested' as const,
        'deadline.passed' as const,
        'return.failed' as const,
        'settled' as const,
        'freed' as const,
        'handler.failed' as const,
        'compensation.succeeded' as const,
        'compensation.failed' as const,
      ),
    });
    const context = fc.record({
      pauses: fc.boolean(),
      failsWithoutUndo: fc.boolean(),
      compensatesOnCancel: fc.boolean(),
      namesCompensated: fc.boolean(),
      isCancelled: fc.constant(false),
      isTimedOut: fc.constant(false),
      compensated: fc.constant(0),
      failedCompensations: fc.constant(0),
    });
    fc.assert(
      fc.property(context, fc.array(event), (start, events) => {
        expect(walkTable(instanceTable, start, events)).toEqual(
          walkChart(instanceChart, start, events),
        );
      }),
      runs(100_000),
    );
  });
});
