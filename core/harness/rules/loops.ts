/** HX-3004: a loop's body is sequenced by its loop and by nothing else (§7.2.6). */

import { quote } from '../../model/show.ts';
import { relatedSpot, spotOf } from '../findings.ts';
import { flowOf } from '../graph.ts';
import { childNamed } from '../tree.ts';
import { type DocumentView, edgeName, type NodeView } from '../view.ts';
import type { Report, Rule } from './rule.ts';

/** Bodies, each with the loops that repeat it. */
export function loopsByBody(view: DocumentView): ReadonlyMap<NodeView, readonly NodeView[]> {
  const loops = new Map<NodeView, NodeView[]>();
  for (const each of view.nodes) {
    const body = each.node.loop === null ? undefined : view.nodesById.get(each.node.loop.body);
    if (body === undefined) continue;
    const known = loops.get(body);
    if (known === undefined) loops.set(body, [each]);
    else known.push(each);
  }
  return loops;
}

function bodyIsSequencedByItsLoop(view: DocumentView, report: Report): void {
  const { component } = flowOf(view);
  for (const [body, loops] of loopsByBody(view)) {
    for (const edge of body.incoming) {
      if (edge.type !== 'control' && edge.type !== 'dependency') continue;
      const { source } = edge;
      if (source === null || loops.includes(source)) continue;
      // From inside the loop it can only come on a cycle, and that has its own finding.
      if (component[source.index] === component[body.index]) continue;
      const loop = loops[0] as NodeView;
      report(
        spotOf(edge.element, 'to'),
        `${edgeName(edge)} leads into ${quote(body.node.id)}, the body of loop ${quote(loop.node.id)}: only the loop starts its body; a data edge may feed it`,
        {
          related: [
            relatedSpot(
              `loop ${quote(loop.node.id)}`,
              childNamed(loop.element, 'loop') ?? loop.element,
            ),
          ],
        },
      );
    }
  }
}

export const loopRules: readonly Rule[] = [
  {
    code: 'HX-3004',
    severity: 'error',
    title: 'no control or dependency edge leads into a loop body from outside',
    check: bodyIsSequencedByItsLoop,
  },
];
