/**
 * What can have completed before what (HX-3104). Each node has two events, its start and its
 * end; edges, decisions, loops and compensations link them. An end is *late* for an event
 * when it can't come before it, whatever happens: this is spread forward from the event
 * through joins, and only as far as the topological order makes it worth while. Questions
 * about the past, which nearly all are, cost nothing.
 */

import { grown, NONE } from '../model/lists.ts';
import { MAXIMUM_ORDER_STEPS } from './limits.ts';
import { type Links, type Ranks, ranksOf } from './ranks.ts';
import { scopesOf } from './variables.ts';
import type { DocumentView, NodeView } from './view.ts';

export interface Order {
  /** Whether `reader`, as it starts, can't find `read` completed: it only ends later. */
  endsAfterStart(reader: NodeView, read: NodeView): boolean;
  /** The same as the reader ends; the reader itself has then completed. */
  endsAfterEnd(reader: NodeView, read: NodeView): boolean;
  /** Whether there is any way on which `first` ends before `second` does. */
  mayPrecede(first: NodeView, second: NodeView): boolean;
  /** Every node after all that its start hangs on; those on a cycle are left out. */
  readonly nodes: Iterable<NodeView>;
}

/** Start of node i is 2i, its end 2i + 1. */
const startOf = (node: NodeView): number => 2 * node.index;
const endOf = (node: NodeView): number => 2 * node.index + 1;
const endOfSame = (event: number): number => event | 1;

const orders = new WeakMap<DocumentView, Order>();

export function orderOf(view: DocumentView): Order {
  const known = orders.get(view);
  if (known !== undefined) return known;
  const made = createOrder(view);
  orders.set(view, made);
  return made;
}

function createOrder(view: DocumentView): Order {
  const links = linksOf(view);
  const { target, size, needed, first, groups } = links;
  const ranks = ranksOf(links);
  const { rank, complete } = ranks;
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

  /** No way to `asked` leads higher; one over a link that orders nothing may lead back down. */
  const limitFor = (asked: number): number => (complete ? (rank[asked] as number) : rank.length);

  /**
   * Whether `asked` can't come before `event`, whatever happens. What lies on one cycle has no
   * order in it: that goes for all but the reader's own end.
   */
  const isLate = (event: number, asked: number): boolean => {
    const own = rank[event] as number;
    const limit = limitFor(asked);
    if ((rank[asked] as number) <= own) return false;
    ask(event);
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (let link = first[at] as number; link < (first[at + 1] as number); link += 1) {
        const group = groups[link] as number;
        const next = target[group] as number;
        steps += 1;
        if (steps > MAXIMUM_ORDER_STEPS) return false;
        if (marked[next] === question || (rank[next] as number) > limit) continue;
        if (rank[next] === own && (at !== event || next !== endOfSame(event))) continue;
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
    const limit = limitFor(asked);
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
    nodes: nodesByRank(view, ranks),
  };
}

function nodesByRank(view: DocumentView, { rank, cyclic }: Ranks): readonly NodeView[] {
  const sorted = new Array<NodeView | undefined>(rank.length);
  for (const node of view.nodes) {
    const own = rank[startOf(node)] as number;
    if (own !== cyclic) sorted[own] = node;
  }
  return sorted.filter((node) => node !== undefined);
}

function linksOf(view: DocumentView): Links {
  const target: number[] = [];
  const size: number[] = [];
  const needed: number[] = [];
  const linkSource: number[] = [];
  const linkGroup: number[] = [];
  let begun = 0;
  /** Adds a source to the group that is being made. */
  const add = (source: number): void => {
    linkSource.push(source);
    linkGroup.push(target.length);
  };
  /** Ends the group: `of` waits for so many of its sources, or for all. */
  const end = (of: number, wanted: number): void => {
    const count = linkSource.length - begun;
    begun = linkSource.length;
    if (count === 0) return;
    target.push(of);
    size.push(count);
    needed.push(Math.min(wanted, count));
  };

  const choosers = choosersOf(view);
  const { loopsByBody } = scopesOf(view);
  for (const each of view.nodes) {
    const start = startOf(each);
    add(start);
    end(endOf(each), 1);
    if (each.node.id === view.workflow.entry) continue;
    const loops: readonly NodeView[] = loopsByBody.get(each) ?? NONE;
    for (const { type, source } of each.incoming) {
      if (source === null || type === 'compensation') continue;
      // An edge from its own loop would have a body wait for what waits for it (§7.2.6).
      if (!loops.includes(source)) add(endOf(source));
    }
    end(start, neededBy(each));
    for (const { type, source } of each.incoming) {
      if (source !== null && type === 'compensation') add(endOf(source));
    }
    end(start, 1);
    for (const chooser of choosers.get(each) ?? NONE) add(endOf(chooser));
    end(start, 1);
    for (const loop of loops) add(startOf(loop));
    end(start, 1);
    for (const loop of loops) {
      add(endOf(each));
      // A body that several loops share may have ended in another one: nothing is needed then.
      end(endOf(loop), loops.length === 1 ? 1 : 0);
    }
  }

  const events = 2 * view.nodes.length;
  const first = new Int32Array(events + 1);
  for (const source of linkSource) first[source + 1] = (first[source + 1] as number) + 1;
  for (let event = 0; event < events; event += 1) {
    first[event + 1] = (first[event + 1] as number) + (first[event] as number);
  }
  const next = first.slice();
  const groups = new Int32Array(linkGroup.length);
  for (let link = 0; link < groups.length; link += 1) {
    const source = linkSource[link] as number;
    groups[next[source] as number] = linkGroup[link] as number;
    next[source] = (next[source] as number) + 1;
  }
  return { target, size, needed, first, groups };
}

function neededBy({ node }: NodeView): number {
  switch (node.join) {
    case 'all':
      return Number.POSITIVE_INFINITY;
    case 'any':
      return 1;
    case 'quorum':
      return node.quorum ?? 1;
  }
}

const choosersByView = new WeakMap<DocumentView, ReadonlyMap<NodeView, readonly NodeView[]>>();

/** The decisions that can route to a node. */
export function choosersOf(view: DocumentView): ReadonlyMap<NodeView, readonly NodeView[]> {
  const known = choosersByView.get(view);
  if (known !== undefined) return known;
  const choosers = new Map<NodeView, readonly NodeView[]>();
  for (const decision of view.nodes) {
    const { cases, otherwise } = decision.node;
    if (cases === null && otherwise === null) continue;
    const ids = new Set((cases ?? []).map(({ to }) => to));
    if (otherwise !== null) ids.add(otherwise);
    for (const id of ids) {
      const target = view.nodesById.get(id);
      if (target === undefined) continue;
      choosers.set(target, grown(choosers.get(target) ?? NONE, decision));
    }
  }
  choosersByView.set(view, choosers);
  return choosers;
}
