/**
 * Which nodes may turn out never to run, though the run goes on (§5.3): a decision chooses
 * otherwise, a condition is false, nothing fails for a handler. Joins do not wait for these.
 */

import { choosersOf } from './choosers.ts';
import { scopesOf } from './variables.ts';
import { type DocumentView, type EdgeView, feedsRequired, type NodeView } from './view.ts';

export interface Fate {
  mayNeverRun(node: NodeView): boolean;
  /** Whether a node runs only to undo another: its edges are never followed (Q16). */
  isOnlyAnUndo(node: NodeView): boolean;
}

export function fateOf(view: DocumentView): Fate {
  const count = view.nodes.length;
  const undo = new Uint8Array(count);
  const never = new Uint8Array(count);
  const choosers = choosersOf(view);
  const { loopsByBody } = scopesOf(view);
  for (const node of view.nodes) {
    const undoes = node.incoming.length > 0 && node.incoming.every(isCompensation);
    const led = choosers[node.index] !== undefined || loopsByBody.has(node) || isEntry(view, node);
    if (undoes && !led) undo[node.index] = 1;
  }

  const mayBeNegative = ({ edge, type, source }: EdgeView): boolean => {
    if (source === null || edge.condition !== null || type === 'error') return true;
    if (never[source.index] === 1) return true;
    return type !== 'dependency' && source.outgoing.some(isError);
  };

  const findOut = (node: NodeView): boolean => {
    if (isEntry(view, node)) return false;
    if (choosers[node.index] !== undefined || loopsByBody.has(node)) return true;
    let joined = 0;
    let sure = 0;
    for (const edge of node.incoming) {
      if (isCompensation(edge)) continue;
      joined += 1;
      if (!mayBeNegative(edge)) sure += 1;
      else if (edge.source !== null && never[edge.source.index] === 1 && feedsRequired(edge)) {
        return true;
      }
    }
    const needed = node.node.join === 'quorum' ? (node.node.quorum ?? 1) : 1;
    return joined > 0 && sure < needed;
  };

  // What may never run is found step by step, each node once for each edge that leads to it.
  const waiting = [...view.nodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (never[node.index] === 1 || undo[node.index] === 1 || !findOut(node)) continue;
    never[node.index] = 1;
    for (const { target } of node.outgoing) if (target !== null) waiting.push(target);
  }

  return {
    mayNeverRun: (node) => never[node.index] === 1,
    isOnlyAnUndo: (node) => undo[node.index] === 1,
  };
}

/** Whether a document has nothing of all this, so that every node runs if nothing fails. */
export function isCertain(view: DocumentView): boolean {
  return (
    choosersOf(view).length === 0 &&
    scopesOf(view).loopsByBody.size === 0 &&
    view.edges.every(
      ({ type, edge }) => edge.condition === null && type !== 'error' && type !== 'compensation',
    )
  );
}

/** Of a document in which every node runs. */
export const CERTAIN: Fate = { mayNeverRun: () => false, isOnlyAnUndo: () => false };

function isEntry(view: DocumentView, node: NodeView): boolean {
  return node.node.id === view.workflow.entry;
}

function isCompensation({ type }: EdgeView): boolean {
  return type === 'compensation';
}

function isError({ type }: EdgeView): boolean {
  return type === 'error';
}
