/** What the shape of a graph says beforehand. All of it takes time linear in its size. */

/** Node → its successors, by index. */
export type Successors = readonly (readonly number[])[];

/**
 * Numbers the strongly connected components of a graph: two nodes have the same number if
 * and only if each can be reached from the other. Tarjan's algorithm with a stack of its
 * own, since a document may be deeper than any engine's stack.
 */
export const componentsOf = (successors: Successors): Int32Array => {
  const count = successors.length;
  const component = new Int32Array(count).fill(-1);
  const found = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const next = new Int32Array(count);
  const open: number[] = [];
  const path: number[] = [];
  let clock = 0;
  let components = 0;

  const enter = (node: number): void => {
    found[node] = clock;
    low[node] = clock;
    clock += 1;
    open.push(node);
    path.push(node);
  };

  const leave = (node: number): void => {
    path.pop();
    const parent = path[path.length - 1];
    if (parent !== undefined) low[parent] = Math.min(low[parent] as number, low[node] as number);
    if (low[node] !== found[node]) return;
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      component[member] = components;
      if (member === node) break;
    }
    components += 1;
  };

  for (let start = 0; start < count; start += 1) {
    if (found[start] !== -1) continue;
    enter(start);
    for (let node = start; path.length > 0; node = path[path.length - 1] as number) {
      const targets = successors[node] as readonly number[];
      const position = next[node] as number;
      if (position === targets.length) {
        leave(node);
        continue;
      }
      next[node] = position + 1;
      const target = targets[position] as number;
      if (found[target] === -1) enter(target);
      else if (component[target] === -1) {
        low[node] = Math.min(low[node] as number, found[target] as number);
      }
    }
  }
  return component;
};
