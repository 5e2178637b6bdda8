/**
 * The part of a long timeline that is drawn: what is in sight, and some more around it. A short one
 * is drawn whole. It moves by cells, so that scrolling seldom draws anything new.
 */

import type { Drawing } from './drawing.ts';

/** In pixels of the drawing. */
export interface Sight {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Bars and ticks that a browser has at hand without being asked twice. */
const DRAWN_WHOLE = 400;
const CELL = 800;

export const EVERYTHING: Sight = {
  left: -Infinity,
  right: Infinity,
  top: -Infinity,
  bottom: Infinity,
};

export function isLong({ lanes, axis }: Drawing): boolean {
  let count = axis.ticks.length;
  for (const { bars } of lanes) count += bars.length + 1;
  return count > DRAWN_WHOLE;
}

/** @param scrolled How far, in pixels. */
export function sightOf(
  long: boolean,
  scrolled: { readonly left: number; readonly top: number },
  room: { readonly width: number; readonly height: number },
): Sight {
  if (!long) return EVERYTHING;
  const left = cell(scrolled.left);
  const top = cell(scrolled.top);
  return {
    left: left - CELL,
    right: left + cell(room.width) + 3 * CELL,
    top: top - CELL,
    bottom: top + cell(room.height) + 3 * CELL,
  };
}

/** The beginning of the cell that this is in. */
export function cell(pixels: number): number {
  return Math.floor(pixels / CELL) * CELL;
}
