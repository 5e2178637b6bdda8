/** Circles in a graph, each told once: by the first of its members and the way round. */

/**
 * A way round each knot of the graph: indexes from the first member of the knot on, without
 * it at the end. Members are visited in their order, and no stack grows with the graph.
 *
 * @param edges Of each member those that it leads to.
 */
export function circlesIn(edges: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return knotsOf(edges)
    .map((knot) => wayRound(leastOf(knot), new Set(knot), edges))
    .sort((left, right) => (left[0] ?? 0) - (right[0] ?? 0));
}

/** Spreading a list of any length as arguments would exhaust the stack. */
function leastOf(knot: readonly number[]): number {
  let least = knot[0] ?? 0;
  for (const member of knot) if (member < least) least = member;
  return least;
}

/** Strongly connected components that hold a circle (Tarjan 1972), with a stack of our own. */
function knotsOf(edges: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const index = new Int32Array(edges.length);
  const low = new Int32Array(edges.length);
  const isOpen = new Uint8Array(edges.length);
  const members: number[] = [];
  const knots: number[][] = [];
  let clock = 0;
  const open: { readonly member: number; next: number }[] = [];
  const begin = (member: number): void => {
    clock += 1;
    index[member] = clock;
    low[member] = clock;
    isOpen[member] = 1;
    members.push(member);
    open.push({ member, next: 0 });
  };
  const lower = (member: number, value: number): void => {
    low[member] = Math.min(low[member] ?? 0, value);
  };
  const close = (member: number): void => {
    if (low[member] !== index[member]) return;
    const knot = members.splice(members.lastIndexOf(member));
    for (const each of knot) isOpen[each] = 0;
    if (knot.length > 1 || edges[member]?.includes(member) === true) knots.push(knot);
  };
  for (let root = 0; root < edges.length; root += 1) {
    if (index[root] !== 0) continue;
    begin(root);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const { member } = top;
      const target = edges[member]?.[top.next];
      top.next += 1;
      if (target === undefined) {
        open.pop();
        close(member);
        const parent = open.at(-1);
        if (parent !== undefined) lower(parent.member, low[member] ?? 0);
      } else if (index[target] === 0) begin(target);
      else if (isOpen[target] === 1) lower(member, index[target] ?? 0);
    }
  }
  return knots;
}

/** The shortest way from a member back to itself within its knot. */
function wayRound(
  start: number,
  knot: ReadonlySet<number>,
  edges: readonly (readonly number[])[],
): readonly number[] {
  const cameFrom = new Map<number, number>();
  const queue = [start];
  for (let at = 0; at < queue.length; at += 1) {
    const member = queue[at] as number;
    for (const target of edges[member] ?? []) {
      if (target === start) return wayTo(member, start, cameFrom);
      if (!knot.has(target) || cameFrom.has(target)) continue;
      cameFrom.set(target, member);
      queue.push(target);
    }
  }
  return [start];
}

function wayTo(
  end: number,
  start: number,
  cameFrom: ReadonlyMap<number, number>,
): readonly number[] {
  const way = [end];
  for (let at = end; at !== start; ) {
    at = cameFrom.get(at) ?? start;
    way.push(at);
  }
  return way.reverse();
}
