/** A heap of times: the soonest first. */

export interface Soonest {
  readonly add: (time: number) => void;
  /** Infinite where there is none. */
  readonly take: () => number;
}

export const createSoonest = (): Soonest => {
  const heap: number[] = [];
  const at = (place: number): number => heap[place] ?? Number.POSITIVE_INFINITY;
  const swap = (left: number, right: number): void => {
    const kept = at(left);
    heap[left] = at(right);
    heap[right] = kept;
  };
  const add = (time: number): void => {
    let place = heap.push(time) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (at(parent) <= at(place)) return;
      swap(parent, place);
      place = parent;
    }
  };
  const take = (): number => {
    const first = at(0);
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    heap[0] = last;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const least = at(left + 1) < at(left) ? left + 1 : left;
      if (at(least) >= at(place)) return first;
      swap(least, place);
      place = least;
    }
  };
  return { add, take };
};
