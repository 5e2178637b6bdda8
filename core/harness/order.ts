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
  /** Every node after all that its start hangs on; those on or behind a cycle are left out. */
  readonly nodes: Iterable<NodeView>;
}

/** Start of node i is 2i, its end 2i + 1. */
const startOf = (node: NodeView): number => 2 * node.index;
const endOf = (node: NodeView): number => 2 * node.index + 1;

const orders = new WeakMap<DocumentView, Order>();

export function orderOf(view: DocumentView): Order {
  const known = orders.get(view);
  if (known !== undefined) return known;
  const made = createOrder(view);
  orders.set(view, made);
  return made;
}

/**
 * What must have come before an event, as groups of sources: an event waits for each of its
 * groups, and a group is complete once `needed` of its sources have come.
 */
interface Links {
  readonly target: readonly number[];
  readonly size: readonly number[];
  readonly needed: readonly number[];
  /** The groups that event e is a source of: groups[first[e]] to groups[first[e + 1] − 1]. */
  readonly first: Int32Array;
  readonly groups: Int32Array;
}

function createOrder(view: DocumentView): Order {
  const { target, size, needed, first, groups } = linksOf(view);
  const rank = ranksOf(target, first, groups);
  const marked = new Int32Array(rank.length);
  const counted = new Int32Array(target.length);
  const countedFor = new Int32Array(target.length);
  const waiting: number[] = [];
  let question = 0;
  let steps = 0;

  const ask = (event: number): void => {
    question += 1;
    waiting.length = 0;
    waiting.push(event);
  };

  /** Whether `asked` can't come before `event`, whatever happens. */
  const isLate = (event: number, asked: number): boolean => {
    const limit = rank[asked] as number;
    if (limit <= (rank[event] as number)) return false;
    ask(event);
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (let link = first[at] as number; link < (first[at + 1] as number); link += 1) {
        const group = groups[link] as number;
        const next = target[group] as number;
        steps += 1;
        if (steps > MAXIMUM_ORDER_STEPS) return false;
        if (marked[next] === question || (rank[next] as number) > limit) continue;
        if (countedFor[group] !== question) counted[group] = 0;
        countedFor[group] = question;
        counted[group] = (counted[group] as number) + 1;
        const left = (size[group] as number) - (counted[group] as number);
        if (left >= (needed[group] as number)) continue;
        if (next === asked) return true;
        marked[next] = question;
        waiting.push(next);
      }
    }
    return false;
  };

  /** Whether any way leads from one event to the other. */
  const mayFollow = (event: number, asked: number): boolean => {
    if (event === asked) return true;
    const limit = rank[asked] as number;
    ask(event);
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (let link = first[at] as number; link < (first[at + 1] as number); link += 1) {
        const next = target[groups[link] as number] as number;
        steps += 1;
        if (next === asked || steps > MAXIMUM_ORDER_STEPS) return true;
        if (marked[next] === question || (rank[next] as number) > limit) continue;
        marked[next] = question;
        waiting.push(next);
      }
    }
    return false;
  };

  return {
    endsAfterStart: (reader, read) => isLate(startOf(reader), endOf(read)),
    endsAfterEnd: (reader, read) => isLate(endOf(reader), endOf(read)),
    mayPrecede: (before, after) => mayFollow(endOf(before), endOf(after)),
    nodes: nodesByRank(view, rank),
  };
}

function nodesByRank(view: DocumentView, rank: Int32Array): readonly NodeView[] {
  const sorted = new Array<NodeView | undefined>(rank.length);
  for (const node of view.nodes) {
    const own = rank[startOf(node)] as number;
    if (own < rank.length) sorted[own] = node;
  }
  return sorted.filter((node) => node !== undefined);
}

function linksOf(view: DocumentView): Links {
  const target: number[] = [];
  const size: number[] = [];
  const needed: number[] = [];
  const linkSource: number[] = [];
  const linkGroup: number[] = [];
  const group = (of: number, sources: readonly number[], wanted: number): void => {
    if (sources.length === 0) return;
    for (const source of sources) {
      linkSource.push(source);
      linkGroup.push(target.length);
    }
    target.push(of);
    size.push(sources.length);
    needed.push(Math.min(wanted, sources.length));
  };

  const choosers = choosersOf(view);
  const { loopsByBody } = scopesOf(view);
  for (const each of view.nodes) {
    const start = startOf(each);
    group(endOf(each), [start], 1);
    if (each.node.id === view.workflow.entry) continue;
    if (each.incoming.length > 0) {
      const joined = sourcesOf(each.incoming, false);
      group(start, joined, neededBy(each, joined.length));
      group(start, sourcesOf(each.incoming, true), 1);
    }
    group(start, choosers.get(each)?.map(endOf) ?? [], 1);
    const loops = loopsByBody.get(each) ?? [];
    group(start, loops.map(startOf), 1);
    // A body that several loops share may have ended in another one: nothing is needed then.
    for (const loop of loops) group(endOf(loop), [endOf(each)], loops.length === 1 ? 1 : 0);
  }

  const events = 2 * view.nodes.length;
  const first = new Int32Array(events + 1);
  for (const source of linkSource) first[source + 1] = (first[source + 1] as number) + 1;
  for (let event = 0; event < events; event += 1) {
    first[event + 1] = (first[event + 1] as number) + (first[event] as number);
  }
  const next = first.slice();
  const groups = new Int32Array(linkGroup.length);
  for (const [link, source] of linkSource.entries()) {
    groups[next[source] as number] = linkGroup[link] as number;
    next[source] = (next[source] as number) + 1;
  }
  return { target, size, needed, first, groups };
}

function neededBy({ node }: NodeView, edges: number): number {
  switch (node.join) {
    case 'all':
      return edges;
    case 'any':
      return 1;
    case 'quorum':
      return node.quorum ?? 1;
  }
}

function sourcesOf(edges: readonly EdgeView[], compensation: boolean): readonly number[] {
  const sources: number[] = [];
  for (const { type, source } of edges) {
    if (source !== null && (type === 'compensation') === compensation) sources.push(endOf(source));
  }
  return sources;
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

/** Topological ranks (Kahn 1962); events on or behind a cycle come last. */
function ranksOf(target: readonly number[], first: Int32Array, groups: Int32Array): Int32Array {
  const events = first.length - 1;
  const open = new Int32Array(events);
  for (const group of groups) {
    const event = target[group] as number;
    open[event] = (open[event] as number) + 1;
  }
  const rank = new Int32Array(events).fill(events);
  const queue = new Int32Array(events);
  let end = 0;
  for (let event = 0; event < events; event += 1) {
    if (open[event] !== 0) continue;
    queue[end] = event;
    end += 1;
  }
  for (let at = 0; at < end; at += 1) {
    const event = queue[at] as number;
    rank[event] = at;
    for (let link = first[event] as number; link < (first[event + 1] as number); link += 1) {
      const next = target[groups[link] as number] as number;
      open[next] = (open[next] as number) - 1;
      if (open[next] !== 0) continue;
      queue[end] = next;
      end += 1;
    }
  }
  return rank;
}
