/** Which decisions can route to which nodes (§7.1.3). */

import { grown, NONE } from '../model/lists.ts';
import type { DocumentView, NodeView } from './view.ts';

const choosersByView = new WeakMap<DocumentView, ReadonlyMap<NodeView, readonly NodeView[]>>();

/** The decisions that can route to a node. */
export function choosersOf(view: DocumentView): ReadonlyMap<NodeView, readonly NodeView[]> {
  const known = choosersByView.get(view);
  if (known !== undefined) return known;
  const choosers = new Map<NodeView, readonly NodeView[]>();
  for (const decision of view.nodes) {
    const { cases, otherwise } = decision.node;
    if (cases === null && otherwise === null) continue;
    const ids = new Set((cases ?? []).map(({ to }) => to));
    if (otherwise !== null) ids.add(otherwise);
    for (const id of ids) {
      const target = view.nodesById.get(id);
      if (target === undefined) continue;
      choosers.set(target, grown(choosers.get(target) ?? NONE, decision));
    }
  }
  choosersByView.set(view, choosers);
  return choosers;
}
