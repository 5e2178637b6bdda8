/**
 * Operators on values. Numbers are doubles: whole numbers are exact up to 2^53 − 1, and an
 * operation on such numbers whose result is not exact any more fails instead of rounding.
 */

import { InvalidOperation } from '../../expression/failure.ts';
import { areEqual, compareTexts, isArray, isMap } from '../../expression/values.ts';
import type { Json } from '../../model/json.ts';
import { show } from '../../model/show.ts';
import { MAXIMUM_TEXT_LENGTH } from '../limits.ts';
import type { OrbitArithmetic, OrbitComparison } from './syntax.ts';

export type BinaryOperation = (left: Json, right: Json) => Json;

export const OPERATIONS: {
  readonly [operator in OrbitComparison | OrbitArithmetic]: BinaryOperation;
} = {
  '==': (left, right) => areEqual(left, right),
  '!=': (left, right) => !areEqual(left, right),
  '<': (left, right) => orderOf('<', left, right) < 0,
  '<=': (left, right) => orderOf('<=', left, right) <= 0,
  '>': (left, right) => orderOf('>', left, right) > 0,
  '>=': (left, right) => orderOf('>=', left, right) >= 0,
  '+': (left, right) =>
    typeof left === 'string' && typeof right === 'string'
      ? joined(left, right)
      : arithmetic('+', left, right, (a, b) => a + b),
  '-': (left, right) => arithmetic('-', left, right, (a, b) => a - b),
  '*': (left, right) => arithmetic('*', left, right, (a, b) => a * b),
  '/': (left, right) => arithmetic('/', left, nonZero('/', left, right), (a, b) => a / b),
  // The remainder has the sign of the left operand, as division towards zero wants it.
  '%': (left, right) => arithmetic('%', left, nonZero('%', left, right), (a, b) => a % b),
  div: divideWhole,
};

function orderOf(operator: OrbitComparison, left: Json, right: Json): number {
  if (typeof left === 'number' && typeof right === 'number') {
    return left < right ? -1 : left > right ? 1 : 0;
  }
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
  throw invalid(operator, left, right, 'compares two numbers or two texts');
}

function joined(left: string, right: string): string {
  return textOfLength(left.length + right.length, () => left + right);
}

/** Makes a text unless it would be longer than texts may be here. */
export function textOfLength(length: number, make: () => string): string {
  if (length > MAXIMUM_TEXT_LENGTH) {
    throw new InvalidOperation(`the text would be longer than ${MAXIMUM_TEXT_LENGTH} characters`);
  }
  return make();
}

function arithmetic(
  operator: OrbitArithmetic,
  left: Json,
  right: Json,
  calculate: (left: number, right: number) => number,
): number {
  if (typeof left !== 'number' || typeof right !== 'number') {
    const does = operator === '+' ? 'takes two numbers or two texts' : 'takes two numbers';
    throw invalid(operator, left, right, does);
  }
  return checked(calculate(left, right), left, right, () => `${left} ${operator} ${right}`);
}

/** @throws InvalidOperation for what is infinite, or whole and no longer exact. */
export function checked(
  result: number,
  left: number,
  right: number,
  written: () => string,
): number {
  if (!Number.isFinite(result)) {
    throw new InvalidOperation(`the result is too large: ${written()}`);
  }
  const isWhole = Number.isSafeInteger(left) && Number.isSafeInteger(right);
  if (isWhole && Math.abs(result) > Number.MAX_SAFE_INTEGER) {
    throw new InvalidOperation(
      `the result is beyond 2^53 - 1, where whole numbers are not exact: ${written()}`,
    );
  }
  // There is one zero: -0 would be written as 0 anyway.
  return result === 0 ? 0 : result;
}

/** Towards zero, as 64-bit whole numbers divide. */
function divideWhole(left: Json, right: Json): number {
  if (!isWhole(left) || !isWhole(right)) {
    throw invalid('div', left, right, 'takes two whole numbers');
  }
  nonZero('div', left, right);
  const quotient = (left - (left % right)) / right;
  return quotient === 0 ? 0 : quotient;
}

export function isWhole(value: Json): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

function nonZero(operator: '/' | '%' | 'div', left: Json, right: Json): Json {
  if (right === 0) throw new InvalidOperation(`division by zero: ${show(left)} ${operator} 0`);
  return right;
}

/** An operand of `and` or `or`, or the condition of an `if`. */
export function truth(operator: 'and' | 'or' | 'if', value: Json): boolean {
  if (typeof value === 'boolean') return value;
  throw new InvalidOperation(`'${operator}' takes true or false, not ${show(value)}`);
}

/** A member of an object. Null where the object is null or has none of that name. */
export function memberOf(value: Json, name: string): Json {
  if (value === null) return null;
  if (!isMap(value)) {
    throw new InvalidOperation(`only an object has members: ${show(value)}.${name}`);
  }
  return Object.hasOwn(value, name) ? (value[name] as Json) : null;
}

/** An element of a list, by its number from 0, or of a map, by its key. Null of null. */
export function elementOf(value: Json, index: Json): Json {
  if (value === null) return null;
  if (isArray(value)) {
    if (!isWhole(index)) {
      throw new InvalidOperation(`an index is a whole number, not ${show(index)}`);
    }
    if (index < 0 || index >= value.length) {
      throw new InvalidOperation(`there is no element ${index} in a list of ${value.length}`);
    }
    return value[index] as Json;
  }
  if (isMap(value)) {
    if (typeof index !== 'string') {
      throw new InvalidOperation(`the key of a map is a text, not ${show(index)}`);
    }
    return memberOf(value, index);
  }
  throw new InvalidOperation(`only lists and maps have elements: ${show(value)}[${show(index)}]`);
}

function invalid(
  operator: OrbitComparison | OrbitArithmetic,
  left: Json,
  right: Json,
  does: string,
): InvalidOperation {
  const what =
    left === null || right === null ? `'${operator}' does not take null` : `'${operator}' ${does}`;
  return new InvalidOperation(`${what}: ${show(left)} ${operator} ${show(right)}`);
}
