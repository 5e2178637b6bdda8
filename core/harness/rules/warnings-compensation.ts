/** U10xx: undoing that is valid and yet will disappoint. */

import { quote, show } from '../../model/show.ts';
import { relatedSpot, spotOf } from '../findings.ts';
import { type DocumentView, type EdgeView, edgeName, type NodeView, partOf } from '../view.ts';
import type { Report, Rule } from './rule.ts';
import { eachNode, isSideEffect, warning } from './warning.ts';

function undoes(node: NodeView): EdgeView | undefined {
  return node.incoming.find((edge) => edge.type === 'compensation');
}

const undoNotIdempotent = eachNode((node, report) => {
  if (!isSideEffect(node) || undoes(node) === undefined) return;
  report(
    spotOf(node.element, 'idempotent'),
    `node ${quote(node.node.id)} compensates another and is not idempotent: an undo that fails once can't be tried again`,
  );
});

const undoNotDeclared = eachNode((node, report) => {
  const edge = undoes(node);
  if (edge === undefined || node.element.attributes['compensates'] !== undefined) return;
  report(
    spotOf(node.element),
    `node ${quote(node.node.id)} is the target of a compensation edge and doesn't say so: add compensates=${show(edge.edge.from)}`,
    { related: [relatedSpot(edgeName(edge), edge.element)] },
  );
});

const undoLeadsOn = eachNode((node, report) => {
  if (undoes(node) === undefined) return;
  for (const edge of node.outgoing) {
    report(
      spotOf(edge.element),
      `${edgeName(edge)} leaves ${quote(node.node.id)}, which compensates another: it is never followed`,
    );
  }
});

function subworkflowNotUndone(view: DocumentView, report: Report): void {
  const undone = view.edges.find((edge) => edge.type === 'compensation');
  if (undone === undefined) return;
  for (const { kind, node, element, outgoing } of view.nodes) {
    if (kind !== 'subworkflow' || outgoing.some((edge) => edge.type === 'compensation')) continue;
    report(
      spotOf(element),
      `subworkflow ${quote(node.id)} has no compensation, and other steps have one: in an unwinding its inner effects stay`,
      { related: [relatedSpot(edgeName(undone), undone.element)] },
    );
  }
}

const uncertainOutcome = eachNode((node, report) => {
  if (!isSideEffect(node) || node.node.timeout === null) return;
  const edge = node.outgoing.find(({ type }) => type === 'compensation');
  if (edge === undefined) return;
  report(
    spotOf(partOf(node, 'timeout')),
    `node ${quote(node.node.id)} is not idempotent, has a timeout and a compensation: after a timeout nobody knows whether it happened, and it is not compensated`,
    { related: [relatedSpot(edgeName(edge), edge.element)] },
  );
});

const undoWithoutEdge = eachNode((node, report, view) => {
  const { compensates, id } = node.node;
  if (compensates === null || !view.nodesById.has(compensates) || undoes(node) !== undefined)
    return;
  report(
    spotOf(node.element, 'compensates'),
    `node ${quote(id)} compensates ${quote(compensates)}, but no compensation edge leads to it: it never runs as an undo`,
  );
});

export const compensationWarnings: readonly Rule[] = [
  warning('U1005', 'a compensating node is idempotent', undoNotIdempotent),
  warning('U1006', 'a compensating node says what it compensates', undoNotDeclared),
  warning('U1007', 'a compensating node has no outgoing edges', undoLeadsOn),
  warning(
    'U1010',
    'a subworkflow beside compensated steps has a compensation',
    subworkflowNotUndone,
  ),
  warning('U1013', 'no side effect with timeout and compensation', uncertainOutcome),
  warning('U1021', 'what compensates another has a compensation edge', undoWithoutEdge),
];
