/** The pure functions of HarnessXML §10.6. Arguments have exact types; all else is HX-4106. */

import type { Json } from '../model/json.ts';
import { show } from '../model/show.ts';
import { InvalidOperation } from './failure.ts';
import { lowerCase, upperCase } from './letter-case.ts';
import type { Call } from './syntax.ts';
import { areEqual, isArray, isMap, lengthOfText } from './values.ts';

/** Called with as many arguments as the function takes; those beyond are null. */
export type Implementation = (first: Json, second: Json) => Json;

export const FUNCTIONS: { readonly [name in Call['name']]: Implementation } = {
  len: (value) => sizeOf('len', value),
  empty: (value) => sizeOf('empty', value) === 0,
  has: (map, key) => {
    if (!isMap(map)) throw wrong('has', 'a map', map);
    if (typeof key !== 'string') throw wrong('has', 'a text as key', key);
    return Object.hasOwn(map, key);
  },
  lower: (value) => lowerCase(text('lower', value)),
  upper: (value) => upperCase(text('upper', value)),
  contains: (whole, part) => {
    if (isArray(whole)) return whole.some((item) => areEqual(item, part));
    if (typeof whole !== 'string') throw wrong('contains', 'a text or an array', whole);
    if (typeof part !== 'string') throw wrong('contains', 'a text to look for in a text', part);
    return whole.includes(part);
  },
  abs: (value) => Math.abs(number('abs', value)),
  min: (first, second) => Math.min(number('min', first), number('min', second)),
  max: (first, second) => Math.max(number('max', first), number('max', second)),
  round: (value) => round(number('round', value)),
};

/**
 * The nearest whole number; a half goes away from zero, as in most languages and in
 * commerce: 2.5 becomes 3, and -2.5 becomes -3.
 */
function round(value: number): number {
  const magnitude = Math.abs(value);
  const whole = Math.floor(magnitude);
  // The difference is exact, where adding a half first would round 0.49999999999999994 up.
  const rounded = magnitude - whole >= 0.5 ? whole + 1 : whole;
  return value < 0 && rounded > 0 ? -rounded : rounded;
}

function sizeOf(name: 'len' | 'empty', value: Json): number {
  if (typeof value === 'string') return lengthOfText(value);
  if (isArray(value)) return value.length;
  if (isMap(value)) return Object.keys(value).length;
  throw wrong(name, 'a text, an array or a map', value);
}

function text(name: Call['name'], value: Json): string {
  if (typeof value !== 'string') throw wrong(name, 'a text', value);
  return value;
}

function number(name: Call['name'], value: Json): number {
  if (typeof value !== 'number') throw wrong(name, 'a number', value);
  return value;
}

function wrong(name: Call['name'], wanted: string, value: Json): InvalidOperation {
  return new InvalidOperation(`${name}() takes ${wanted}, not ${show(value)}`);
}
