/** The closed set of functions, and how many arguments each takes. */

export interface Arity {
  readonly least: number;
  readonly most: number;
}

const exactly = (count: number): Arity => ({ least: count, most: count });

export const FUNCTION_ARITIES = {
  len: exactly(1),
  empty: exactly(1),
  has: exactly(2),
  contains: exactly(2),
  first: exactly(1),
  last: exactly(1),
  slice: { least: 2, most: 3 },
  reverse: exactly(1),
  concat: exactly(2),
  range: exactly(1),
  keys: exactly(1),
  values: exactly(1),
  sum: exactly(1),
  min: exactly(2),
  max: exactly(2),
  abs: exactly(1),
  round: exactly(1),
  floor: exactly(1),
  ceil: exactly(1),
  join: exactly(2),
  split: exactly(2),
  lower: exactly(1),
  upper: exactly(1),
  trim: exactly(1),
  starts_with: exactly(2),
  ends_with: exactly(2),
  string: exactly(1),
  coalesce: exactly(2),
} as const satisfies { readonly [name: string]: Arity };

export type OrbitFunctionName = keyof typeof FUNCTION_ARITIES;

export const FUNCTION_NAMES: readonly string[] = Object.keys(FUNCTION_ARITIES);

/** Null for a function that is not known. */
export function arityOf(name: string): Arity | null {
  return isFunctionName(name) ? FUNCTION_ARITIES[name] : null;
}

export function isFunctionName(name: string): name is OrbitFunctionName {
  return Object.hasOwn(FUNCTION_ARITIES, name);
}

/** `2 arguments`, `2 or 3 arguments` */
export function countOfArguments({ least, most }: Arity): string {
  const count = least === most ? String(least) : `${least} or ${most}`;
  return `${count} argument${count === '1' ? '' : 's'}`;
}
