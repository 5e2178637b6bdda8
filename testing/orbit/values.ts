/** Values of a type as it is written, and whether a value is of a type. */

import type { Declared } from '../../conformance/generate/document/orbit/expressions.ts';
import type { Json } from '../../core/model/json.ts';
import type { Choices } from '../harness/choices.ts';

type Records = Declared['records'];

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  String: ['', 'a', 'text', 'é😀'],
  Timestamp: ['2026-04-26T12:00:00Z', '1999-12-31T23:59:59+01:00'],
  UUID: ['6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
  Bytes: ['', 'aGVsbG8='],
};

/** Some value of a type; what is optional is often left out. */
export function someValue(type: string, records: Records, choices: Choices): Json {
  const make = (wanted: string): Json => someValue(wanted, records, choices);
  if (type.endsWith('?')) return choices.happens(0.5) ? null : make(type.slice(0, -1));
  const list = inner(type, 'List<');
  if (list !== null) return Array.from({ length: choices.below(4) }, () => make(list));
  const map = inner(type, 'Map<String, ');
  if (map !== null) {
    return Object.fromEntries(
      Array.from({ length: choices.below(3) }, (_, index) => [`k ${index}`, make(map)]),
    );
  }
  const fields = records.get(type);
  if (fields !== undefined) {
    return Object.fromEntries(fields.map(([name, field]) => [name, make(field)]));
  }
  const texts = TEXTS[type];
  if (texts !== undefined) return choices.oneOf(texts);
  switch (type) {
    case 'Int':
      return choices.below(9) - 4;
    case 'Float':
      return choices.oneOf([0, 1, -2.5, 0.1, 1e21]);
    case 'Bool':
      return choices.happens(0.5);
    case 'Duration':
      return 1000 * choices.below(100);
    default:
      return choices.oneOf<Json>([null, 1, 'a', [], { a: [1] }, true]);
  }
}

/** Whether a value may be where a type is declared. JSON is anything. */
export function isOf(value: Json | undefined, type: string, records: Records): boolean {
  if (type === 'JSON') return value !== undefined;
  if (type.endsWith('?')) {
    return value === null || value === undefined || isOf(value, type.slice(0, -1), records);
  }
  const list = inner(type, 'List<');
  if (list !== null) {
    return Array.isArray(value) && value.every((item: Json) => isOf(item, list, records));
  }
  switch (type) {
    case 'Int':
    case 'Duration':
      return typeof value === 'number' && Number.isInteger(value);
    case 'Float':
      return typeof value === 'number';
    case 'Bool':
      return typeof value === 'boolean';
  }
  if (type in TEXTS) return typeof value === 'string';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const object = value as { readonly [key: string]: Json };
  const map = inner(type, 'Map<String, ');
  if (map !== null) return Object.values(object).every((item) => isOf(item, map, records));
  const fields = records.get(type) ?? [];
  const names = fields.map(([name]) => name);
  return (
    Object.keys(object).every((key) => names.includes(key)) &&
    fields.every(([name, field]) => isOf(object[name], field, records))
  );
}

function inner(type: string, open: string): string | null {
  return type.startsWith(open) && type.endsWith('>') ? type.slice(open.length, -1) : null;
}
