/** Operators on values (HarnessXML §10.4, §10.5, §10.7). What cannot be done is HX-4106. */

import type { Json } from '../model/json.ts';
import { show } from '../model/show.ts';
import { InvalidOperation } from './failure.ts';
import type { ArithmeticOperator, ComparisonOperator } from './syntax.ts';
import { areEqual, compareTexts, isArray, isMap } from './values.ts';

export type BinaryOperation = (left: Json, right: Json) => Json;

export const OPERATIONS: {
  readonly [operator in ComparisonOperator | ArithmeticOperator]: BinaryOperation;
} = {
  '==': (left, right) => areEqual(left, right),
  '!=': (left, right) => !areEqual(left, right),
  '<': (left, right) =>
    typeof left === 'number' && typeof right === 'number'
      ? left < right
      : orderOf('<', left, right) < 0,
  '<=': (left, right) =>
    typeof left === 'number' && typeof right === 'number'
      ? left <= right
      : orderOf('<=', left, right) <= 0,
  '>': (left, right) =>
    typeof left === 'number' && typeof right === 'number'
      ? left > right
      : orderOf('>', left, right) > 0,
  '>=': (left, right) =>
    typeof left === 'number' && typeof right === 'number'
      ? left >= right
      : orderOf('>=', left, right) >= 0,
  in: isIn,
  '+': (left, right) => arithmetic('+', left, right, (a, b) => a + b),
  '-': (left, right) => arithmetic('-', left, right, (a, b) => a - b),
  '*': (left, right) => arithmetic('*', left, right, (a, b) => a * b),
  '/': (left, right) => arithmetic('/', left, nonZero('/', left, right), (a, b) => a / b),
  // The remainder has the sign of the left operand, as in most languages.
  '%': (left, right) => arithmetic('%', left, nonZero('%', left, right), (a, b) => a % b),
};

export function negate(value: Json): number {
  if (typeof value !== 'number') {
    throw new InvalidOperation(`'-' takes a number: -${show(value)}`);
  }
  return value === 0 ? 0 : -value;
}

export function invert(value: Json): boolean {
  if (typeof value !== 'boolean') {
    throw new InvalidOperation(`'not' takes true or false: not ${show(value)}`);
  }
  return !value;
}

/** An operand of `and` or `or`. */
export function truth(operator: 'and' | 'or', value: Json): boolean {
  if (typeof value === 'boolean') return value;
  throw new InvalidOperation(`'${operator}' takes true or false on both sides, not ${show(value)}`);
}

/** A member of a map. Null where the map has none, and where there is no map at all. */
export function memberOf(value: Json, name: string): Json {
  if (value === null) return null;
  if (!isMap(value)) {
    throw new InvalidOperation(`only a map has members: ${show(value)}.${name}`);
  }
  return Object.hasOwn(value, name) ? (value[name] as Json) : null;
}

function orderOf(operator: ComparisonOperator, left: Json, right: Json): number {
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
  throw invalid(operator, left, right, 'compares two numbers or two texts');
}

function isIn(left: Json, right: Json): boolean {
  if (left !== null) {
    if (isArray(right)) return right.some((item) => areEqual(left, item));
    if (typeof left === 'string') {
      if (typeof right === 'string') return right.includes(left);
      if (right !== null && isMap(right)) return Object.hasOwn(right, left);
    }
  }
  throw invalid(
    'in',
    left,
    right,
    'looks for a value in an array, or for a text in a text or among the keys of a map',
  );
}

function arithmetic(
  operator: ArithmeticOperator,
  left: Json,
  right: Json,
  calculate: (left: number, right: number) => number,
): number {
  if (typeof left !== 'number' || typeof right !== 'number') {
    throw invalid(operator, left, right, 'takes two numbers');
  }
  const result = calculate(left, right);
  if (!Number.isFinite(result)) {
    throw new InvalidOperation(`the result is too large: ${show(left)} ${operator} ${show(right)}`);
  }
  // There is one zero: -0 would be written as 0 anyway.
  return result === 0 ? 0 : result;
}

function nonZero(operator: '/' | '%', left: Json, right: Json): Json {
  if (right === 0) throw new InvalidOperation(`division by zero: ${show(left)} ${operator} 0`);
  return right;
}

function invalid(
  operator: ComparisonOperator | ArithmeticOperator,
  left: Json,
  right: Json,
  does: string,
): InvalidOperation {
  const what =
    left === null || right === null ? `'${operator}' does not take null` : `'${operator}' ${does}`;
  return new InvalidOperation(`${what}: ${show(left)} ${operator} ${show(right)}`);
}
