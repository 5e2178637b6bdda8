/** Values as all dialects see them: equality, order, lengths, text. No coercion anywhere. */

import { canonicalJson } from '../model/canonical-json.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { InvalidOperation } from './failure.ts';
import { MAXIMUM_VALUE_DEPTH } from './limits.ts';

export function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

export function isMap(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Structural equality: values of different types are never equal, maps are equal whatever the
 * order of their keys. Fails on values that are nested deeper than 200 levels.
 */
export function areEqual(left: Json, right: Json): boolean {
  return left === right || areEqualAt(left, right, 0);
}

function areEqualAt(left: Json, right: Json, depth: number): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  if (left === null || right === null) return false;
  if (depth === MAXIMUM_VALUE_DEPTH) {
    throw new InvalidOperation(
      `values that are nested deeper than ${MAXIMUM_VALUE_DEPTH} levels are not compared`,
    );
  }
  if (isArray(left) || isArray(right)) {
    return isArray(left) && isArray(right) && areEqualArrays(left, right, depth + 1);
  }
  return areEqualMaps(left, right, depth + 1);
}

function areEqualArrays(left: readonly Json[], right: readonly Json[], depth: number): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) {
    if (!areEqualAt(left[index] as Json, right[index] as Json, depth)) return false;
  }
  return true;
}

function areEqualMaps(left: JsonObject, right: JsonObject, depth: number): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(right, key)) return false;
    if (!areEqualAt(left[key] as Json, right[key] as Json, depth)) return false;
  }
  return true;
}

/** Negative, zero or positive: by Unicode code points, as `len` counts them. */
export function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = left.charCodeAt(index) - right.charCodeAt(index);
    if (difference !== 0) {
      return rank(left.charCodeAt(index)) - rank(right.charCodeAt(index));
    }
  }
  return left.length - right.length;
}

/** Code points above U+FFFF, which surrogates stand for, come after all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Code points; half of a surrogate pair alone counts as one. */
export function lengthOfText(text: string): number {
  let length = text.length;
  for (let index = 1; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0xdc00 || unit > 0xdfff) continue;
    const previous = text.charCodeAt(index - 1);
    if (previous >= 0xd800 && previous <= 0xdbff) length -= 1;
  }
  return length;
}

/** A value within text: texts as they are, everything else in canonical JSON. */
export function textOf(value: Json): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}
