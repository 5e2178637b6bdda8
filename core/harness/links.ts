/**
 * The events of a document and what each waits for. A node has a start and an end. One that
 * may never run has a third: it is settled once it has ended, or once it is clear that it
 * won't run (§5.3). A join of all its edges waits for nodes to be settled, not to end.
 */

import { grown, NONE } from '../model/lists.ts';
import { choosersOf } from './choosers.ts';
import { CERTAIN, fateOf, isCertain } from './fate.ts';
import type { Links } from './ranks.ts';
import { scopesOf } from './variables.ts';
import { type DocumentView, feedsRequired, type NodeView } from './view.ts';

/** Start of node i is 2i, its end 2i + 1. */
export const startOf = (node: NodeView): number => 2 * node.index;
export const endOf = (node: NodeView): number => 2 * node.index + 1;

const ALL = Number.POSITIVE_INFINITY;

interface Linked {
  readonly links: Links;
  /** The event by which a node, given by its index, is settled. */
  settledBy(index: number): number;
}

export function linksOf(view: DocumentView): Linked {
  const groups = createGroups();
  const { add, end } = groups;
  const choosers = choosersOf(view);
  const { loopsByBody } = scopesOf(view);
  const { mayNeverRun, isOnlyAnUndo } = isCertain(view) ? CERTAIN : fateOf(view);

  let events = 2 * view.nodes.length;
  const settled = new Int32Array(view.nodes.length);
  for (const each of view.nodes) {
    settled[each.index] = mayNeverRun(each) ? events : endOf(each);
    if (mayNeverRun(each)) events += 1;
  }
  const settledOf = (node: NodeView): number => settled[node.index] as number;
  const addSettled = (nodes: readonly NodeView[]): void => {
    for (const node of nodes) add(settledOf(node));
  };
  /** The event after so many of these are settled; of one alone it is its own. */
  const afterSettled = (nodes: readonly NodeView[], wanted: number): number => {
    const [only, second] = nodes;
    if (only !== undefined && second === undefined) return settledOf(only);
    const event = events;
    events += 1;
    addSettled(nodes);
    end(event, wanted);
    return event;
  };

  for (const each of view.nodes) {
    const start = startOf(each);
    add(start);
    end(endOf(each), 1);
    if (each.node.id === view.workflow.entry) continue;
    const loops: readonly NodeView[] = loopsByBody.get(each) ?? NONE;
    const deciders = choosers[each.index] ?? NONE;
    const joined = joinedBy(each, loops, isOnlyAnUndo);
    if (each.node.join === 'all') {
      addSettled(joined);
      end(start, ALL);
    }
    if (each.node.join !== 'all' || joined.some(mayNeverRun)) {
      for (const source of joined) add(endOf(source));
      end(start, each.node.join === 'quorum' ? quorumOf(each) : 1);
    }
    for (const { type, source } of each.incoming) {
      if (source !== null && type === 'compensation') add(endOf(source));
    }
    end(start, 1);
    for (const decider of deciders) add(endOf(decider));
    end(start, 1);
    for (const loop of loops) add(startOf(loop));
    end(start, 1);
    for (const loop of loops) linkLoop(loop, each, loops.length > 1);
    if (!mayNeverRun(each)) continue;

    // It won't run once any of these is clear; then it is settled without an end.
    const signs: number[] = [];
    if (joined.length > 0) {
      const spare = each.node.join === 'quorum' ? joined.length - quorumOf(each) + 1 : ALL;
      signs.push(afterSettled(joined, spare));
    }
    if (deciders.length > 0) signs.push(afterSettled(deciders, ALL));
    if (loops.length > 0) signs.push(afterSettled(loops, ALL));
    for (const edge of each.incoming) {
      const { source } = edge;
      if (source === null || !feedsRequired(edge) || !mayNeverRun(source)) continue;
      signs.push(settledOf(source));
    }
    add(endOf(each));
    for (const sign of signs) add(sign);
    end(settledOf(each), 1);
  }

  function linkLoop(loop: NodeView, body: NodeView, shared: boolean): void {
    add(endOf(body));
    const kind = loop.node.loop?.kind;
    // Over nothing, or while what is false, a loop ends without its body.
    if (kind === 'forEach' || kind === 'while') add(startOf(loop));
    // A body that several loops share may have ended in another one: nothing is needed then.
    end(endOf(loop), shared ? 0 : 1);
  }

  return { links: groups.links(events), settledBy: (index) => settled[index] as number };
}

/** The nodes whose edges a node's join counts. */
function joinedBy(
  { incoming }: NodeView,
  loops: readonly NodeView[],
  isOnlyAnUndo: (node: NodeView) => boolean,
): readonly NodeView[] {
  let undoing: readonly NodeView[] = NONE;
  let followed: readonly NodeView[] = NONE;
  for (const { type, source } of incoming) {
    // An edge from its own loop would have a body wait for what waits for it (§7.2.6).
    if (source === null || type === 'compensation' || loops.includes(source)) continue;
    // No edge of an undo is followed, so no join waits for one, unless nothing else is there.
    if (isOnlyAnUndo(source)) undoing = grown(undoing, source);
    else followed = grown(followed, source);
  }
  return followed.length > 0 ? followed : undoing;
}

function quorumOf({ node }: NodeView): number {
  return node.quorum ?? 1;
}

interface Groups {
  /** Adds a source to the group that is being made. */
  add(source: number): void;
  /** Ends the group: `of` waits for so many of its sources, or for all. */
  end(of: number, wanted: number): void;
  links(events: number): Links;
}

function createGroups(): Groups {
  const target: number[] = [];
  const size: number[] = [];
  const needed: number[] = [];
  const linkSource: number[] = [];
  const linkGroup: number[] = [];
  let begun = 0;
  return {
    add(source) {
      linkSource.push(source);
      linkGroup.push(target.length);
    },
    end(of, wanted) {
      const count = linkSource.length - begun;
      begun = linkSource.length;
      if (count === 0) return;
      target.push(of);
      size.push(count);
      needed.push(Math.min(wanted, count));
    },
    links(events) {
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
    },
  };
}
