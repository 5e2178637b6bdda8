/** Numbers of ORBIT: 64-bit whole numbers and doubles, both held as doubles. */

import { quote } from '../../model/show.ts';

export type NumberReading =
  | { readonly ok: true; readonly value: number; readonly exact: boolean }
  | { readonly ok: false; readonly message: string };

/** 2^63 − 1 */
const LARGEST = 9_223_372_036_854_775_807n;

/** Digits of 2^63 − 1; more are too many whatever they are. */
const DIGITS = 19;

/** Fewer digits than those of 2^53: every such number is exact. */
const SAFE_DIGITS = 15;

/**
 * A whole number from 0 to 2^63 − 1. Beyond 2^53 − 1 it is exact only where a double is.
 *
 * @param negated Whether a minus stands before it: then 2^63 is in range as well.
 */
export function readInteger(written: string, negated: boolean): NumberReading {
  const digits = written.replace(/^0+(?=\d)/, '');
  if (digits.length <= SAFE_DIGITS) return { ok: true, value: Number(digits), exact: true };
  const exact = digits.length <= DIGITS ? BigInt(digits) : null;
  if (exact === null || exact > LARGEST + (negated ? 1n : 0n)) {
    const message = `${quote(written)} is no Int: those are from -2^63 to 2^63 - 1`;
    return { ok: false, message };
  }
  const value = Number(exact);
  return { ok: true, value, exact: BigInt(value) === exact };
}

/** A number with a fraction or an exponent. */
export function readFloat(written: string): NumberReading {
  const value = Number(written);
  if (Number.isFinite(value)) return { ok: true, value, exact: true };
  return { ok: false, message: `${quote(written)} is larger than any Float` };
}
