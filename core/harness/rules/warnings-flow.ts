/** U10xx: a flow that is valid and yet most likely not what its author meant. */

import { quote } from '../../model/show.ts';
import { read } from '../attributes.ts';
import { relatedSpot, spotOf } from '../findings.ts';
import { nodeAttributes } from '../structure.ts';
import { childNamed } from '../tree.ts';
import {
  type DocumentView,
  type EdgeView,
  edgeName,
  isForward,
  type NodeView,
  partOf,
} from '../view.ts';
import type { Report, Rule } from './rule.ts';
import { eachNode, needyEdges, warning } from './warning.ts';

function controlBesideData(view: DocumentView, report: Report): void {
  for (const node of view.nodes) {
    if (!node.outgoing.some(({ type }) => type === 'data')) continue;
    const data = new Map<NodeView, EdgeView>();
    for (const edge of node.outgoing) {
      if (edge.type === 'data' && edge.target !== null) data.set(edge.target, edge);
    }
    for (const edge of node.outgoing) {
      const beside = edge.target === null ? undefined : data.get(edge.target);
      // One with a condition of its own says something that the data edge does not.
      if (edge.type !== 'control' || edge.edge.condition !== null || beside === undefined) continue;
      report(
        spotOf(edge.element),
        `${edgeName(edge)} is not needed: a data edge between the two implies control`,
        { related: [relatedSpot(edgeName(beside), beside.element)] },
      );
    }
  }
}

const guardedProducer = eachNode((node, report) => {
  if (node.node.guard === null) return;
  for (const edge of needyEdges(node)) {
    report(
      spotOf(edge.element),
      `${edgeName(edge)} feeds the required input ${quote(edge.edge.toPort ?? '')} of ${quote(edge.edge.to)} from ${quote(node.node.id)}, whose guard may be false: the run then fails with HX-4101; give the input a default`,
      { related: [relatedSpot('the guard', partOf(node, 'guard'))] },
    );
  }
});

const decisionWithoutOtherwise = eachNode(({ node, kind, element }, report) => {
  if (kind !== 'decision' || node.cases === null || node.otherwise !== null) return;
  const cases = childNamed(element, 'cases') ?? element;
  if (childNamed(cases, 'otherwise') !== null) return;
  report(
    spotOf(cases),
    `decision ${quote(node.id)} has no <otherwise>: where no case is true, the run fails with HX-4103`,
  );
});

const errorJoinsFlow = eachNode((node, report) => {
  const error = node.incoming.find((edge) => edge.type === 'error');
  const other = node.incoming.find((edge) => isForward(edge.type));
  if (error === undefined || other === undefined) return;
  report(
    spotOf(node.element),
    `node ${quote(node.node.id)} has an incoming error edge beside others: the error edge takes part in its join like them, so it also runs when nothing fails`,
    {
      related: [
        relatedSpot(edgeName(error), error.element),
        relatedSpot(edgeName(other), other.element),
      ],
    },
  );
});

const barrierWithoutEdges = eachNode(({ node, kind, element, incoming }, report, view) => {
  if (kind !== 'barrier' || incoming.length > 0 || view.workflow.entry === node.id) return;
  report(
    spotOf(element),
    `barrier ${quote(node.id)} has no incoming edge: it joins nothing and doesn't wait`,
  );
});

const quorumWithoutPolicy = eachNode(({ node, element }, report) => {
  if (node.quorum === null || node.join === 'quorum') return;
  if (read(element, nodeAttributes, 'joinPolicy') !== node.join) return;
  report(
    spotOf(element, 'quorum'),
    `quorum of ${quote(node.id)} means nothing with joinPolicy ${node.join}: add joinPolicy="quorum"`,
  );
});

function portsWithoutData(view: DocumentView, report: Report): void {
  for (const edge of view.edges) {
    const named =
      edge.edge.fromPort !== null ? 'fromPort' : edge.edge.toPort !== null ? 'toPort' : null;
    if (named === null || edge.type === null || edge.type === 'data') continue;
    report(
      spotOf(edge.element, named),
      `${edgeName(edge)} names a port and is of type ${edge.type}, which carries no data: did you mean type="data"?`,
    );
  }
}

export const flowWarnings: readonly Rule[] = [
  warning('U1001', 'no control edge beside a data edge', controlBesideData),
  warning('U1002', 'no guarded node feeds a required input without default', guardedProducer),
  warning('U1003', 'a decision has an otherwise', decisionWithoutOtherwise),
  warning('U1017', 'an error edge joins no other edges', errorJoinsFlow),
  warning('U1018', 'a barrier joins something', barrierWithoutEdges),
  warning('U1019', 'quorum stands with joinPolicy="quorum"', quorumWithoutPolicy),
  warning('U1020', 'ports stand on data edges only', portsWithoutData),
];
