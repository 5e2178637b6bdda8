/** Questions about what a trace says up to an event. */

import type {
  AttemptEndedEvent,
  AttemptStartedEvent,
  NodeState,
  TimerSetEvent,
  TraceEvent,
  TransitionEvent,
} from '../../../core/model/trace.ts';
import type { Workflow, WorkflowNode } from '../../../core/model/workflow.ts';
import { isNamedByUndone, type Nodes, nodesOf } from './words.ts';

export interface History {
  readonly event: TraceEvent;
  readonly trace: readonly TraceEvent[];
  readonly workflow: Workflow;
  readonly nodes: Nodes;
  /** Where in `trace` the event stands. */
  readonly index: number;
}

export function historyOf(
  event: TraceEvent,
  trace: readonly TraceEvent[],
  workflow: Workflow,
): History {
  const index =
    trace[event.seq - 1]?.seq === event.seq
      ? event.seq - 1
      : trace.findIndex((other) => other.seq === event.seq);
  return { event, trace, workflow, nodes: nodesOf(workflow), index };
}

export function eventBySeq(trace: readonly TraceEvent[], seq: number | null): TraceEvent | null {
  if (seq === null) return null;
  const near = trace[seq - 1];
  if (near?.seq === seq) return near;
  return trace.find((event) => event.seq === seq) ?? null;
}

/**
 * The node whose policies an event goes by. In ORBIT a compensation is told by the step that it
 * undoes; what it does is said by that step's block.
 */
export function nodeOf(
  { nodes, workflow }: History,
  { node, unit }: { readonly node: string; readonly unit: string },
): WorkflowNode | undefined {
  if (!isNamedByUndone(node, unit)) return nodes.get(node);
  const block = workflow.edges.find(({ type, from }) => type === 'compensation' && from === node);
  return block === undefined ? undefined : nodes.get(block.to);
}

/** Whether ORBIT's decisions rule the run. */
export function isOrbit({ workflow }: History): boolean {
  return workflow.profile === 'orbit';
}

export function causeOf(history: History): TraceEvent | null {
  return eventBySeq(history.trace, history.event.cause);
}

/** The nearest event before this one that the test accepts. */
export function lastBefore<Found extends TraceEvent>(
  history: History,
  accepts: (event: TraceEvent) => event is Found,
): Found | null {
  for (let index = history.index - 1; index >= 0; index -= 1) {
    const event = history.trace[index];
    if (event !== undefined && accepts(event)) return event;
  }
  return null;
}

/** The nearest event after this one that the test accepts. */
export function firstAfter<Found extends TraceEvent>(
  history: History,
  accepts: (event: TraceEvent) => event is Found,
): Found | null {
  for (let index = history.index + 1; index < history.trace.length; index += 1) {
    const event = history.trace[index];
    if (event !== undefined && accepts(event)) return event;
  }
  return null;
}

export function isAttemptStart(unit: string) {
  return (event: TraceEvent): event is AttemptStartedEvent =>
    event.type === 'attempt.started' && event.unit === unit;
}

export function isAttemptEnd(unit: string) {
  return (event: TraceEvent): event is AttemptEndedEvent =>
    event.type === 'attempt.ended' && event.unit === unit;
}

export function isBackoff(unit: string) {
  return (event: TraceEvent): event is TimerSetEvent =>
    event.type === 'timer.set' && event.timer === 'backoff' && event.unit === unit;
}

export function isTransitionTo(unit: string, ...states: readonly NodeState[]) {
  return (event: TraceEvent): event is TransitionEvent =>
    event.type === 'transition' && event.unit === unit && states.includes(event.to);
}

/** State and time of the last transition of each node before the event. */
export function statesBefore(history: History): Map<string, TransitionEvent> {
  const states = new Map<string, TransitionEvent>();
  for (let index = 0; index < history.index; index += 1) {
    const event = history.trace[index];
    if (event?.type === 'transition' && event.unit === event.node) states.set(event.node, event);
  }
  return states;
}
