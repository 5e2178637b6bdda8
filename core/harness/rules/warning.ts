/** What the rules of our own warnings share. Their codes are permanent. */

import { type DocumentView, type EdgeView, feedsRequired, type NodeView } from '../view.ts';
import type { Report, Rule } from './rule.ts';

type Check = (view: DocumentView, report: Report) => void;

export function warning(code: string, title: string, check: Check): Rule {
  return { code, severity: 'warning', title, check };
}

export function eachNode(
  check: (node: NodeView, report: Report, view: DocumentView) => void,
): Check {
  return (view, report) => {
    for (const node of view.nodes) check(node, report, view);
  };
}

/** A node that must not happen twice: a transform is pure, whatever it says (§3.2.3). */
export function isSideEffect({ node, kind }: NodeView): boolean {
  return !node.idempotent && kind !== 'transform';
}

/** Data edges out of a node into inputs that must have a value and have no default. */
export function needyEdges(node: NodeView): readonly EdgeView[] {
  return node.outgoing.filter(feedsRequired);
}
