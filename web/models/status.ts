/** How each node stands when the trace has been read up to the cursor. */

import type { NodeState, TraceEvent, TransitionEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { routeOf } from '../../simulator/trace/explain/headline.ts';
import { isNamedByUndone } from '../../simulator/trace/explain/words.ts';
import type { Look } from './look.ts';

export interface NodeStatus {
  readonly look: Look;
  readonly word: string;
  /** How it stood before it was undone or its undoing failed: `succeeded`. */
  readonly before: Look | null;
}

interface Draft {
  state: NodeState;
  event: TransitionEvent | null;
  attempt: number;
  /** How its compensation stands; in ORBIT a step that was undone keeps its state. */
  undo: 'none' | 'compensating' | 'failed' | 'undone';
  readonly compensates: boolean;
  /** A step of a list has a state of its own, beside those of its elements. */
  readonly isList: boolean;
}

export function statusesAt(
  trace: readonly TraceEvent[],
  cursor: number,
  workflow: Workflow,
): ReadonlyMap<string, NodeStatus> {
  const undoers = new Set(
    workflow.edges.filter((edge) => edge.type === 'compensation').map((edge) => edge.to),
  );
  const drafts = new Map<string, Draft>(
    workflow.nodes.map((node) => [
      node.id,
      {
        state: 'PENDING',
        event: null,
        attempt: 0,
        undo: 'none',
        compensates: undoers.has(node.id),
        isList: node.fanOut !== undefined,
      },
    ]),
  );
  const undoerOf = new Map(
    workflow.edges.flatMap(({ type, from, to }) => (type === 'compensation' ? [[from, to]] : [])),
  );
  for (const event of trace) {
    if (event.seq > cursor) break;
    read(event, drafts, undoerOf);
  }
  return new Map([...drafts].map(([id, draft]) => [id, known(statusOf(draft, workflow))] as const));
}

const statuses = new Map<string, NodeStatus>();

/** One object for what is alike, so that a step draws only the nodes that it changes. */
function known(status: NodeStatus): NodeStatus {
  const key = `${status.look} ${status.before} ${status.word}`;
  const before = statuses.get(key);
  if (before !== undefined) return before;
  if (statuses.size > 10_000) statuses.clear();
  statuses.set(key, status);
  return status;
}

function read(
  event: TraceEvent,
  drafts: ReadonlyMap<string, Draft>,
  undoerOf: ReadonlyMap<string, string>,
): void {
  switch (event.type) {
    case 'transition': {
      // ORBIT tells what undoes a step by that step; the page draws what undoes it.
      const node = isNamedByUndone(event.node, event.unit)
        ? (undoerOf.get(event.node) ?? '')
        : event.node;
      const draft = drafts.get(node);
      if (draft === undefined || isElement(event, draft)) return;
      draft.state = event.to;
      draft.event = event;
      if (event.to === 'RUNNING') draft.attempt = event.attempt;
      if (event.to === 'COMPENSATED') draft.undo = 'none';
      return;
    }
    case 'compensation.started':
    case 'compensation.ended': {
      const draft = drafts.get(nodeOfUnit(event.undoes, drafts));
      // One element that could not be undone is not made good by the next.
      if (draft === undefined || (draft.isList && draft.undo === 'failed')) return;
      if (event.status === 'compensating') draft.undo = 'compensating';
      else if (event.status === 'compensation_failed') draft.undo = 'failed';
      else draft.undo = isNamedByUndone(event.node, event.unit) ? 'undone' : 'none';
      return;
    }
    default:
      return;
  }
}

function isElement({ unit, node }: TransitionEvent, { isList }: Draft): boolean {
  return isList && unit !== node;
}

/** `ship[2]` belongs to `ship`; what is inside a child, as `ship[2]/pack`, is not drawn. */
function nodeOfUnit(unit: string, nodes: ReadonlyMap<string, unknown>): string {
  return nodes.has(unit) || unit.includes('/') ? unit : (unit.split('[')[0] ?? unit);
}

function statusOf(draft: Draft, workflow: Workflow): NodeStatus {
  if (draft.undo === 'compensating' && draft.state === 'SUCCEEDED') {
    return { look: 'running', word: 'being undone', before: 'succeeded' };
  }
  if (draft.undo === 'failed') return { look: 'failed', word: 'undo failed', before: 'succeeded' };
  if (draft.undo === 'undone' && draft.state === 'SUCCEEDED') {
    return { look: 'undone', word: 'undone', before: 'succeeded' };
  }
  switch (draft.state) {
    case 'PENDING':
      return { look: 'idle', word: 'not started', before: null };
    case 'READY':
      return { look: 'ready', word: 'ready', before: null };
    case 'RUNNING':
      return { look: 'running', word: runningWord(draft), before: null };
    case 'RETRYING':
      return { look: 'waiting', word: 'waits to retry', before: null };
    case 'SUCCEEDED':
      return draft.compensates
        ? { look: 'undone', word: 'has undone it', before: null }
        : { look: 'succeeded', word: succeededWord(draft, workflow), before: null };
    case 'SKIPPED':
      return { look: 'skipped', word: 'skipped', before: null };
    case 'FAILED':
      return draft.event?.error?.class === 'timeout'
        ? { look: 'unknown', word: 'timed out', before: null }
        : { look: 'failed', word: 'failed', before: null };
    case 'CANCELLED':
      return { look: 'cancelled', word: 'cancelled', before: null };
    case 'COMPENSATED':
      return { look: 'undone', word: 'undone', before: 'succeeded' };
  }
}

function runningWord(draft: Draft): string {
  return draft.attempt > 1 ? `attempt ${draft.attempt} runs` : 'running';
}

function succeededWord(draft: Draft, workflow: Workflow): string {
  const route = draft.event === null ? null : routeOf(draft.event);
  if (route === null) return 'succeeded';
  return `chose ${workflow.nodes.find((node) => node.id === route)?.name ?? route}`;
}

/** An edge that the run went along: its source is over, and its target was reached. */
export function isTaken(
  edge: { readonly from: string; readonly to: string },
  statuses: ReadonlyMap<string, NodeStatus>,
): boolean {
  const from = statuses.get(edge.from)?.look ?? 'idle';
  const to = statuses.get(edge.to)?.look ?? 'idle';
  return to !== 'idle' && !['idle', 'ready', 'running', 'waiting'].includes(from);
}
