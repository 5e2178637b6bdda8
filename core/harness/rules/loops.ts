/** HX-3004: a loop's body is sequenced by its loop and by nothing else (§7.2.6). */

import { quote } from '../../model/show.ts';
import { relatedSpot, spotOf } from '../findings.ts';
import { flowOf } from '../graph.ts';
import { childNamed } from '../tree.ts';
import { scopesOf } from '../variables.ts';
import { type DocumentView, edgeName, type NodeView, partOf } from '../view.ts';
import type { Report, Rule } from './rule.ts';

function bodyIsSequencedByItsLoop(view: DocumentView, report: Report): void {
  const { component } = flowOf(view);
  for (const [body, loops] of scopesOf(view).loopsByBody) {
    for (const edge of body.incoming) {
      if (edge.type !== 'control' && edge.type !== 'dependency') continue;
      const { source } = edge;
      if (source === null || source.node.loop?.body === body.node.id) continue;
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

/** A loop whose body is, perhaps through other loops, the loop itself. */
function noLoopInItself(view: DocumentView, report: Report): void {
  const walk = new Int32Array(view.nodes.length);
  for (const start of view.nodes) {
    let at: NodeView | undefined = start;
    while (at !== undefined && at.node.loop !== null && walk[at.index] === 0) {
      walk[at.index] = start.index + 1;
      at = view.nodesById.get(at.node.loop.body);
    }
    if (at === undefined || at.node.loop === null || walk[at.index] !== start.index + 1) continue;
    // The walk has come back to where it was: the loop here repeats itself. A mark stays, so
    // that it is told once.
    walk[at.index] = -1;
    report(
      spotOf(partOf(at, 'loop')),
      `loop ${quote(at.node.id)} contains itself: each iteration would begin the loop again`,
    );
  }
}

export const loopRules: readonly Rule[] = [
  {
    code: 'HX-3004',
    severity: 'error',
    title: 'no control or dependency edge leads into a loop body from outside',
    check: bodyIsSequencedByItsLoop,
  },
  {
    code: 'U1022',
    severity: 'warning',
    title: 'no loop contains itself',
    check: noLoopInItself,
  },
];
