/** The events of a run that a person wants to read: each failure, wait, turn and undo. */

import { isPerformed } from '../../../core/model/performed.ts';
import type { TraceEvent, TransitionEvent } from '../../../core/model/trace.ts';
import type { Workflow, WorkflowNode } from '../../../core/model/workflow.ts';
import { formatTime, isNamedByUndone, undoneUnit } from '../../../simulator/trace/explain/words.ts';
import { isList, type Nodes, nodeBehind, nodesOf } from './nodes.ts';
import type { Notable, Told } from './notable-kind.ts';
import { errorText, nameOf, tellAttempt } from './tell-attempt.ts';
import { tellAct, tellPause } from './tell-operator.ts';

export type { Notable, NotableKind } from './notable-kind.ts';

/** @param nodes By the names that the trace has for them; without it, those of the workflow. */
export function notableEvents(
  trace: readonly TraceEvent[],
  workflow: Workflow,
  nodes: Nodes = nodesOf(workflow),
): readonly Notable[] {
  return trace.flatMap((event, index) => {
    const told = tell(event, trace, index, nodes);
    return told === null ? [] : [{ at: event.at, seq: event.seq, kind: told[0], text: told[1] }];
  });
}

function tell(
  event: TraceEvent,
  trace: readonly TraceEvent[],
  index: number,
  nodes: Nodes,
): Told | null {
  switch (event.type) {
    case 'attempt.ended':
      return tellAttempt(event, trace, index, nodes);
    case 'transition':
      return tellTransition(event, trace, index, nodeBehind(nodes, event));
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
      const where = event.unit === undefined ? '' : ` within ${event.unit}`;
      const settled = orderBehind(trace, index, event.unit);
      return settled === null || isSameOrder(settled, event.order)
        ? ['unwinding', `unwinding starts${where}: ${orderText(event.order)}`]
        : ['unwinding', `unwinding starts${where}: what is in flight is awaited`];
    }
    case 'compensation.ordered': {
      const known = orderBefore(trace, index, event.unit);
      if (known !== null && isSameOrder(known, event.order)) return null;
      const where = event.unit === undefined ? '' : ` within ${event.unit}`;
      return ['unwinding', `to be undone${where}: ${orderText(event.order)}`];
    }
    case 'compensation.ended':
      if (isNamedByUndone(event.node, event.unit)) {
        return event.status === 'compensated'
          ? ['undone', `${event.undoes} is undone`]
          : ['failed', `${event.undoes} could not be undone`];
      }
      return event.status === 'compensated'
        ? ['undone', `${event.node} has undone ${event.undoes}`]
        : ['failed', `${event.node} has not undone ${event.undoes} (HX-4110)`];
    case 'deadline.passed':
      return [
        'control',
        event.unit === undefined ? 'the run is out of time' : `${event.unit} is out of time`,
      ];
    case 'cancel.requested':
      return ['control', 'the run is cancelled from outside'];
    case 'signal.received':
      return ['control', `signal '${event.name}' arrives`];
    case 'run.paused':
      return tellPause(event, trace);
    case 'operator.act':
      return tellAct(event, trace);
    case 'crashed':
      return ['control', 'the runtime crashes: what is in flight is lost to it'];
    case 'resumed':
      return ['control', 'the runtime is back, and goes on from what was recorded'];
    case 'attempt.started':
      if (event.redelivered !== true) return null;
      return [
        'control',
        `${nameOf(event)}: attempt ${event.attempt} is called again, with the same key`,
      ];
    case 'instance.ended':
      return ['end', `the run ends ${event.outcome.replace('_', ' ')}`];
    default:
      return null;
  }
}

function orderText(order: readonly string[]): string {
  const names = withCounts(order.map(undoneUnit)).join(', ');
  return names === '' ? 'there is nothing to undo' : names;
}

/** ORBIT's order stands once nothing is in flight any more. */
function orderBehind(
  trace: readonly TraceEvent[],
  index: number,
  unit: string | undefined,
): readonly string[] | null {
  for (let behind = index + 1; behind < trace.length; behind += 1) {
    const event = trace[behind];
    if (event?.type === 'compensation.ordered' && event.unit === unit) return event.order;
  }
  return null;
}

/** The order as it was known when the unwinding began. */
function orderBefore(
  trace: readonly TraceEvent[],
  index: number,
  unit: string | undefined,
): readonly string[] | null {
  for (let before = index - 1; before >= 0; before -= 1) {
    const event = trace[before];
    if (event?.type === 'unwinding.started' && event.unit === unit) return event.order;
  }
  return null;
}

function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length === other.length &&
    one.every((name, index) => undoneUnit(name) === undoneUnit(other[index] ?? ''))
  );
}

/** Each name once, in the order of their first: `rollback (3 times)`. */
function withCounts(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`));
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
    const calls = node !== undefined && isPerformed(node.kind) && !isList(event, node);
    const before = calls ? ' before its call' : '';
    return ['failed', `${name} fails${before}: ${errorText(event.error)}`];
  }
  if (to === 'SUCCEEDED' && detail?.startsWith('routed to') === true) {
    return ['routed', `${name} ${detail}`];
  }
  return null;
}

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
