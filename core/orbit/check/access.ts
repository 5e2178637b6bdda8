/** The types of fields and elements: `a.b` and `a[0]`. */

import { quote } from '../../model/show.ts';
import type { AccessPart, OrbitAccess, OrbitExpression } from '../expression/syntax.ts';
import type { Span } from '../syntax/token.ts';
import {
  isDynamic,
  isPrimitive,
  isText,
  JSON_TYPE,
  NULL,
  type OrbitType,
  optional,
  typeText,
  UNKNOWN,
} from '../types.ts';
import { pathOf } from './facts.ts';
import { type Infer, mismatch, present } from './present.ts';
import { known, type TypeScope } from './type-scope.ts';

export function typeOfAccess(
  { of, parts }: OrbitAccess,
  scope: TypeScope,
  infer: Infer,
): OrbitType {
  let type = infer(of, scope);
  let path = pathOf(of);
  for (const part of parts) {
    type =
      part.kind === 'member'
        ? memberType(type, part, path, scope)
        : elementType(type, part, scope, infer);
    path = pathBehind(path, part);
    type = known(path, type, scope);
  }
  return type;
}

function pathBehind(path: string | null, part: AccessPart): string | null {
  return path !== null && part.kind === 'member' ? `${path}.${part.name}` : null;
}

/** `a.b` is null where `a` is, so the type of the one is optional where that of the other is. */
function memberType(
  type: OrbitType,
  part: AccessPart & { readonly kind: 'member' },
  path: string | null,
  scope: TypeScope,
): OrbitType {
  if (isDynamic(type)) return type;
  if (type.kind === 'optional') return optional(memberType(type.of, part, path, scope));
  if (type.kind === 'null') return NULL;
  const what = (): string => (path === null ? typeText(type) : quote(path));
  switch (type.kind) {
    case 'record':
    case 'object': {
      const field = type.fields.get(part.name);
      if (field !== undefined) return field;
      const names = type.fields.keys();
      const none = `${what()} has no field ${quote(part.name)}`;
      const message = `${none}${scope.findings.suggest(part.name, names)}`;
      const related = path === null ? [] : scope.relatedOf(path);
      scope.findings.add('U2011', part, message, { id: scope.id, related });
      return UNKNOWN;
    }
    case 'map':
      return optional(type.of);
    default: {
      const hint = type.kind === 'list' ? '; an element of it is [0]' : '';
      const message = `${what()} is ${typeText(type)}, which has no fields${hint}`;
      scope.findings.add('U2011', part, message, { id: scope.id });
      return UNKNOWN;
    }
  }
}

function elementType(
  type: OrbitType,
  { index, start, end }: AccessPart & { readonly kind: 'index' },
  scope: TypeScope,
  infer: Infer,
): OrbitType {
  const key = present(index, scope, infer);
  if (isDynamic(type)) return type;
  const span = { start, end };
  if (type.kind === 'optional') {
    return optional(elementOf(type.of, key, index, span, scope));
  }
  return elementOf(type, key, index, span, scope);
}

function elementOf(
  type: OrbitType,
  key: OrbitType,
  index: OrbitExpression,
  span: Span,
  scope: TypeScope,
): OrbitType {
  switch (type.kind) {
    case 'null':
      return NULL;
    case 'list':
      if (isDynamic(key) || isPrimitive(key, 'Int')) return type.of;
      mismatch(index, `the index of a list is Int, not ${typeText(key)}`, scope);
      return type.of;
    case 'map':
      if (isDynamic(key) || isText(key)) return optional(type.of);
      mismatch(index, `the key of a map is String, not ${typeText(key)}`, scope);
      return optional(type.of);
    case 'record':
    case 'object':
      if (isDynamic(key) || isText(key)) return fieldByKey(type.fields, index, span, scope);
      return mismatch(index, `the key of a field is String, not ${typeText(key)}`, scope);
    default:
      return mismatch(span, `${typeText(type)} has no elements; List and Map have`, scope);
  }
}

/** A field can be named by a text that is written out: then its type is known. */
function fieldByKey(
  fields: ReadonlyMap<string, OrbitType>,
  index: OrbitExpression,
  span: Span,
  scope: TypeScope,
): OrbitType {
  if (index.kind !== 'literal' || typeof index.value !== 'string') return JSON_TYPE;
  const field = fields.get(index.value);
  if (field !== undefined) return field;
  const hint = scope.findings.suggest(index.value, fields.keys());
  const message = `there is no field ${quote(index.value)}${hint}`;
  scope.findings.add('U2011', span, message, { id: scope.id });
  return UNKNOWN;
}
