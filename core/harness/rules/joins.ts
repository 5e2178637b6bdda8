/** HX-2401 and HX-2402: a quorum that can be reached. */

import { quote } from '../../model/show.ts';
import { spotOf } from '../findings.ts';
import { attributeOf } from '../tree.ts';
import { type DocumentView, isForward } from '../view.ts';
import type { Report, Rule } from './rule.ts';

function quorumIsThere(view: DocumentView, report: Report): void {
  for (const { node, element } of view.nodes) {
    if (node.join !== 'quorum' || attributeOf(element, 'quorum') !== null) continue;
    report(
      spotOf(element, 'joinPolicy'),
      `node ${quote(node.id)} has joinPolicy quorum and no quorum: add quorum="…"`,
    );
  }
}

function quorumIsReachable(view: DocumentView, report: Report): void {
  for (const { node, element, incoming } of view.nodes) {
    if (node.quorum === null || node.join !== 'quorum') continue;
    // An edge of no known type has its own finding, and perhaps is meant to count.
    const edges = incoming.filter(({ type }) => isForward(type) || type === null).length;
    if (node.quorum <= edges) continue;
    report(
      spotOf(element, 'quorum'),
      `quorum ${node.quorum} of ${quote(node.id)} is above the number of its incoming control, data and dependency edges, ${edges}: it could never be reached`,
    );
  }
}

export const joinRules: readonly Rule[] = [
  {
    code: 'HX-2401',
    severity: 'error',
    title: 'a quorum join has a quorum',
    check: quorumIsThere,
  },
  {
    code: 'HX-2402',
    severity: 'error',
    title: 'a quorum is not above the number of incoming edges',
    check: quorumIsReachable,
  },
];
