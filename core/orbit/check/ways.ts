/**
 * Whether one step depends on another, directly or through others: asked once for each
 * reference of a compensation, so a search for each would be quadratic. Labels answer nearly
 * all: a tree of first dependencies says yes, ranks and the reach of each step say no, and
 * only what is left is searched for, within a bound.
 */

import { MAXIMUM_WAY_STEPS } from '../limits.ts';

export interface Ways {
  /** Whether there is a way from `step` back to `to`. Both are indexes. */
  dependsOn(step: number, to: number): boolean;
}

/** @param dependencies Of each step the indexes of those that it waits for; without a cycle. */
export function createWays(dependencies: readonly (readonly number[])[]): Ways {
  const dependents = turned(dependencies);
  const order = inOrder(dependencies, dependents);
  const rank = new Int32Array(dependencies.length);
  order.forEach((step, place) => {
    rank[step] = place;
  });
  const tree = treeOf(dependencies, rank);
  const reach = reachOf(dependents, order);
  const seen = new Int32Array(dependencies.length);
  let searches = 0;
  let left = MAXIMUM_WAY_STEPS;

  const isSure = (step: number, to: number): boolean | null => {
    if (step === to || tree.isAbove(to, step)) return true;
    if ((rank[to] ?? 0) >= (rank[step] ?? 0)) return false;
    return reach.canReach(to, step) ? null : false;
  };

  return {
    dependsOn(step, to) {
      const sure = isSure(step, to);
      if (sure !== null) return sure;
      searches += 1;
      const open = [step];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        for (const dependency of dependencies[next] ?? []) {
          if (seen[dependency] === searches) continue;
          seen[dependency] = searches;
          left -= 1;
          // Beyond the bound nothing is refused that might be right.
          if (left < 0) return true;
          const found = isSure(dependency, to);
          if (found === true) return true;
          if (found === null) open.push(dependency);
        }
      }
      return false;
    },
  };
}

function turned(dependencies: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const dependents: number[][] = dependencies.map(() => []);
  dependencies.forEach((list, step) => {
    for (const dependency of list) dependents[dependency]?.push(step);
  });
  return dependents;
}

/** Each step behind those that it depends on. */
function inOrder(
  dependencies: readonly (readonly number[])[],
  dependents: readonly (readonly number[])[],
): readonly number[] {
  const waiting = dependencies.map(({ length }) => length);
  const order = waiting.flatMap((count, step) => (count === 0 ? [step] : []));
  for (let at = 0; at < order.length; at += 1) {
    for (const dependent of dependents[order[at] as number] ?? []) {
      waiting[dependent] = (waiting[dependent] ?? 0) - 1;
      if (waiting[dependent] === 0) order.push(dependent);
    }
  }
  return order;
}

/** A forest in which each step hangs below the latest of its dependencies. */
function treeOf(dependencies: readonly (readonly number[])[], rank: Int32Array) {
  const children: number[][] = dependencies.map(() => []);
  const roots: number[] = [];
  dependencies.forEach((list, step) => {
    let parent = -1;
    for (const dependency of list) {
      if (parent < 0 || (rank[dependency] ?? 0) > (rank[parent] ?? 0)) parent = dependency;
    }
    if (parent < 0) roots.push(step);
    else children[parent]?.push(step);
  });
  const from = new Int32Array(dependencies.length);
  const to = new Int32Array(dependencies.length);
  walk(roots, children, from, to);
  return {
    isAbove: (above: number, below: number): boolean =>
      (from[above] ?? 0) <= (from[below] ?? 0) && (to[below] ?? 0) <= (to[above] ?? 0),
  };
}

/** Numbers each step when a walk comes to it and when the walk leaves it. */
function walk(
  roots: readonly number[],
  children: readonly (readonly number[])[],
  from: Int32Array,
  to: Int32Array,
): void {
  let clock = 0;
  const open: { readonly step: number; next: number }[] = [];
  const begin = (step: number): void => {
    clock += 1;
    from[step] = clock;
    open.push({ step, next: 0 });
  };
  for (const root of roots) {
    begin(root);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const child = children[top.step]?.[top.next];
      top.next += 1;
      if (child !== undefined) {
        if (from[child] === 0) begin(child);
        continue;
      }
      to[top.step] = clock;
      open.pop();
    }
  }
}

/**
 * For each step a stretch of numbers that holds those of all steps that depend on it; a step
 * whose stretch is not within another's does not depend on that one.
 */
function reachOf(dependents: readonly (readonly number[])[], order: readonly number[]) {
  const number = postOrder(dependents, order);
  const least = Int32Array.from(number);
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const step = order[at] as number;
    for (const dependent of dependents[step] ?? []) {
      least[step] = Math.min(least[step] ?? 0, least[dependent] ?? 0);
    }
  }
  return {
    canReach: (from: number, to: number): boolean =>
      (least[from] ?? 0) <= (least[to] ?? 0) && (number[to] ?? 0) <= (number[from] ?? 0),
  };
}

function postOrder(
  dependents: readonly (readonly number[])[],
  order: readonly number[],
): Int32Array {
  const number = new Int32Array(dependents.length);
  const entered = new Uint8Array(dependents.length);
  let clock = 0;
  for (const root of order) {
    if (entered[root] === 1) continue;
    entered[root] = 1;
    const open = [{ step: root, next: 0 }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const dependent = dependents[top.step]?.[top.next];
      top.next += 1;
      if (dependent === undefined) {
        clock += 1;
        number[top.step] = clock;
        open.pop();
      } else if (entered[dependent] === 0) {
        entered[dependent] = 1;
        open.push({ step: dependent, next: 0 });
      }
    }
  }
  return number;
}
