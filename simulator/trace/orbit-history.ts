/**
 * What an ORBIT runtime would have written into its history, made of a trace. Children have
 * histories of their own, so their events are left out; so is what ORBIT has no event for.
 */

import type {
  AttemptEndedEvent,
  AttemptStartedEvent,
  CompensationEndedEvent,
  InstanceEndedEvent,
  TraceError,
  TraceEvent,
  TransitionEvent,
} from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import type { OrbitEvent } from './orbit-history-format.ts';

export type { OrbitEvent, OrbitEventType } from './orbit-history-format.ts';

type Unstamped<Event> = Event extends unknown ? Omit<Event, 'seq' | 'at'> : never;

interface Draft {
  readonly events: OrbitEvent[];
  /** Steps that run a child: they are scheduled and dispatched without a call. */
  readonly children: ReadonlySet<string>;
  /** Steps of a list: as a whole they are not scheduled, their elements are. */
  readonly lists: ReadonlySet<string>;
  /** Why the execution is undone. */
  reason: string;
  isCompensating: boolean;
  readonly failed: CompensationEndedEvent[];
}

/**
 * The history of the run that a trace tells.
 * @param workflow The workflow that ran: says which steps are child workflows.
 */
export const toOrbitHistory = (
  trace: readonly TraceEvent[],
  workflow: Workflow,
): readonly OrbitEvent[] => {
  const draft: Draft = {
    events: [],
    children: new Set(
      workflow.nodes.flatMap(({ id, kind }) => (kind === 'subworkflow' ? [id] : [])),
    ),
    lists: new Set(workflow.nodes.flatMap(({ id, fanOut }) => (fanOut === undefined ? [] : [id]))),
    reason: '',
    isCompensating: false,
    failed: [],
  };
  if (trace.length === 0) return [];
  add(draft, 0, { type: 'WorkflowCreated', workflow: workflow.id });
  add(draft, 0, { type: 'WorkflowStarted' });
  for (const event of trace) if (!isOfChild(event)) read(draft, event);
  return draft.events;
};

const add = (draft: Draft, at: number, event: Unstamped<OrbitEvent>): void => {
  draft.events.push({ seq: draft.events.length + 1, at, ...event } as OrbitEvent);
};

/** Names of a child's nodes stand behind that of the step which runs it. */
const isOfChild = (event: TraceEvent): boolean => {
  if ('node' in event) return event.node.includes('/');
  return 'unit' in event && event.unit !== undefined;
};

/** An error's code; a task's own is its class. */
const codeOf = (error: TraceError | undefined): string => error?.code ?? error?.class ?? 'internal';

const failureOf = (error: TraceError | undefined) => ({
  error: codeOf(error),
  message: error?.message ?? '',
});

const read = (draft: Draft, event: TraceEvent): void => {
  const { at } = event;
  switch (event.type) {
    case 'transition':
      readTransition(draft, event);
      return;
    case 'units.fanned_out':
      add(draft, at, { type: 'StepFanOut', step: event.unit, count: event.count });
      return;
    case 'unit.queued':
      add(draft, at, { type: 'StepScheduled', step: event.unit, attempt: event.attempt });
      return;
    case 'attempt.started':
      readStart(draft, event);
      return;
    case 'attempt.ended':
      readEnd(draft, event);
      return;
    case 'result.ignored':
      add(draft, at, { type: 'StaleResultIgnored', step: event.unit, attempt: event.attempt });
      return;
    case 'timer.set':
      if (event.timer === 'backoff') {
        add(draft, at, {
          type: 'RetryScheduled',
          step: event.unit,
          next_attempt: event.attempt + 1,
          delay_ms: event.due - at,
          fire_at_ms: event.due,
        });
      } else if (event.timer === 'wait') {
        add(draft, at, { type: 'TimerStarted', step: event.unit, fire_at_ms: event.due });
      }
      return;
    case 'timer.fired':
      if (event.timer === 'wait') add(draft, at, { type: 'TimerFired', step: event.unit });
      return;
    case 'cancel.requested':
      add(draft, at, { type: 'CancelRequested' });
      return;
    case 'deadline.passed':
      add(draft, at, { type: 'WorkflowTimeoutReached' });
      return;
    case 'unwinding.started':
      draft.reason = event.reason;
      return;
    case 'compensation.ordered':
      draft.isCompensating = true;
      add(draft, at, { type: 'CompensationStarted', reason: draft.reason, steps: event.order });
      return;
    case 'compensation.ended':
      if (event.status === 'compensation_failed') draft.failed.push(event);
      return;
    case 'instance.ended':
      readEnding(draft, event);
      return;
    default:
      return;
  }
};

const readTransition = (draft: Draft, event: TransitionEvent): void => {
  const { at, unit: step, attempt, error } = event;
  const isList = event.iteration === undefined && draft.lists.has(event.node);
  const isChild = draft.children.has(event.node) && !isList && !step.startsWith('compensate:');
  if (isChild && event.from === 'RUNNING' && error !== undefined) {
    add(draft, at, { type: 'StepAttemptFailed', step, attempt, ...failureOf(error) });
  }
  switch (event.to) {
    case 'RUNNING':
      // A child is no call: it is scheduled and begun at once.
      if (!isChild) return;
      add(draft, at, { type: 'StepScheduled', step, attempt });
      add(draft, at, { type: 'StepDispatched', step, attempt, key: null });
      return;
    case 'SUCCEEDED':
      add(draft, at, { type: 'StepSucceeded', step, attempt });
      return;
    case 'SKIPPED':
      add(draft, at, { type: 'StepSkipped', step });
      return;
    case 'CANCELLED':
      add(draft, at, { type: 'StepCancelled', step });
      return;
    case 'RETRYING':
      if (error?.code === 'QUEUE_TIMEOUT') unsent(draft, event);
      return;
    case 'FAILED':
      if (error?.code === 'QUEUE_TIMEOUT') unsent(draft, event);
      add(draft, at, { type: 'StepFailed', step, ...failureOf(error) });
      return;
    default:
      return;
  }
};

/** An attempt that found no worker failed before it was a call. */
const unsent = (draft: Draft, { at, unit: step, attempt, error }: TransitionEvent): void =>
  add(draft, at, { type: 'StepAttemptFailed', step, attempt, ...failureOf(error) });

const readStart = (draft: Draft, event: AttemptStartedEvent): void => {
  const { at, unit: step, attempt, key } = event;
  if (event.redelivered === true) add(draft, at, { type: 'StepAttemptUncertain', step, attempt });
  add(draft, at, { type: 'StepDispatched', step, attempt, key });
};

const readEnd = (draft: Draft, event: AttemptEndedEvent): void => {
  const { at, unit: step, attempt, outcome, error } = event;
  if (outcome === 'succeeded' || outcome === 'cancelled') return;
  if (outcome === 'uncertain_side_effect') {
    add(draft, at, { type: 'StepAttemptUncertain', step, attempt });
  }
  add(draft, at, { type: 'StepAttemptFailed', step, attempt, ...failureOf(error) });
};

const readEnding = (draft: Draft, event: InstanceEndedEvent): void => {
  const { at, compensation, error } = event;
  if (draft.isCompensating && draft.failed.length === 0) {
    add(draft, at, { type: 'CompensationCompleted' });
  }
  for (const failed of draft.failed) {
    add(draft, at, { type: 'CompensationFailed', step: failed.unit, ...failureOf(failed.error) });
  }
  switch (event.outcome) {
    case 'succeeded':
      add(draft, at, { type: 'WorkflowCompleted' });
      return;
    case 'cancelled':
      add(draft, at, { type: 'WorkflowCancelled', compensation });
      return;
    case 'timed_out':
      add(draft, at, { type: 'WorkflowTimedOut', compensation });
      return;
    default:
      add(draft, at, { type: 'WorkflowFailed', compensation, ...failureOf(error) });
  }
};
