/** The types of arithmetic and comparisons. */

import type { ChainPart, OrbitExpression } from '../expression/syntax.ts';
import {
  BOOL,
  canBeEqual,
  DURATION,
  FLOAT,
  INT,
  isDynamic,
  isNumber,
  isPrimitive,
  isText,
  JSON_TYPE,
  mayBeNull,
  type OrbitType,
  STRING,
  typeText,
  UNKNOWN,
} from '../types.ts';
import { type Infer, mismatch, present } from './present.ts';
import type { TypeScope } from './type-scope.ts';

/** @param before The type of `left`, where it has been inferred already. */
export function typeOfArithmetic(
  part: ChainPart,
  left: OrbitExpression,
  before: OrbitType | null,
  scope: TypeScope,
  infer: Infer,
): OrbitType {
  const one = before ?? present(left, scope, infer);
  const other = present(part.operand, scope, infer);
  const result = arithmetic(part, one, other, scope);
  if (result !== null) return result;
  const message = `'${part.operator}' does not take ${typeText(one)} and ${typeText(other)}`;
  return mismatch(part.operatorSpan, message, scope);
}

/** Null where the operator does not take the two. */
function arithmetic(
  part: ChainPart,
  one: OrbitType,
  other: OrbitType,
  scope: TypeScope,
): OrbitType | null {
  const { operator } = part;
  if (one.kind === 'unknown' || other.kind === 'unknown') return UNKNOWN;
  if (operator === '+' && (isText(one) || isText(other))) {
    const isJoin = [one, other].every((type) => isText(type) || isDynamic(type));
    return isJoin ? STRING : null;
  }
  if (isDynamic(one) || isDynamic(other)) {
    const rest = isDynamic(one) ? other : one;
    return isDynamic(rest) || isNumber(rest) || isDuration(rest) ? JSON_TYPE : null;
  }
  if (isDuration(one) || isDuration(other)) return ofDurations(part, one, other, scope);
  if (!isNumber(one) || !isNumber(other)) return null;
  const isWhole = isPrimitive(one, 'Int') && isPrimitive(other, 'Int');
  if (operator === 'div' && !isWhole) return null;
  if (operator === '/' && isWhole) scope.divides(part);
  return isWhole ? INT : FLOAT;
}

/** Durations are added to each other, and multiplied and divided by whole numbers. */
function ofDurations(
  part: ChainPart,
  one: OrbitType,
  other: OrbitType,
  scope: TypeScope,
): OrbitType | null {
  const isBoth = isDuration(one) && isDuration(other);
  switch (part.operator) {
    case '+':
    case '-':
      return isBoth ? DURATION : null;
    case '*':
      return !isBoth && (isPrimitive(one, 'Int') || isPrimitive(other, 'Int')) ? DURATION : null;
    case '/':
    case 'div':
      if (!isDuration(one) || !isPrimitive(other, 'Int')) return null;
      if (part.operator === '/') scope.divides(part);
      return DURATION;
    default:
      return null;
  }
}

function isDuration(type: OrbitType): boolean {
  return isPrimitive(type, 'Duration');
}

export function typeOfComparison(
  part: ChainPart,
  left: OrbitExpression,
  before: OrbitType | null,
  scope: TypeScope,
  infer: Infer,
): OrbitType {
  const { operator } = part;
  if (operator === '==' || operator === '!=') {
    const one = before ?? infer(left, scope);
    const other = infer(part.operand, scope);
    if (!canBeEqual(one, other)) {
      const always = operator === '==' ? 'false' : 'true';
      const message =
        mayBeNull(one) || mayBeNull(other) ? neverNull(one, other) : differ(one, other);
      const text = `${message}, so this is always ${always}`;
      scope.findings.add('U2502', part.operatorSpan, text, { id: scope.id });
    }
    return BOOL;
  }
  const one = before ?? present(left, scope, infer);
  const other = present(part.operand, scope, infer);
  const isOrdered =
    isDynamic(one) ||
    isDynamic(other) ||
    (isNumber(one) && isNumber(other)) ||
    (isText(one) && isText(other)) ||
    (isDuration(one) && isDuration(other));
  if (!isOrdered) {
    const message = `'${operator}' does not take ${typeText(one)} and ${typeText(other)}`;
    mismatch(part.operatorSpan, message, scope);
  }
  return BOOL;
}

function differ(one: OrbitType, other: OrbitType): string {
  return `${typeText(one)} is never equal to ${typeText(other)}`;
}

function neverNull(one: OrbitType, other: OrbitType): string {
  if (one.kind === 'null') return `${typeText(other)} is never null`;
  if (other.kind === 'null') return `${typeText(one)} is never null`;
  return differ(one, other);
}
