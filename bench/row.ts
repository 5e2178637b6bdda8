/** What a measurement comes to. */

export interface Row {
  readonly name: string;
  /** What is divided by what. */
  readonly ratioIs: string;
  /** Null where it could not be measured; `measured` says why. */
  readonly ratio: number | null;
  readonly goal: Goal;
  /** What else was seen, in a few words each. */
  readonly measured: readonly string[];
}

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** Null where nothing was measured. */
export function isMet({ ratio, goal }: Row): boolean | null {
  if (ratio === null) return null;
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}

/** A number to be read by people: three digits count. */
export function amount(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en');
}
