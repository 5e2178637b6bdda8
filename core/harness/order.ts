/**
 * What can have completed before what (HX-3104). Each node has two events, its start and its
 * end; edges, decisions, loops and compensations link them. An end is *late* for an event
 * when it can't come before it, whatever happens: this is spread forward from the event
 * through joins, and only as far as the topological order makes it worth while. Questions
 * about the past, which nearly all are, cost nothing.
 */

import { MAXIMUM_ORDER_STEPS } from './limits.ts';
import { scopesOf } from './variables.ts';
import type { DocumentView, EdgeView, NodeView } from './view.ts';

export interface Order {
  /** Whether `reader`, as it starts, can't find `read` completed: it only ends later. */
  endsAfterStart(reader: NodeView, read: NodeView): boolean;
  /** The same as the reader ends; the reader itself has then completed. */
  endsAfterEnd(reader: NodeView, read: NodeView): boolean;
  /** Whether there is any way on which `first` ends before `second` does. */
  mayPrecede(first: NodeView, second: NodeView): boolean;
}

/** Start of node i is 2i, its end 2i + 1. */
const startOf = (node: NodeView): number => 2 * node.index;
const endOf = (node: NodeView): number => 2 * node.index + 1;

/** Ways for a node to start; each group that there is must let it. */
interface Group {
  readonly sources: readonly number[];
  /** How many of the sources must have come; all of them where it is their number. */
  readonly needed: number;
}

const orders = new WeakMap<DocumentView, Order>();

export function orderOf(view: DocumentView): Order {
  const known = orders.get(view);
  if (known !== undefined) return known;
  const made = createOrder(view);
  orders.set(view, made);
  return made;
}

function createOrder(view: DocumentView): Order {
  const groups = groupsOf(view);
  const { followers, groupsBySource } = linksOf(groups, view.nodes.length * 2);
  const rank = ranksOf(followers, view.nodes.length * 2);
  const late = new Int32Array(view.nodes.length * 2);
  const counted = new Int32Array(groups.length);
  const countedFor = new Int32Array(groups.length);
  let question = 0;
  let steps = 0;

  const spend = (): boolean => {
    steps += 1;
    return steps <= MAXIMUM_ORDER_STEPS;
  };

  /** Marks every event up to `limit` in rank that can't come before `event`. */
  const isLate = (event: number, asked: number): boolean => {
    const limit = rank[asked] as number;
    if (limit <= (rank[event] as number)) return false;
    question += 1;
    const waiting = [event];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const index of groupsBySource[at] ?? []) {
        if (!spend()) return false;
        const { target, group } = groups[index] as { target: number; group: Group };
        if (late[target] === question || (rank[target] as number) > limit) continue;
        if (countedFor[index] !== question) {
          countedFor[index] = question;
          counted[index] = 0;
        }
        counted[index] = (counted[index] as number) + 1;
        if (group.sources.length - (counted[index] as number) >= group.needed) continue;
        late[target] = question;
        if (target === asked) return true;
        waiting.push(target);
      }
    }
    return false;
  };

  const mayFollow = (event: number, asked: number): boolean => {
    const limit = rank[asked] as number;
    if (event === asked) return true;
    question += 1;
    const waiting = [event];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const target of followers[at] ?? []) {
        if (!spend()) return true;
        if (target === asked) return true;
        if (late[target] === question || (rank[target] as number) > limit) continue;
        late[target] = question;
        waiting.push(target);
      }
    }
    return false;
  };

  return {
    endsAfterStart: (reader, read) => isLate(startOf(reader), endOf(read)),
    endsAfterEnd: (reader, read) => isLate(endOf(reader), endOf(read)),
    mayPrecede: (first, second) => mayFollow(endOf(first), endOf(second)),
  };
}

interface TargetedGroup {
  readonly target: number;
  readonly group: Group;
}

function groupsOf(view: DocumentView): readonly TargetedGroup[] {
  const groups: TargetedGroup[] = [];
  const all = (target: number, sources: readonly number[]): void => {
    if (sources.length > 0) groups.push({ target, group: { sources, needed: sources.length } });
  };
  const any = (target: number, sources: readonly number[]): void => {
    if (sources.length > 0) groups.push({ target, group: { sources, needed: 1 } });
  };
  const choosers = choosersOf(view);
  const { loopsByBody } = scopesOf(view);
  for (const each of view.nodes) {
    all(endOf(each), [startOf(each)]);
    if (each.node.id === view.workflow.entry) continue;
    const joined = sourcesOf(each.incoming, (type) => type !== 'compensation');
    if (each.node.join === 'all') all(startOf(each), joined);
    else if (joined.length > 0) {
      const needed = each.node.join === 'any' ? 1 : (each.node.quorum ?? 1);
      groups.push({
        target: startOf(each),
        group: { sources: joined, needed: Math.min(needed, joined.length) },
      });
    }
    any(startOf(each), choosers.get(each)?.map(endOf) ?? []);
    any(
      startOf(each),
      sourcesOf(each.incoming, (type) => type === 'compensation'),
    );
    const loops = loopsByBody.get(each) ?? [];
    any(startOf(each), loops.map(startOf));
    // A body that several loops share may have ended in another one: nothing is needed then.
    const needed = loops.length === 1 ? 1 : 0;
    for (const loop of loops) {
      groups.push({ target: endOf(loop), group: { sources: [endOf(each)], needed } });
    }
  }
  return groups;
}

function sourcesOf(
  edges: readonly EdgeView[],
  wanted: (type: EdgeView['type']) => boolean,
): readonly number[] {
  return edges.flatMap(({ type, source }) =>
    source !== null && wanted(type) ? [endOf(source)] : [],
  );
}

/** The decisions that can route to a node. */
export function choosersOf(view: DocumentView): ReadonlyMap<NodeView, readonly NodeView[]> {
  const choosers = new Map<NodeView, NodeView[]>();
  for (const decision of view.nodes) {
    const { cases, otherwise } = decision.node;
    const ids = new Set((cases ?? []).map(({ to }) => to));
    if (otherwise !== null) ids.add(otherwise);
    for (const id of ids) {
      const target = view.nodesById.get(id);
      if (target === undefined) continue;
      const known = choosers.get(target);
      if (known === undefined) choosers.set(target, [decision]);
      else known.push(decision);
    }
  }
  return choosers;
}

function linksOf(
  groups: readonly TargetedGroup[],
  events: number,
): {
  readonly followers: readonly (readonly number[] | undefined)[];
  readonly groupsBySource: readonly (readonly number[] | undefined)[];
} {
  const followers = new Array<number[] | undefined>(events);
  const groupsBySource = new Array<number[] | undefined>(events);
  for (const [index, { target, group }] of groups.entries()) {
    for (const source of group.sources) {
      const following = followers[source];
      if (following === undefined) followers[source] = [target];
      else following.push(target);
      const indexes = groupsBySource[source];
      if (indexes === undefined) groupsBySource[source] = [index];
      else indexes.push(index);
    }
  }
  return { followers, groupsBySource };
}

/** Topological ranks (Kahn 1962); events on or behind a cycle come last. */
function ranksOf(
  followers: readonly (readonly number[] | undefined)[],
  events: number,
): Int32Array {
  const open = new Int32Array(events);
  for (const targets of followers) {
    for (const target of targets ?? []) open[target] = (open[target] as number) + 1;
  }
  const rank = new Int32Array(events).fill(events);
  const queue: number[] = [];
  for (let event = 0; event < events; event += 1) if (open[event] === 0) queue.push(event);
  for (let at = 0; at < queue.length; at += 1) {
    const event = queue[at] as number;
    rank[event] = at;
    for (const target of followers[event] ?? []) {
      open[target] = (open[target] as number) - 1;
      if (open[target] === 0) queue.push(target);
    }
  }
  return rank;
}
