/**
 * The canonical form of RFC 8785: one text for one value, so that digests of it can be
 * compared. Written by hand because digests of long traces go through it.
 */

/** Deeper values are refused, so that none can exhaust an engine's stack. */
const MAXIMUM_DEPTH = 500;

/** How many orders of keys are kept: objects of a trace have few, those of an input may not. */
const ORDERS_KEPT = 256;

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
  const { keys, written } = orderOf(Object.keys(object));
  let text = '{';
  for (let index = 0; index < keys.length; index += 1) {
    const member = object[keys[index] as string];
    if (member === undefined) continue;
    if (text !== '{') text += ',';
    text += written[index] + write(member, depth);
  }
  return `${text}}`;
}

interface Order {
  /** By UTF-16 code units, which is what `sort` without a function goes by. */
  readonly keys: readonly string[];
  /** The same as they are written, with their colon. */
  readonly written: readonly string[];
}

/** Orders of keys by the keys as they stood: the same few objects are written again and again. */
const orders = new Map<string, Order>();

function orderOf(unsorted: readonly string[]): Order {
  const name = JSON.stringify(unsorted);
  const known = orders.get(name);
  if (known !== undefined) return known;
  const keys = [...unsorted].sort();
  const order = { keys, written: keys.map((key) => `${writeString(key)}:`) };
  if (orders.size < ORDERS_KEPT) orders.set(name, order);
  return order;
}
