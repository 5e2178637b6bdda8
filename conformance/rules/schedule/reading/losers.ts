/**
 * What an `any` join can cancel: nodes that could only lead to it (HarnessXML §5.5). A node is one
 * if each of its edges and routes leads to the join or to another such node.
 */

import type { Graph, Member } from './graph.ts';

/** Steps for all joins of a document together; beyond, nobody is told apart. */
const MAXIMUM_STEPS = 500_000;

export interface Losers {
  /** Per join: the nodes that could only lead to it. */
  readonly byJoin: ReadonlyMap<Member, readonly Member[]>;
  /** Whether the document was too large to look at all joins. */
  readonly isCut: boolean;
}

const known = new WeakMap<Graph, Losers>();

export const losersOf = (graph: Graph): Losers => {
  const found = known.get(graph);
  if (found !== undefined) return found;
  const made = findLosers(graph);
  known.set(graph, made);
  return made;
};

const findLosers = ({ members }: Graph): Losers => {
  const byJoin = new Map<Member, readonly Member[]>();
  let steps = 0;
  for (const join of members) {
    if (join.node.join !== 'any') continue;
    if (steps > MAXIMUM_STEPS) return { byJoin, isCut: true };
    const found: Member[] = [];
    const counts = new Map<Member, number>();
    const open = [join];
    const arrive = (member: Member): void => {
      steps += 1;
      const count = (counts.get(member) ?? 0) + 1;
      counts.set(member, count);
      if (member === join || count !== member.outgoing.length + member.routes.length) return;
      found.push(member);
      open.push(member);
    };
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const { from } of at.incoming) arrive(from);
      for (const from of at.deciders) arrive(from);
    }
    byJoin.set(join, found);
  }
  return { byJoin, isCut: false };
};
