/** What the functions do. Each is total: a value, or an invalid operation. */

import { InvalidOperation } from '../../expression/failure.ts';
import { lowerCase, upperCase } from '../../expression/letter-case.ts';
import { areEqual, compareTexts, isArray, isMap, lengthOfText } from '../../expression/values.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { show } from '../../model/show.ts';
import { MAXIMUM_LIST_LENGTH } from '../limits.ts';
import type { OrbitFunctionName } from './function-names.ts';
import { isWhole, OPERATIONS, textOfLength } from './operations.ts';

/** Arguments that are left out come as undefined. */
export type Implementation = (first: Json, second: Json, third: Json | undefined) => Json;

export const FUNCTIONS: { readonly [name in OrbitFunctionName]: Implementation } = {
  len: (value) => sizeOf('len', value),
  empty: (value) => sizeOf('empty', value) === 0,
  has: (map, key) => Object.hasOwn(mapOf('has', map), text('has', key)),
  contains: (whole, part) => {
    if (typeof whole === 'string') return whole.includes(text('contains', part));
    return list('contains', whole).some((item) => areEqual(item, part));
  },
  first: (items) => list('first', items)[0] ?? null,
  last: (items) => list('last', items).at(-1) ?? null,
  slice: (whole, from, to) => slice(whole, from, to),
  reverse: (items) => [...list('reverse', items)].reverse(),
  concat: (left, right) => {
    const [first, second] = [list('concat', left), list('concat', right)];
    return listOfLength(first.length + second.length, () => [...first, ...second]);
  },
  range: (count) => {
    if (!isWhole(count) || count < 0) throw wrong('range', 'a whole number from 0', count);
    return listOfLength(count, () => Array.from({ length: count }, (_, index) => index));
  },
  keys: (map) => keysOf(mapOf('keys', map)),
  values: (map) => {
    const known = mapOf('values', map);
    return keysOf(known).map((key) => known[key] as Json);
  },
  sum: (items) => {
    let total: Json = 0;
    for (const item of list('sum', items)) total = OPERATIONS['+'](total, number('sum', item));
    return total;
  },
  min: (left, right) => (OPERATIONS['<'](right, left) === true ? right : left),
  max: (left, right) => (OPERATIONS['>'](right, left) === true ? right : left),
  abs: (value) => Math.abs(number('abs', value)),
  round: (value) => round(number('round', value)),
  floor: (value) => zeroless(Math.floor(number('floor', value))),
  ceil: (value) => zeroless(Math.ceil(number('ceil', value))),
  join: (items, separator) => join(list('join', items), text('join', separator)),
  split: (whole, separator) => {
    const between = text('split', separator);
    if (between === '') throw new InvalidOperation('split() takes a separator that is not empty');
    const pieces = text('split', whole).split(between);
    return listOfLength(pieces.length, () => pieces);
  },
  lower: (value) => lowerCase(text('lower', value)),
  upper: (value) => upperCase(text('upper', value)),
  trim: (value) =>
    text('trim', value)
      .replace(/^[ \t\r\n]+/, '')
      .replace(/[ \t\r\n]+$/, ''),
  starts_with: (whole, part) => text('starts_with', whole).startsWith(text('starts_with', part)),
  ends_with: (whole, part) => text('ends_with', whole).endsWith(text('ends_with', part)),
  string: (value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw wrong('string', 'a text, a number, true or false', value);
  },
  coalesce: (value, otherwise) => value ?? otherwise,
};

/** Halves go away from zero. */
function round(value: number): number {
  const magnitude = Math.abs(value);
  const whole = Math.floor(magnitude);
  // The difference is exact, where adding a half first would round 0.49999999999999994 up.
  const rounded = magnitude - whole >= 0.5 ? whole + 1 : whole;
  return zeroless(value < 0 ? -rounded : rounded);
}

/** -0 is 0. */
function zeroless(value: number): number {
  return value === 0 ? 0 : value;
}

/** From a place to before another; places beyond the end are the end. */
function slice(whole: Json, from: Json, to: Json | undefined): Json {
  const start = place(from);
  const end = to === undefined ? undefined : place(to);
  if (isArray(whole)) return whole.slice(start, end);
  if (typeof whole === 'string') return [...whole].slice(start, end).join('');
  throw wrong('slice', 'a text or a list', whole);
}

function place(value: Json): number {
  if (!isWhole(value) || value < 0) throw wrong('slice', 'places from 0', value);
  return value;
}

function join(items: readonly Json[], separator: string): string {
  let length = separator.length * Math.max(0, items.length - 1);
  const texts = items.map((item) => {
    const part = text('join', item);
    length += part.length;
    return part;
  });
  return textOfLength(length, () => texts.join(separator));
}

/** In the order of code points, so that it depends on nothing else. */
function keysOf(map: JsonObject): readonly string[] {
  return Object.keys(map).sort(compareTexts);
}

function listOfLength(length: number, make: () => readonly Json[]): readonly Json[] {
  if (length > MAXIMUM_LIST_LENGTH) {
    throw new InvalidOperation(`the list would have more than ${MAXIMUM_LIST_LENGTH} elements`);
  }
  return make();
}

function sizeOf(name: OrbitFunctionName, value: Json): number {
  if (typeof value === 'string') return lengthOfText(value);
  if (isArray(value)) return value.length;
  if (isMap(value)) return Object.keys(value).length;
  throw wrong(name, 'a text, a list or a map', value);
}

function list(name: OrbitFunctionName, value: Json): readonly Json[] {
  if (!isArray(value)) throw wrong(name, 'a list', value);
  return value;
}

function mapOf(name: OrbitFunctionName, value: Json): JsonObject {
  if (!isMap(value)) throw wrong(name, 'a map', value);
  return value;
}

function text(name: OrbitFunctionName, value: Json): string {
  if (typeof value !== 'string') throw wrong(name, 'a text', value);
  return value;
}

function number(name: OrbitFunctionName, value: Json): number {
  if (typeof value !== 'number') throw wrong(name, 'a number', value);
  return value;
}

function wrong(name: OrbitFunctionName, wanted: string, value: Json): InvalidOperation {
  return new InvalidOperation(`${name}() takes ${wanted}, not ${show(value)}`);
}
