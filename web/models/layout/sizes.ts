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
/** Of the letters of names, in pixels. */
const FONT = 13;
const UNDO_FONT = 12;
/** Of the icon with the air around. */
const FRAME = 50;

/** `undos`: the most that stand beside one node. */
export function sizesOf(
  names: readonly string[],
  undoNames: readonly string[],
  undos: number,
  flow: Flow,
): Sizes {
  const below = flow === 'right' ? longest(undoNames) * UNDO_FONT : 0;
  const wanted = Math.ceil(Math.max(longest(names) * FONT, below) + FRAME);
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
  return names.reduce((most, name) => Math.max(most, lengthOf(name)), 0);
}

/** In sizes of the font, as a wide and bold one has its letters. */
function lengthOf(name: string): number {
  let length = 0;
  for (const letter of name) length += NARROW.test(letter) ? 0.46 : WIDE.test(letter) ? 1.04 : 0.7;
  return length;
}

const NARROW = /[fijlrtI\s.,:;'|!()[\]/-]/;
const WIDE = /[mwMW@%]/;
