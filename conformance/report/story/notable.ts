/** The events of a run that a person wants to read: each failure, wait, turn and undo. */

import type {
  AttemptEndedEvent,
  TraceError,
  TraceEvent,
  TransitionEvent,
} from '../../../core/model/trace.ts';
import type { Workflow, WorkflowNode } from '../../../core/model/workflow.ts';
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
  /** The node or unit that it is about; null for the run as a whole. */
  readonly who: string | null;
  readonly what: string;
}

export function notableEvents(
  trace: readonly TraceEvent[],
  workflow: Workflow,
): readonly Notable[] {
  const nodes = new Map(workflow.nodes.map((node) => [node.id, node]));
  return trace.flatMap((event, index) => {
    const told = tell(event, trace, index, nodes);
    return told === null ? [] : [{ at: event.at, seq: event.seq, ...told }];
  });
}

type Told = Pick<Notable, 'kind' | 'who' | 'what'>;
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
      return tellTransition(event, trace, index);
    case 'timer.set':
      return event.timer === 'wait'
        ? { kind: 'waits', who: event.unit, what: `waits ${formatTime(event.due - event.at)}` }
        : null;
    case 'result.ignored':
      return {
        kind: 'late',
        who: nameOf(event),
        what: `attempt ${event.attempt} ${event.outcome} too late: its result is ignored`,
      };
    case 'unwinding.started': {
      const order = event.order.length === 0 ? 'nothing to undo' : event.order.join(', then ');
      return { kind: 'unwinding', who: null, what: `unwinding starts: ${order}` };
    }
    case 'compensation.ended':
      return event.status === 'compensated'
        ? { kind: 'undone', who: event.node, what: `${event.undoes} is undone` }
        : { kind: 'failed', who: event.node, what: `${event.undoes} stays as it is (HX-4110)` };
    case 'cancel.requested':
      return { kind: 'control', who: null, what: 'the run is cancelled from outside' };
    case 'signal.received':
      return { kind: 'control', who: null, what: `signal '${event.name}' arrives` };
    case 'instance.ended':
      return { kind: 'end', who: null, what: `the run ends ${event.outcome}` };
    default:
      return null;
  }
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
  const who = nameOf(event);
  const attempt = `attempt ${event.attempt}`;
  const then = whatFollows(event, next, nodes.get(event.node));
  switch (event.outcome) {
    case 'succeeded':
      return event.attempt > 1 ? { kind: 'succeeded', who, what: `${attempt} succeeded` } : null;
    case 'failed':
      return { kind: 'failed', who, what: `${attempt} failed: ${errorText(event.error)}${then}` };
    case 'timed_out':
      return { kind: 'timed_out', who, what: `${attempt} timed out${then}` };
    case 'uncertain_side_effect':
      return {
        kind: 'uncertain',
        who,
        what: `${attempt} timed out, and may have been done or not: not sent again${then}`,
      };
    case 'cancelled':
      return { kind: 'cancelled', who, what: `${attempt} is cancelled` };
  }
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
      return '; so it is skipped';
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
): Told | null {
  const who = nameOf(event);
  const { from, to, detail } = event;
  const because = detail === undefined ? '' : `: ${detail}`;
  if (to === 'SKIPPED' && from === 'READY') {
    return { kind: 'skipped', who, what: `is skipped${because}` };
  }
  if (to === 'CANCELLED' && from !== 'RUNNING') {
    return { kind: 'cancelled', who, what: `is cancelled${because}` };
  }
  if (to === 'FAILED' && !endsAttempt(event, trace, index)) {
    return { kind: 'failed', who, what: `fails before its call: ${errorText(event.error)}` };
  }
  if (to === 'SUCCEEDED' && detail?.startsWith('routed to') === true) {
    return { kind: 'routed', who, what: detail };
  }
  return null;
}

/** Whether the transition follows from the end of a call, which tells it already. */
function endsAttempt(
  { unit, attempt, from }: TransitionEvent,
  trace: readonly TraceEvent[],
  index: number,
): boolean {
  if (from !== 'RUNNING') return true;
  for (let before = index - 1; before >= 0; before -= 1) {
    const event = trace[before];
    if (event?.type === 'attempt.ended' && event.unit === unit) return event.attempt === attempt;
    if (event?.type === 'transition' && event.unit === unit) return false;
  }
  return false;
}
