/** Small tools that rules are written with. */

import type { Breach, Judgement } from './rule.ts';

/** What a check of one occurrence comes to: no occurrence at all, one that holds, or a breach. */
export type Checked = 'not-judged' | 'holds' | Breach;

/** Checks each item; a rule's whole judgement where every occurrence is one item. */
export const judgeEach = <Item>(
  items: Iterable<Item>,
  check: (item: Item) => Checked,
): Judgement => {
  let occurrences = 0;
  const breaches: Breach[] = [];
  for (const item of items) {
    const checked = check(item);
    if (checked === 'not-judged') continue;
    occurrences += 1;
    if (checked !== 'holds') breaches.push(checked);
  }
  return { occurrences, breaches };
};

/** Judgements of one rule, taken together. */
export const together = (...judgements: readonly Judgement[]): Judgement => ({
  occurrences: judgements.reduce((sum, { occurrences }) => sum + occurrences, 0),
  breaches: judgements.flatMap(({ breaches }) => breaches),
});

export interface BreachPlace {
  readonly unit?: string | undefined;
  readonly at?: number | undefined;
  readonly seq?: number | undefined;
}

export const breach = (
  message: string,
  expected: string,
  observed: string,
  { unit, at, seq }: BreachPlace = {},
): Breach => ({
  message,
  expected,
  observed,
  unit: unit ?? null,
  at: at ?? null,
  seq: seq ?? null,
});

/** The breach if it does not hold. */
export const holdsOr = (holds: boolean, otherwise: () => Breach): Checked =>
  holds ? 'holds' : otherwise();

/** Far more than what two ways to multiply fractions can differ by, far less than any fault. */
const RELATIVE_ERROR = 1e-9;

/** Whether two times are the same, up to rounding in the last digits. */
export const isSameTime = (left: number, right: number): boolean =>
  left === right ||
  (Number.isFinite(left) &&
    Number.isFinite(right) &&
    Math.abs(left - right) <= RELATIVE_ERROR * Math.max(1, Math.abs(left), Math.abs(right)));

/** Whether one time is before another by more than rounding. */
export const isBefore = (left: number, right: number): boolean =>
  left < right && !isSameTime(left, right);

/** A time as messages name it. */
export const ms = (time: number): string => `${Math.round(time * 1000) / 1000} ms`;
