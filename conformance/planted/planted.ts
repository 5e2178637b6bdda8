/**
 * Documents with one fault of design each, and their twins, which are the same without it: what a
 * search must find, and must not. They stand in `documents/NAME/fault.*` and `right.*`.
 */

import type { Property } from '../fuzz/expectation.ts';

export interface Planted {
  /** The folder. */
  readonly name: string;
  readonly dialect: 'hxml' | 'orbit';
  /** What a search finds broken. */
  readonly property: Property;
  /** The step that this is about; null for the run as a whole, or for any. */
  readonly node: string | null;
  /** What a look at the design finds as well; null where it does not look for such a fault. */
  readonly code: string | null;
  /** How many things must go wrong at least. */
  readonly faults: number;
}

const planted = (
  name: string,
  dialect: Planted['dialect'],
  property: Property,
  node: string | null,
  faults: number,
  code: string | null = null,
): Planted => ({ name, dialect, property, node, faults, code });

export const PLANTED: readonly Planted[] = [
  planted('step-without-timeout', 'hxml', 'ends', 'ship', 1),
  planted('undo-without-timeout', 'hxml', 'ends', 'compensate:reserve', 2),
  planted('signal-without-end', 'hxml', 'ends', 'approve', 1),
  planted('lost-reply', 'hxml', 'no-effect-left-behind', 'reserve', 1),
  planted('undo-tried-once', 'hxml', 'no-effect-left-behind', 'reserve', 2, 'U3007'),
  planted('payment-without-refund', 'hxml', 'no-effect-left-behind', 'pay', 1, 'U3004'),
  planted('failure-noted', 'hxml', 'if-then', 'reserve', 4, 'U3005'),
  planted('payment-unknown', 'hxml', 'not-both', 'compensate:hold_seat', 1, 'U3002'),
  planted('budget-beyond-promise', 'hxml', 'ends-within', 'quote', 4, 'U3001'),
  planted('undo-reads-skipped', 'hxml', 'no-effect-left-behind', 'book', 1, 'U3003'),
  planted('case-forgotten', 'hxml', 'outcomes', 'choose', 0),
  planted('skipped-producer', 'hxml', 'outcomes', 'print', 0),
  planted('gate-too-early', 'hxml', 'outcomes', 'gate', 0),
  planted('handler-waits-for-more', 'hxml', 'no-failure-swallowed', 'charge', 1),
  planted('ship-before-pay', 'hxml', 'only-after', 'ship', 0),
  planted('refund-of-shipped', 'hxml', 'not-both', 'refund', 1),
  planted('loop-too-short', 'hxml', 'outcomes', 'each', 0),
  planted('two-couriers', 'hxml', 'not-both', null, 0, 'U3009'),
  planted('budget-beyond-deadline', 'orbit', 'never', null, 3, 'U3001'),
  planted('call-without-timeout', 'orbit', 'ends', 'send', 1),
  planted('approval-without-end', 'orbit', 'ends', 'approve', 1),
  planted('reply-lost-once', 'orbit', 'no-effect-left-behind', 'hotel', 1),
  planted('charge-without-refund', 'orbit', 'no-effect-left-behind', 'charge', 1, 'U3004'),
  planted('opened-before-checked', 'orbit', 'only-after', 'open', 0),
  planted('sleep-beyond-deadline', 'orbit', 'outcomes', null, 0),
  planted('one-after-another', 'orbit', 'never', null, 3),
  planted('average-of-nothing', 'orbit', 'outcomes', null, 0),
  planted('one-key-for-two', 'orbit', 'if-then', 'send', 0),
];
