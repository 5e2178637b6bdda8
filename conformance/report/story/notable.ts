/** The events of a run that a person wants to read: each failure, wait, turn and undo. */

import type {
  AttemptEndedEvent,
  TraceError,
  TraceEvent,
  TransitionEvent,
} from '../../../core/model/trace.ts';
import type { NodeKind, Workflow, WorkflowNode } from '../../../core/model/workflow.ts';
import { formatTime } from '../../../simulator/trace/explain/words.ts';

export type NotableKind =
  | 'succeeded'
  | 'failed'
  | 'timed_out'
  | 'uncertain'
  | 'cancelled'
  | 'skipped'
  | 'routed'
  | 'waits'
  | 'late'
  | 'unwinding'
  | 'undone'
  | 'control'
  | 'end';

export interface Notable {
  readonly at: number;
  readonly seq: number;
  readonly kind: NotableKind;
  /** A sentence without its full stop. */
  readonly text: string;
}

export function notableEvents(
  trace: readonly TraceEvent[],
  workflow: Workflow,
): readonly Notable[] {
  const nodes = new Map(workflow.nodes.map((node) => [node.id, node]));
  return trace.flatMap((event, index) => {
    const told = tell(event, trace, index, nodes);
    return told === null ? [] : [{ at: event.at, seq: event.seq, kind: told[0], text: told[1] }];
  });
}

type Told = readonly [NotableKind, string];
type Nodes = ReadonlyMap<string, WorkflowNode>;

function tell(
  event: TraceEvent,
  trace: readonly TraceEvent[],
  index: number,
  nodes: Nodes,
): Told | null {
  switch (event.type) {
    case 'attempt.ended':
      return tellAttempt(event, transitionAfter(trace, index, event), nodes);
    case 'transition':
      return tellTransition(event, trace, index, nodes.get(event.node));
    case 'timer.set':
      return event.timer === 'wait'
        ? ['waits', `${nameOf(event)} waits ${formatTime(event.due - event.at)}`]
        : null;
    case 'result.ignored':
      return [
        'late',
        `${nameOf(event)}: attempt ${event.attempt} ${event.outcome} too late: its result is ignored`,
      ];
    case 'unwinding.started': {
      const order = withCounts(event.order).join(', ');
      return [
        'unwinding',
        `unwinding starts: ${order === '' ? 'there is nothing to undo' : order}`,
      ];
    }
    case 'compensation.ended':
      return event.status === 'compensated'
        ? ['undone', `${event.node} has undone ${event.undoes}`]
        : ['failed', `${event.node} has not undone ${event.undoes} (HX-4110)`];
    case 'cancel.requested':
      return ['control', 'the run is cancelled from outside'];
    case 'signal.received':
      return ['control', `signal '${event.name}' arrives`];
    case 'crashed':
      return ['control', 'the runtime crashes: what is in flight is lost to it'];
    case 'resumed':
      return ['control', 'the runtime is back, and goes on from what was recorded'];
    case 'attempt.started':
      return event.redelivered === true
        ? [
            'control',
            `${nameOf(event)}: attempt ${event.attempt} is called again, with the same key`,
          ]
        : null;
    case 'instance.ended':
      return ['end', `the run ends ${event.outcome}`];
    default:
      return null;
  }
}

/** Each name once, in the order of their first: `rollback (3 times)`. */
function withCounts(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`));
}

/** A compensation goes by its node, a loop's body by its unit. */
function nameOf({ node, unit }: { readonly node: string; readonly unit: string }): string {
  return unit.startsWith('compensate:') ? node : unit;
}

/** How far behind an attempt's end its transition may stand. */
const NEAR = 8;

function transitionAfter(
  trace: readonly TraceEvent[],
  index: number,
  { unit, at }: AttemptEndedEvent,
): TransitionEvent | null {
  for (const event of trace.slice(index + 1, index + 1 + NEAR)) {
    if (event.at > at) return null;
    if (event.type === 'transition' && event.unit === unit) return event;
  }
  return null;
}

function tellAttempt(
  event: AttemptEndedEvent,
  next: TransitionEvent | null,
  nodes: Nodes,
): Told | null {
  const attempt = `${nameOf(event)}: attempt ${event.attempt}`;
  const then = whatFollows(event, next, nodes.get(event.node));
  switch (event.outcome) {
    case 'succeeded':
      return event.attempt > 1 ? ['succeeded', `${attempt} succeeded`] : null;
    case 'failed':
      return ['failed', `${attempt} failed: ${errorText(event.error)}${then}`];
    case 'timed_out':
      return ['timed_out', `${attempt} timed out${then}`];
    case 'uncertain_side_effect':
      return [
        'uncertain',
        `${attempt} ${lost(event)}; it may have been done or not, so no other follows`,
      ];
    case 'cancelled':
      // The transition that cancels it has told it.
      return null;
  }
}

/** Silence has two causes: the answer took too long, or a crash lost it. */
function lost({ error }: AttemptEndedEvent): string {
  return error === undefined || error.class === 'timeout' ? 'timed out' : 'was lost in the crash';
}

function errorText(error: TraceError | undefined): string {
  if (error === undefined) return 'no class given';
  const status = error.status === undefined ? '' : ` ${error.status}`;
  const message = error.message === undefined || error.message === '' ? '' : ` (${error.message})`;
  return `${error.class}${status}${message}`;
}

function whatFollows(
  event: AttemptEndedEvent,
  next: TransitionEvent | null,
  node: WorkflowNode | undefined,
): string {
  switch (next?.to) {
    case 'RETRYING':
      return next.delay === undefined ? '' : `; next in ${formatTime(next.delay)}`;
    case 'SKIPPED':
      return ', so it is skipped';
    case 'FAILED':
      if (node?.retry == null) return '';
      return event.attempt < node.retry.maxAttempts ? '; not retried' : '; no attempt is left';
    default:
      return '';
  }
}

function tellTransition(
  event: TransitionEvent,
  trace: readonly TraceEvent[],
  index: number,
  node: WorkflowNode | undefined,
): Told | null {
  const name = nameOf(event);
  const { from, to, detail } = event;
  if (to === 'SKIPPED' && from === 'READY') {
    return ['skipped', `${name} is skipped${detail === undefined ? '' : `: ${detail}`}`];
  }
  if (to === 'CANCELLED') {
    const join = joinBehind(event, trace);
    return [
      'cancelled',
      `${name} is cancelled${join === null ? '' : `: ${join} goes on without it`}`,
    ];
  }
  if (to === 'FAILED' && from === 'RUNNING' && !endsAttempt(event, trace, index)) {
    const before = node !== undefined && CALLING.has(node.kind) ? ' before its call' : '';
    return ['failed', `${name} fails${before}: ${errorText(event.error)}`];
  }
  if (to === 'SUCCEEDED' && detail?.startsWith('routed to') === true) {
    return ['routed', `${name} ${detail}`];
  }
  return null;
}

/** The kinds of node that call a task. */
const CALLING: ReadonlySet<NodeKind> = new Set([
  'task',
  'inference',
  'transform',
  'source',
  'sink',
  'human',
]);

/** The node whose readiness cancelled this one, as an any-join does; null for other causes. */
export function joinBehind(event: TransitionEvent, trace: readonly TraceEvent[]): string | null {
  const cause = event.cause === null ? undefined : trace[event.cause - 1];
  return cause?.type === 'transition' && cause.to === 'READY' ? cause.node : null;
}

/** Whether the transition follows from the end of a call, which tells it already. */
function endsAttempt(
  { unit, attempt }: TransitionEvent,
  trace: readonly TraceEvent[],
  index: number,
): boolean {
  for (let before = index - 1; before >= 0; before -= 1) {
    const event = trace[before];
    if (event?.type === 'attempt.ended' && event.unit === unit) return event.attempt === attempt;
    if (event?.type === 'transition' && event.unit === unit) return false;
  }
  return false;
}
