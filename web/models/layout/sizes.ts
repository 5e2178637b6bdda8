/** How large nodes are drawn. The same for all nodes of a graph, so that rows stay in line. */

import type { Flow } from './types.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Sizes {
  readonly node: Size;
  readonly undo: Size;
  /** A node with the undos that stand beside it. */
  readonly box: Size;
}

export const UNDO_GAP = 9;
const NODE_HEIGHT = 46;
const UNDO_HEIGHT = 34;
const LEAST_WIDTH = 148;
/** Beside each other, a node and its undo fit on a phone. */
const MOST_WIDTH = { right: 192, down: 184 } as const;
const UNDO_WIDTH_DOWN = 132;
/** Of a name's letter. */
const LETTER = 8.6;
const UNDO_LETTER = 7.5;
/** Of the icon with the air around. */
const FRAME = 46;

/** `undos`: the most that stand beside one node. */
export function sizesOf(
  names: readonly string[],
  undoNames: readonly string[],
  undos: number,
  flow: Flow,
): Sizes {
  const below = flow === 'right' ? longest(undoNames) * UNDO_LETTER : 0;
  const wanted = Math.ceil(Math.max(longest(names) * LETTER, below) + FRAME);
  const width = Math.min(MOST_WIDTH[flow], Math.max(LEAST_WIDTH, wanted));
  const node = { width, height: NODE_HEIGHT };
  const undo = { width: flow === 'right' ? width : UNDO_WIDTH_DOWN, height: UNDO_HEIGHT };
  const stack = undos * (UNDO_HEIGHT + UNDO_GAP);
  if (undos === 0) return { node, undo, box: node };
  const box =
    flow === 'right'
      ? { width, height: NODE_HEIGHT + stack }
      : { width: width + UNDO_GAP + undo.width, height: Math.max(NODE_HEIGHT, stack) };
  return { node, undo, box };
}

function longest(names: readonly string[]): number {
  return names.reduce((most, name) => Math.max(most, name.length), 0);
}
