/** Types of ORBIT, which of them takes which, and how messages write them. */

import { quote } from '../model/show.ts';
import { shown } from './show-name.ts';

export type PrimitiveName =
  | 'String'
  | 'Int'
  | 'Float'
  | 'Bool'
  | 'Bytes'
  | 'Duration'
  | 'Timestamp'
  | 'UUID'
  | 'JSON';

export const PRIMITIVES: readonly PrimitiveName[] = [
  ...(['String', 'Int', 'Float', 'Bool', 'Bytes', 'Duration', 'Timestamp', 'UUID'] as const),
  'JSON',
];

export type Fields = ReadonlyMap<string, OrbitType>;

export type OrbitType =
  | { readonly kind: 'primitive'; readonly name: PrimitiveName }
  | { readonly kind: 'list' | 'map' | 'optional'; readonly of: OrbitType }
  /** Two records are the same if their names are. */
  | { readonly kind: 'record'; readonly name: string; readonly fields: Fields }
  /** What has fields and no name: an object literal, an input, the output of a step. */
  | { readonly kind: 'object'; readonly fields: Fields }
  | { readonly kind: 'null' }
  /** The element of an empty list: any type takes it. */
  | { readonly kind: 'never' }
  /** Of what has a finding already: everything takes it, and it takes everything. */
  | { readonly kind: 'unknown' };

const primitive = (name: PrimitiveName): OrbitType => Object.freeze({ kind: 'primitive', name });

/** One object for each, so that two are the same where their names are. */
const BY_NAME = new Map<string, OrbitType>(PRIMITIVES.map((name) => [name, primitive(name)]));

const basic = (name: PrimitiveName): OrbitType => BY_NAME.get(name) as OrbitType;

export const STRING = basic('String');
export const INT = basic('Int');
export const FLOAT = basic('Float');
export const BOOL = basic('Bool');
export const DURATION = basic('Duration');
export const JSON_TYPE = basic('JSON');
export const NULL: OrbitType = Object.freeze({ kind: 'null' });
export const NEVER: OrbitType = Object.freeze({ kind: 'never' });
export const UNKNOWN: OrbitType = Object.freeze({ kind: 'unknown' });

export function primitiveOf(name: string): OrbitType | null {
  return BY_NAME.get(name) ?? null;
}

export function listOf(of: OrbitType): OrbitType {
  return { kind: 'list', of };
}

export function mapOf(of: OrbitType): OrbitType {
  return { kind: 'map', of };
}

export function objectOf(fields: Fields): OrbitType {
  return { kind: 'object', fields };
}

/** JSON holds null already, and so does what is optional. */
export function optional(of: OrbitType): OrbitType {
  switch (of.kind) {
    case 'optional':
    case 'null':
    case 'unknown':
      return of;
    case 'never':
      return NULL;
    default:
      return isJson(of) ? of : { kind: 'optional', of };
  }
}

/** The type of a value that is known not to be null. */
export function withoutNull(type: OrbitType): OrbitType {
  if (type.kind === 'optional') return type.of;
  return type.kind === 'null' ? NEVER : type;
}

export function isJson(type: OrbitType): boolean {
  return type.kind === 'primitive' && type.name === 'JSON';
}

/** Whether nothing is known of a value before it is there. */
export function isDynamic(type: OrbitType): boolean {
  return type.kind === 'unknown' || isJson(type);
}

export function isPrimitive(type: OrbitType, ...names: readonly PrimitiveName[]): boolean {
  return type.kind === 'primitive' && names.includes(type.name);
}

export function isNumber(type: OrbitType): boolean {
  return isPrimitive(type, 'Int', 'Float');
}

/** What is a text in JSON and may be used as one. */
export function isText(type: OrbitType): boolean {
  return isPrimitive(type, 'String', 'UUID', 'Timestamp');
}

export function mayBeNull(type: OrbitType): boolean {
  return type.kind === 'optional' || type.kind === 'null';
}

/**
 * Whether a value of the one type can stand where the other is wanted: the same type, Int for
 * Float, UUID and Timestamp for String, an object for a record or a map, what is there for what
 * is optional, anything for JSON, and JSON, which is looked at when it is there, for anything.
 */
export function isAssignable(from: OrbitType, to: OrbitType): boolean {
  if (from === to || isDynamic(from) || isDynamic(to) || from.kind === 'never') return true;
  if (to.kind === 'optional') return from.kind === 'null' || isAssignable(withoutNull(from), to.of);
  switch (from.kind) {
    case 'primitive':
      return isPrimitiveFor(from.name, to);
    case 'list':
    case 'map':
      return from.kind === to.kind && isAssignable(from.of, to.of);
    case 'record':
      return to.kind === 'record' && to.name === from.name;
    case 'object':
      return isObjectFor(from.fields, to);
    default:
      return false;
  }
}

function isPrimitiveFor(name: PrimitiveName, to: OrbitType): boolean {
  if (to.kind !== 'primitive') return false;
  if (to.name === name || (name === 'Int' && to.name === 'Float')) return true;
  return to.name === 'String' && (name === 'UUID' || name === 'Timestamp');
}

function isObjectFor(fields: Fields, to: OrbitType): boolean {
  switch (to.kind) {
    case 'map':
      return [...fields.values()].every((field) => isAssignable(field, to.of));
    case 'record':
    case 'object':
      return (
        [...fields.keys()].every((name) => to.fields.has(name)) &&
        [...to.fields].every(([name, field]) => {
          const given = fields.get(name);
          return given === undefined ? mayBeLeftOut(field) : isAssignable(given, field);
        })
      );
    default:
      return false;
  }
}

/** Whether a field or an input of this type need not be given. */
export function mayBeLeftOut(type: OrbitType): boolean {
  return type.kind === 'optional' || type.kind === 'unknown';
}

/** The type of a value that is of the one or of the other; JSON where they have nothing in common. */
export function join(left: OrbitType, right: OrbitType): OrbitType {
  if (left.kind === 'unknown' || right.kind === 'unknown') return UNKNOWN;
  if (left.kind === 'never') return right;
  if (right.kind === 'never') return left;
  if (mayBeNull(left) || mayBeNull(right)) {
    return optional(join(withoutNull(left), withoutNull(right)));
  }
  if (isJson(left) || isJson(right)) return JSON_TYPE;
  if (isAssignable(left, right)) return right;
  if (isAssignable(right, left)) return left;
  if (left.kind === 'list' && right.kind === 'list') return listOf(join(left.of, right.of));
  return JSON_TYPE;
}

/** Whether some value is of both types, so that a comparison of the two can be true. */
export function canBeEqual(left: OrbitType, right: OrbitType): boolean {
  if (isDynamic(left) || isDynamic(right)) return true;
  if (mayBeNull(left) && mayBeNull(right)) return true;
  const [one, other] = [withoutNull(left), withoutNull(right)];
  if (one.kind === 'never' || other.kind === 'never') return false;
  if (isNumber(one) && isNumber(other)) return true;
  if (isNumberLike(one) && isNumberLike(other)) return one === other;
  if (one.kind !== other.kind) return isFielded(one) && isFielded(other);
  if (one.kind === 'primitive' && other.kind === 'primitive') {
    return one.name === other.name || (isText(one) && isText(other));
  }
  return one.kind !== 'record' || (other.kind === 'record' && one.name === other.name);
}

function isNumberLike(type: OrbitType): boolean {
  return isNumber(type) || isPrimitive(type, 'Duration');
}

function isFielded(type: OrbitType): boolean {
  return type.kind === 'map' || type.kind === 'record' || type.kind === 'object';
}

/** Fields of an object that messages show. */
const SHOWN = 4;

/** As a document writes it; what has no name is written by its fields. */
export function typeText(type: OrbitType): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'record':
      return shown(type.name);
    case 'list':
      return `List<${typeText(type.of)}>`;
    case 'map':
      return `Map<String, ${typeText(type.of)}>`;
    case 'optional':
      return `${typeText(type.of)}?`;
    case 'object':
      return objectText(type.fields);
    case 'null':
      return 'null';
    case 'never':
    case 'unknown':
      return 'JSON';
  }
}

function objectText(fields: Fields): string {
  const names = [...fields.keys()].slice(0, SHOWN).map((name) => quote(name).slice(1, -1));
  if (fields.size === 0) return '{}';
  return `{ ${[...names, ...(fields.size > SHOWN ? ['…'] : [])].join(', ')} }`;
}
