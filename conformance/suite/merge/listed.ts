/** Names in a sentence: of many the first. */

import { cut } from '../cut.ts';

const SHOWN = 3;
const LONGEST = 200;

/** `a, b, c and 4 more`. */
export const listed = (names: readonly string[], count: number = names.length): string => {
  const shown = names.slice(0, SHOWN).map((name) => cut(name, LONGEST));
  const rest = count - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
};
