/** What a click on a bar does: what was can be gone to, what is to come is looked at first. */

import type { DrawnBar } from './drawing.ts';
import type { Selection } from './selection.ts';
import { targetOf } from './timeline-focus.ts';

export type BarClick =
  | { readonly kind: 'go'; readonly seq: number }
  | { readonly kind: 'look'; readonly unit: string; readonly attempt: number };

export function clickOf(bar: DrawnBar, cursor: number, selection: Selection | null): BarClick {
  const isLookedAt = selection?.unit === bar.unit && selection.attempt === bar.attempt;
  if (bar.firstSeq > cursor && bar.attempt > 0 && !isLookedAt) {
    return { kind: 'look', unit: bar.unit, attempt: bar.attempt };
  }
  return { kind: 'go', seq: targetOf(bar, cursor) };
}
