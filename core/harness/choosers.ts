/** Which decisions can route to which nodes (§7.1.3). */

import { grown, NONE } from '../model/lists.ts';
import type { DocumentView, NodeView } from './view.ts';

/** By the index of a node, the decisions that can route to it; empty where nothing is chosen. */
export type Choosers = readonly (readonly NodeView[] | undefined)[];

const choosersByView = new WeakMap<DocumentView, Choosers>();

export function choosersOf(view: DocumentView): Choosers {
  const known = choosersByView.get(view);
  if (known !== undefined) return known;
  const choosers: (readonly NodeView[] | undefined)[] = [];
  for (const decision of view.nodes) {
    const { cases, otherwise } = decision.node;
    if (cases === null && otherwise === null) continue;
    const ids = new Set((cases ?? []).map(({ to }) => to));
    if (otherwise !== null) ids.add(otherwise);
    for (const id of ids) {
      const target = view.nodesById.get(id);
      if (target === undefined) continue;
      if (choosers.length === 0) choosers.length = view.nodes.length;
      choosers[target.index] = grown(choosers[target.index] ?? NONE, decision);
    }
  }
  choosersByView.set(view, choosers);
  return choosers;
}
