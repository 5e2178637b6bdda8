/** What the functions take and give. */

import type { OrbitFunctionName } from '../expression/function-names.ts';
import type { OrbitExpression } from '../expression/syntax.ts';
import {
  BOOL,
  INT,
  isDynamic,
  isNumber,
  isPrimitive,
  isText,
  JSON_TYPE,
  join,
  listOf,
  NEVER,
  type OrbitType,
  optional,
  STRING,
  typeText,
  UNKNOWN,
  withoutNull,
} from '../types.ts';
import { type Infer, mismatch, present } from './present.ts';
import type { TypeScope } from './type-scope.ts';

type Expressions = readonly OrbitExpression[];

/** The type of a call with as many arguments as the function takes. */
export function typeOfCall(
  name: OrbitFunctionName,
  [first, second, third]: Expressions,
  scope: TypeScope,
  infer: Infer,
): OrbitType {
  if (first === undefined) return UNKNOWN;
  const want = wanting(name, scope, infer);
  switch (name) {
    case 'len':
    case 'empty':
      want(first, 'a text, a list or a map', (type) => isText(type) || isSized(type));
      return name === 'len' ? INT : BOOL;
    case 'has':
      want(first, 'a map', isMapLike);
      want(second, 'a text', isText);
      return BOOL;
    case 'contains':
      return typeOfContains(first, second, scope, infer);
    case 'first':
    case 'last':
      return optional(elementOf(want(first, 'a list', isList)));
    case 'reverse':
      return want(first, 'a list', isList);
    case 'slice': {
      const whole = want(first, 'a text or a list', (type) => isText(type) || isList(type));
      for (const place of [second, third]) want(place, 'a whole number', isInt);
      return isText(whole) ? STRING : whole;
    }
    case 'concat':
      return listOf(
        join(elementOf(want(first, 'a list', isList)), elementOf(want(second, 'a list', isList))),
      );
    case 'range':
      want(first, 'a whole number', isInt);
      return listOf(INT);
    case 'keys':
      want(first, 'a map', isMapLike);
      return listOf(STRING);
    case 'values':
      return listOf(valuesOf(want(first, 'a map', isMapLike)));
    case 'sum': {
      const items = want(first, 'a list of numbers', (type) => isList(type) && hasNumbers(type));
      const item = elementOf(items);
      return item.kind === 'never' ? INT : item;
    }
    case 'min':
    case 'max':
      return typeOfExtreme(name, first, second, scope, infer);
    case 'abs':
      return want(first, 'a number', isNumber);
    case 'round':
    case 'floor':
    case 'ceil':
      want(first, 'a number', isNumber);
      return INT;
    case 'join':
      want(first, 'a list of texts', (type) => isList(type) && isTextOrNone(elementOf(type)));
      want(second, 'a text', isText);
      return STRING;
    case 'split':
      want(first, 'a text', isText);
      want(second, 'a text', isText);
      return listOf(STRING);
    case 'lower':
    case 'upper':
    case 'trim':
      want(first, 'a text', isText);
      return STRING;
    case 'starts_with':
    case 'ends_with':
      want(first, 'a text', isText);
      want(second, 'a text', isText);
      return BOOL;
    case 'string':
      want(first, 'a text, a number, true or false', isPlain);
      return STRING;
    case 'coalesce': {
      const value = infer(first, scope);
      const otherwise = second === undefined ? UNKNOWN : infer(second, scope);
      return join(withoutNull(value), otherwise);
    }
  }
}

/** Infers an argument, reports one that is null or of another type, and gives its type. */
function wanting(name: OrbitFunctionName, scope: TypeScope, infer: Infer) {
  return (
    argument: OrbitExpression | undefined,
    wanted: string,
    fits: (type: OrbitType) => boolean,
  ): OrbitType => {
    if (argument === undefined) return UNKNOWN;
    const type = present(argument, scope, infer);
    if (isDynamic(type) || fits(type)) return type;
    return mismatch(argument, `${name}() takes ${wanted}, not ${typeText(type)}`, scope);
  };
}

function typeOfContains(
  first: OrbitExpression,
  second: OrbitExpression | undefined,
  scope: TypeScope,
  infer: Infer,
): OrbitType {
  const want = wanting('contains', scope, infer);
  const whole = want(first, 'a text or a list', (type) => isText(type) || isList(type));
  if (isText(whole)) want(second, 'a text to look for in a text', isText);
  else if (second !== undefined) infer(second, scope);
  return BOOL;
}

function typeOfExtreme(
  name: 'min' | 'max',
  first: OrbitExpression,
  second: OrbitExpression | undefined,
  scope: TypeScope,
  infer: Infer,
): OrbitType {
  const want = wanting(name, scope, infer);
  const isOrdered = (type: OrbitType): boolean =>
    isNumber(type) || isText(type) || isPrimitive(type, 'Duration');
  const one = want(first, 'two numbers, texts or durations', isOrdered);
  const other = want(second, 'two numbers, texts or durations', isOrdered);
  if (isDynamic(one) || isDynamic(other)) return join(one, other);
  const isAlike =
    (isNumber(one) && isNumber(other)) || (isText(one) && isText(other)) || one === other;
  if (isAlike || second === undefined) return join(one, other);
  const message = `${name}() takes two of a kind, not ${typeText(one)} and ${typeText(other)}`;
  return mismatch(second, message, scope);
}

function isList(type: OrbitType): boolean {
  return type.kind === 'list';
}

function isMapLike(type: OrbitType): boolean {
  return type.kind === 'map' || type.kind === 'record' || type.kind === 'object';
}

function isSized(type: OrbitType): boolean {
  return isList(type) || isMapLike(type);
}

function isInt(type: OrbitType): boolean {
  return isPrimitive(type, 'Int');
}

function isPlain(type: OrbitType): boolean {
  return isText(type) || isNumber(type) || isPrimitive(type, 'Bool', 'Duration', 'Bytes');
}

function elementOf(type: OrbitType): OrbitType {
  return type.kind === 'list' ? type.of : isDynamic(type) ? type : UNKNOWN;
}

function valuesOf(type: OrbitType): OrbitType {
  if (type.kind === 'map') return type.of;
  if (type.kind !== 'record' && type.kind !== 'object') return isDynamic(type) ? type : JSON_TYPE;
  return [...type.fields.values()].reduce<OrbitType>(join, NEVER);
}

function hasNumbers(type: OrbitType): boolean {
  const item = elementOf(type);
  return (
    item.kind === 'never' || isDynamic(item) || isNumber(item) || isPrimitive(item, 'Duration')
  );
}

function isTextOrNone(type: OrbitType): boolean {
  return type.kind === 'never' || isDynamic(type) || isText(type);
}
