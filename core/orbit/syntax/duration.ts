/** Durations of ORBIT: a whole number and one of `ms s m h d`, held as whole ms. */

import { MAXIMUM_TIME } from '../../model/duration.ts';
import { quote } from '../../model/show.ts';

const MILLISECONDS: { readonly [unit: string]: number } = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Above this many significant digits any unit makes too long a time. */
const MAXIMUM_DIGITS = 16;

export type DurationReading =
  | { readonly ok: true; readonly milliseconds: number }
  | { readonly ok: false; readonly message: string };

/** Of the text of a token that is a duration: digits and a unit. 0 to 2^53 − 1 ms. */
export function millisecondsOf(written: string): DurationReading {
  const [, digits = '', unit = ''] = /^0*(\d*)([a-z]+)$/.exec(written) ?? [];
  const milliseconds =
    digits.length > MAXIMUM_DIGITS
      ? Number.POSITIVE_INFINITY
      : Number(digits) * (MILLISECONDS[unit] ?? Number.NaN);
  if (milliseconds <= MAXIMUM_TIME) return { ok: true, milliseconds };
  const message = `${quote(written)} is longer than ${MAXIMUM_TIME} ms, the longest duration`;
  return { ok: false, message };
}
