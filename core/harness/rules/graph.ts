/** HX-2004, HX-2005, HX-3001, HX-3003 and HX-3005: where a run begins, and what it comes to. */

import { quote } from '../../model/show.ts';
import { relatedSpot, spotOf } from '../findings.ts';
import { flowOf, reachable } from '../graph.ts';
import { suggestion } from '../near.ts';
import { shorten } from '../prolog.ts';
import { childNamed } from '../tree.ts';
import { type DocumentView, type EdgeView, edgeName, isForward } from '../view.ts';
import type { Report, Rule } from './rule.ts';

/** Nodes of a cycle that a message names; related places show as many. */
const NODES_SHOWN = 20;

function compensatesItsSource(view: DocumentView, report: Report): void {
  for (const { node, element, incoming } of view.nodes) {
    if (node.compensates === null) continue;
    const spot = spotOf(element, 'compensates');
    if (!view.nodesById.has(node.compensates)) {
      const near = suggestion(view.nearest(node.compensates, view.nodesById.keys()));
      report(
        spot,
        `node ${quote(node.id)} compensates ${quote(node.compensates)}, and there is no such node${near}`,
      );
      continue;
    }
    for (const edge of incoming) {
      if (edge.type !== 'compensation' || edge.edge.from === node.compensates) continue;
      report(
        spot,
        `node ${quote(node.id)} compensates ${quote(node.compensates)}, but its compensation edge comes from ${quote(edge.edge.from)}`,
        { related: [relatedSpot(edgeName(edge), edge.element, 'from')] },
      );
    }
  }
}

function compensationsAreNoSteps(view: DocumentView, report: Report): void {
  const targets = view.nodes.filter((node) =>
    node.incoming.some((edge) => edge.type === 'compensation'),
  );
  if (targets.length === 0) return;
  const forward = reachable(
    view,
    flowOf(view).entries,
    (edge) => edge.type !== 'compensation',
    true,
  );
  for (const target of targets) {
    const undoes = target.incoming.find((edge) => edge.type === 'compensation') as EdgeView;
    for (const edge of target.incoming) {
      if (edge.type !== 'control' && edge.type !== 'data') continue;
      if (edge.source === null || forward[edge.source.index] !== 1) continue;
      report(
        spotOf(edge.element, 'to'),
        `${edgeName(edge)} leads forward to ${quote(target.node.id)}, which compensates ${quote(undoes.edge.from)}: an undo must not be a step as well`,
        { related: [relatedSpot(edgeName(undoes), undoes.element)] },
      );
    }
  }
}

function somethingBegins(view: DocumentView, report: Report): void {
  if (view.workflow.entry !== null || view.root.attributes['entry'] !== undefined) return;
  if (view.nodes.length === 0 || flowOf(view).entries.length > 0 || hasLooseEdges(view)) return;
  report(
    spotOf(childNamed(view.root, 'nodes') ?? view.root),
    'no node can begin: each one waits for an edge, a decision or a loop; name one as entry, or remove an edge',
  );
}

/** An edge that can't be placed has its own finding, and nobody knows what it would reach. */
function hasLooseEdges(view: DocumentView): boolean {
  return view.edges.some(
    ({ source, target, type }) => source === null || target === null || type === null,
  );
}

function noCycles(view: DocumentView, report: Report): void {
  for (const cycle of flowOf(view).cycles) {
    // The edge that stands last in the document closed the cycle.
    const closing = cycle.reduce((last, edge) => (edge.index > last.index ? edge : last));
    const ids = cycle.slice(0, NODES_SHOWN).map((edge) => shorten(edge.edge.from));
    const rest = cycle.length > NODES_SHOWN ? `… (${cycle.length} nodes) … → ` : '';
    const way = `${ids.join(' → ')} → ${rest}${ids[0]}`;
    report(
      spotOf(closing.element),
      `${edgeName(closing)} closes a cycle: ${way}; repeat with a loop node instead`,
      {
        related: cycle
          .slice(0, NODES_SHOWN)
          .flatMap(({ source }) =>
            source === null
              ? []
              : [relatedSpot(`node ${quote(source.node.id)} of the cycle`, source.element, 'id')],
          ),
      },
    );
  }
}

function everythingIsReached(view: DocumentView, report: Report): void {
  const { roles, entries, component, cycles } = flowOf(view);
  if (entries.length === 0 || hasLooseEdges(view)) return;
  // What lies on a cycle has its own finding; so it counts as reached here.
  const cyclic = new Set(cycles.map(([edge]) => component[edge?.source?.index ?? -1]));
  const counted = view.nodes.filter(
    ({ node, index, incoming }) =>
      roles.decisionTargets.has(node.id) ||
      roles.loopBodies.has(node.id) ||
      cyclic.has(component[index]) ||
      incoming.some((edge) => edge.type === 'compensation'),
  );
  const reached = reachable(
    view,
    [...entries, ...counted],
    (edge) => isForward(edge.type) || edge.type === 'error',
    false,
  );
  for (const { node, index, element } of view.nodes) {
    if (reached[index] === 1) continue;
    report(
      spotOf(element, 'id'),
      `node ${quote(node.id)} can't be reached from ${entries.length === 1 ? quote(entries[0]?.node.id ?? '') : 'where the workflow begins'}: it never runs`,
    );
  }
}

export const graphRules: readonly Rule[] = [
  {
    code: 'HX-2004',
    severity: 'error',
    title: 'compensates names the source of the compensation edge',
    check: compensatesItsSource,
  },
  {
    code: 'HX-2005',
    severity: 'error',
    title: 'no control or data edge leads forward to a compensation',
    check: compensationsAreNoSteps,
  },
  {
    code: 'HX-3001',
    severity: 'error',
    title: 'at least one node can begin',
    check: somethingBegins,
  },
  {
    code: 'HX-3003',
    severity: 'error',
    title: 'control, data and dependency edges form no cycle',
    check: noCycles,
  },
  {
    code: 'HX-3005',
    severity: 'warning',
    title: 'every node can be reached',
    check: everythingIsReached,
  },
];
