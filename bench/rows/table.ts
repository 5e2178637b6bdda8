/** The compiled table of a step against XState's `transition()` on the chart it came from. */

import assert from 'node:assert/strict';
import { initialTransition, transition } from 'xstate';
import { choose, eventIndex } from '../../core/lifecycle/compile.ts';
import type { StepContext, StepEvent } from '../../core/lifecycle/semantics.ts';
import { harnessStepChart, harnessStepTable } from '../../core/lifecycle/tables.ts';
import { median, ratioOf, takeTurns } from '../measure.ts';
import { amount, type Row } from '../row.ts';

interface Walk {
  readonly context: StepContext;
  readonly events: readonly StepEvent[];
}

const reached: StepEvent = { type: 'reached' };
const started: StepEvent = { type: 'started' };
const succeeded: StepEvent = { type: 'succeeded' };
const failed: StepEvent = { type: 'failed', class: 'transient', retryable: null };
const timedOut: StepEvent = { type: 'timed_out' };
const backoffEnded: StepEvent = { type: 'backoff.ended' };
const cancelled: StepEvent = { type: 'cancelled' };
const compensated: StepEvent = { type: 'compensated' };
const refused: StepEvent = { type: 'guard.refused' };

const plain: StepContext = {
  attempt: 0,
  spent: 0,
  idempotent: true,
  retry: null,
  onTimeout: null,
  discarded: false,
};

const retrying: StepContext = {
  ...plain,
  retry: {
    maxAttempts: 3,
    backoff: 'exponential',
    initialDelay: 1000,
    maxDelay: null,
    multiplier: 2,
    jitter: 'full',
    retryOn: ['transient', 'timeout'],
  },
};

/** Lives that steps lead: every event is one that the chart has a transition for. */
const walks: readonly Walk[] = [
  { context: plain, events: [reached, started, succeeded] },
  { context: plain, events: [reached, started, succeeded, compensated] },
  { context: plain, events: [reached, refused] },
  { context: plain, events: [reached, started, failed] },
  {
    context: retrying,
    events: [
      reached,
      started,
      failed,
      backoffEnded,
      started,
      timedOut,
      backoffEnded,
      started,
      failed,
    ],
  },
  { context: retrying, events: [reached, started, failed, backoffEnded, started, succeeded] },
  { context: { ...plain, onTimeout: 'skip' }, events: [reached, started, timedOut] },
  { context: plain, events: [reached, started, cancelled] },
  { context: { ...plain, idempotent: false }, events: [reached, started, cancelled, succeeded] },
];

const steps = walks.reduce((sum, { events }) => sum + events.length, 0);

export function tableRow(): Row {
  const throughTable = () => walks.map(walkTable);
  const throughChart = () => walks.map(walkChart);
  assert.deepEqual(throughTable(), throughChart(), 'table and chart differ');
  const times = takeTurns({ table: throughTable, chart: throughChart }, { rounds: 9, turn: 100 });
  const perSecond = (each: readonly number[]): string => amount((steps / median(each)) * 1000);
  return {
    name: 'compiled table',
    ratioIs: "steps a second, table : XState's transition()",
    ratio: ratioOf(times.chart, times.table),
    goal: { atLeast: 40 },
    measured: [
      `${walks.length} walks of ${steps} steps through the harness step chart`,
      `table ${perSecond(times.table)} steps a second`,
      `XState ${perSecond(times.chart)} steps a second`,
    ],
  };
}

/** How a walk ends; the number of actions that it asked for stands for doing them. */
interface End {
  readonly state: string | undefined;
  readonly context: StepContext;
  readonly actions: number;
}

const indices = new Map(
  harnessStepTable.events.map((type) => [type, eventIndex(harnessStepTable, type)]),
);

function walkTable({ context: start, events }: Walk): End {
  let state = harnessStepTable.initial;
  let context = start;
  let actions = 0;
  for (const event of events) {
    const index = indices.get(event.type) as number;
    const chosen = choose(harnessStepTable, state, index, context, event);
    if (chosen === null) continue;
    if (chosen.target >= 0) state = chosen.target;
    if (chosen.assign !== null) context = chosen.assign(context, event);
    actions += chosen.actions.length;
  }
  return { state: harnessStepTable.states[state], context, actions };
}

const snapshots = new Map(
  walks.map((walk) => [walk, initialTransition(harnessStepChart, walk.context)[0]]),
);

function walkChart(walk: Walk): End {
  let snapshot = snapshots.get(walk) as NonNullable<ReturnType<typeof snapshots.get>>;
  let count = 0;
  for (const event of walk.events) {
    const [next, actions] = transition(harnessStepChart, snapshot, event);
    snapshot = next;
    count += actions.length;
  }
  return { state: String(snapshot.value), context: snapshot.context, actions: count };
}
