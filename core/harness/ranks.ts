/**
 * A topological order of what happens to the nodes of a document (order.ts): links lead from
 * lower ranks to higher ones, so that a search need not go further than what it asks about.
 */

/**
 * What must have come before an event, as groups of sources: an event waits for each of its
 * groups, and a group is complete once `needed` of its sources have come.
 */
export interface Links {
  readonly target: readonly number[];
  readonly size: readonly number[];
  readonly needed: readonly number[];
  /** The groups that event e is a source of: groups[first[e]] to groups[first[e + 1] − 1]. */
  readonly first: Int32Array;
  readonly groups: Int32Array;
}

export interface Ranks {
  /** By event. What lies on a cycle, or between two, has one rank for all of it. */
  readonly rank: Int32Array;
  /** That rank; −1 where there is no cycle. */
  readonly cyclic: number;
  /** Whether every link leads to a higher rank, or stays in that of the cycles. */
  readonly complete: boolean;
}

/**
 * Kahn's algorithm (1962) from both ends, which leaves the cycles in the middle: an error edge
 * may point back (§4.7). A group that needs nothing orders nothing: loops that follow each
 * other may share a body.
 */
export function ranksOf(links: Links): Ranks {
  const { target, needed, first, groups } = links;
  const events = first.length - 1;
  const left = new Int32Array(events);
  const right = new Int32Array(events);
  const sources = sourcesOf(links);
  for (let event = 0; event < events; event += 1) {
    for (let link = first[event] as number; link < (first[event + 1] as number); link += 1) {
      const group = groups[link] as number;
      if (needed[group] === 0) continue;
      const next = target[group] as number;
      left[next] = (left[next] as number) + 1;
      right[event] = (right[event] as number) + 1;
    }
  }

  const rank = new Int32Array(events).fill(-1);
  const queue = new Int32Array(events);
  let end = 0;
  const enter = (event: number): void => {
    queue[end] = event;
    end += 1;
  };
  for (let event = 0; event < events; event += 1) if (left[event] === 0) enter(event);
  for (let at = 0; at < end; at += 1) {
    const event = queue[at] as number;
    rank[event] = at;
    for (let link = first[event] as number; link < (first[event + 1] as number); link += 1) {
      const group = groups[link] as number;
      if (needed[group] === 0) continue;
      const next = target[group] as number;
      left[next] = (left[next] as number) - 1;
      if (left[next] === 0) enter(next);
    }
  }
  const complete = needed.every((each) => each > 0);
  const cyclic = end;
  if (cyclic === events) return { rank, cyclic: -1, complete };

  end = 0;
  for (let event = 0; event < events; event += 1) {
    if (right[event] === 0 && rank[event] === -1) enter(event);
  }
  for (let at = 0; at < end; at += 1) {
    const event = queue[at] as number;
    rank[event] = events - 1 - at;
    for (const source of sources(event)) {
      right[source] = (right[source] as number) - 1;
      if (right[source] === 0 && rank[source] === -1) enter(source);
    }
  }
  for (let event = 0; event < events; event += 1) if (rank[event] === -1) rank[event] = cyclic;
  return { rank, cyclic, complete };
}

/** The events that lead straight to one, by links that order it. */
function sourcesOf({ target, needed, first, groups }: Links): (event: number) => Iterable<number> {
  const lists = new Map<number, number[]>();
  return (event) => {
    if (lists.size === 0) {
      for (let source = 0; source + 1 < first.length; source += 1) {
        for (let link = first[source] as number; link < (first[source + 1] as number); link += 1) {
          const group = groups[link] as number;
          if (needed[group] === 0) continue;
          const next = target[group] as number;
          const known = lists.get(next);
          if (known === undefined) lists.set(next, [source]);
          else known.push(source);
        }
      }
    }
    return lists.get(event) ?? [];
  };
}
