/**
 * What can have completed before what (HX-3104). Each node has two events, its start and its
 * end; edges, decisions, loops and compensations link them. An end is *late* for an event
 * when it can't come before it, whatever happens: this is spread forward from the event
 * through joins, and only as far as the topological order makes it worth while. Questions
 * about the past, which nearly all are, cost nothing.
 */

import { MAXIMUM_ORDER_STEPS } from './limits.ts';
import { endOf, linksOf, startOf } from './links.ts';
import { type Ranks, ranksOf } from './ranks.ts';
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
  const { links, settledBy } = linksOf(view);
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

  /** What asks runs, so it is settled by its own end alone. */
  const askAsRunning = (event: number): void => {
    ask(event);
    const settled = settledBy(event >> 1);
    if (settled === endOfSame(event)) return;
    marked[settled] = question;
    waiting.push(settled);
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
    askAsRunning(event);
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
