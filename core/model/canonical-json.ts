/**
 * The canonical form of RFC 8785: one text for one value, so that digests of it can be
 * compared. Written by hand because digests of long traces go through it.
 */

/** Deeper values are refused, so that none can exhaust an engine's stack. */
const MAXIMUM_DEPTH = 500;

/** Above so many keys an insertion sort is no longer the faster one. */
const MANY_KEYS = 32;

/** All that JSON.stringify would change: quotes, backslashes, controls, lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
const NEEDS_CARE = /["\\\u0000-\u001f\ud800-\udfff]/;

/**
 * Writes a JSON value in canonical form: no blanks, keys sorted by UTF-16 code units, numbers
 * as ECMAScript writes them. Members that are undefined are left out, as JSON.stringify does.
 * Lone surrogates, which RFC 8785 forbids, are written as `\udXXX` escapes.
 *
 * @throws RangeError for what JSON cannot hold (NaN, infinities, functions, undefined outside
 * of an object) and for values nested deeper than 500 levels.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return writeString(value);
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError(`JSON has no number ${value}`);
      // String(-0) is '0', as RFC 8785 wants it.
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth === MAXIMUM_DEPTH) {
        throw new RangeError(`a value is nested deeper than ${MAXIMUM_DEPTH} levels`);
      }
      return Array.isArray(value)
        ? writeArray(value, depth + 1)
        : writeObject(value as { readonly [key: string]: unknown }, depth + 1);
    default:
      throw new RangeError(`JSON has no ${typeof value}`);
  }
}

function writeString(text: string): string {
  return NEEDS_CARE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function writeArray(items: readonly unknown[], depth: number): string {
  let text = '[';
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) text += ',';
    text += write(items[index], depth);
  }
  return `${text}]`;
}

function writeObject(object: { readonly [key: string]: unknown }, depth: number): string {
  let text = '{';
  for (const key of sorted(Object.keys(object))) {
    const member = object[key];
    if (member === undefined) continue;
    if (text !== '{') text += ',';
    text += `${writeString(key)}:${write(member, depth)}`;
  }
  return `${text}}`;
}

/** By UTF-16 code units, as RFC 8785 asks; `<` and sort() without a function both go by them. */
function sorted(keys: string[]): string[] {
  if (keys.length > MANY_KEYS) return keys.sort();
  // Objects of a trace have few keys, of which an insertion sort moves still fewer.
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] as string;
    let place = index;
    for (; place > 0 && (keys[place - 1] as string) > key; place -= 1) {
      keys[place] = keys[place - 1] as string;
    }
    keys[place] = key;
  }
  return keys;
}
