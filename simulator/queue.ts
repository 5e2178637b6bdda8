/**
 * What is still to happen, in the order in which it will: by time, then by rank within an
 * instant, then by the order in which it was planned. A binary heap.
 */

/** The order of one instant: returns, timeouts, ends of backoffs and waits, controls, decisions. */
export const RANK = { return: 0, timeout: 1, timer: 2, control: 3, decision: 4 } as const;

export type Rank = (typeof RANK)[keyof typeof RANK];

export interface Queued {
  readonly at: number;
  readonly rank: Rank;
  /** Distinct within a queue; later plans have higher numbers. */
  readonly order: number;
}

const isBefore = (left: Queued, right: Queued): boolean => {
  if (left.at !== right.at) return left.at < right.at;
  if (left.rank !== right.rank) return left.rank < right.rank;
  return left.order < right.order;
};

/** Adds an item. */
export const push = <Item extends Queued>(heap: Item[], item: Item): void => {
  let index = heap.length;
  heap.push(item);
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent] as Item;
    if (!isBefore(item, above)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = item;
};

/** Removes and returns the first item; undefined where there is none. */
export const pop = <Item extends Queued>(heap: Item[]): Item | undefined => {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Item, heap[child] as Item)) {
      child += 1;
    }
    const below = heap[child] as Item;
    if (!isBefore(below, last)) break;
    heap[index] = below;
    index = child;
  }
  heap[index] = last;
  return first;
};
