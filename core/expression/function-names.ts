/** The functions of HarnessXML §10.6: a closed set, and how many arguments each takes. */

import type { FunctionName } from './syntax.ts';

export const ARITIES: { readonly [name in FunctionName]: number } = {
  len: 1,
  has: 2,
  empty: 1,
  lower: 1,
  upper: 1,
  contains: 2,
  abs: 1,
  min: 2,
  max: 2,
  round: 1,
  artifact: 1,
  resource: 1,
};

export const FUNCTION_NAMES = Object.keys(ARITIES) as readonly FunctionName[];
