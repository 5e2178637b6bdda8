/** The type of an expression, with a finding for each of its parts that has none. */

import { quote } from '../../model/show.ts';
import {
  arityOf,
  countOfArguments,
  FUNCTION_NAMES,
  isFunctionName,
} from '../expression/function-names.ts';
import type {
  OrbitCall,
  OrbitChain,
  OrbitConditional,
  OrbitExpression,
  OrbitLiteral,
  OrbitObject,
} from '../expression/syntax.ts';
import type { Span } from '../syntax/token.ts';
import {
  BOOL,
  DURATION,
  FLOAT,
  INT,
  isDynamic,
  isNumber,
  isPrimitive,
  join,
  listOf,
  NEVER,
  NULL,
  type OrbitType,
  objectOf,
  STRING,
  typeText,
  UNKNOWN,
} from '../types.ts';
import { typeOfAccess } from './access.ts';
import { factsOf } from './facts.ts';
import { typeOfCall } from './functions.ts';
import { typeOfArithmetic, typeOfComparison } from './operators.ts';
import { mismatch, present } from './present.ts';
import { known, type TypeScope, within } from './type-scope.ts';

/** The type of an expression. Of what has a finding it is unknown, so that no second follows. */
export function infer(expression: OrbitExpression, scope: TypeScope): OrbitType {
  switch (expression.kind) {
    case 'literal':
      return typeOfLiteral(expression, scope);
    case 'name':
      return known(expression.name, scope.typeOf(expression.name, expression), scope);
    case 'access':
      return typeOfAccess(expression, scope, infer);
    case 'list':
      return listOf(
        expression.items.reduce<OrbitType>((type, item) => join(type, infer(item, scope)), NEVER),
      );
    case 'object':
      return typeOfObject(expression, scope);
    case 'call':
      return inferCall(expression, scope);
    case 'unary': {
      const type = present(expression.operand, scope, infer);
      return expression.operator === '-'
        ? negated(type, expression, scope)
        : truth(type, expression.operand, scope);
    }
    case 'chain':
      return typeOfChain(expression, scope);
    case 'if':
      return typeOfConditional(expression, scope);
  }
}

/** A condition: true or false, and never null. */
export function inferTruth(expression: OrbitExpression, scope: TypeScope): void {
  truth(present(expression, scope, infer), expression, scope);
}

function truth(type: OrbitType, span: Span, scope: TypeScope): OrbitType {
  if (!isDynamic(type) && !isPrimitive(type, 'Bool')) {
    mismatch(span, `this is ${typeText(type)}, and Bool is wanted`, scope);
  }
  return BOOL;
}

function negated(type: OrbitType, span: Span, scope: TypeScope): OrbitType {
  if (isNumber(type) || isDynamic(type)) return type;
  return mismatch(span, `'-' takes a number, not ${typeText(type)}`, scope);
}

function typeOfLiteral(literal: OrbitLiteral, { findings, id }: TypeScope): OrbitType {
  if (!literal.exact) {
    const message = `no double is exactly this number; the nearest is ${literal.value}`;
    findings.add('U2506', literal, message, { id });
  }
  switch (literal.type) {
    case 'Null':
      return NULL;
    case 'Bool':
      return BOOL;
    case 'Int':
      return INT;
    case 'Float':
      return FLOAT;
    case 'String':
      return STRING;
    case 'Duration':
      return DURATION;
  }
}

function typeOfObject({ entries }: OrbitObject, scope: TypeScope): OrbitType {
  const fields = new Map<string, OrbitType>();
  const spans = new Map<string, Span>();
  for (const { key, keySpan, value } of entries) {
    reportTwice(key, keySpan, spans, scope);
    fields.set(key, infer(value, scope));
  }
  return objectOf(fields);
}

/** A key that an object has already. */
export function reportTwice(
  key: string,
  span: Span,
  spans: Map<string, Span>,
  { findings, id }: TypeScope,
): void {
  const first = spans.get(key);
  if (first === undefined) {
    spans.set(key, span);
    return;
  }
  const related = [{ start: first.start, end: first.end, message: 'the first stands here' }];
  findings.add('U2004', span, `${quote(key)} is given twice`, { id, related });
}

function inferCall(call: OrbitCall, scope: TypeScope): OrbitType {
  const { name, nameSpan } = call;
  const { findings, id } = scope;
  const arity = arityOf(name);
  const given = call.arguments.length;
  if (arity === null || !isFunctionName(name)) {
    for (const argument of call.arguments) infer(argument, scope);
    const hint = findings.suggest(name, FUNCTION_NAMES);
    findings.add('U2012', nameSpan, `there is no function ${quote(name)}${hint}`, { id });
    return UNKNOWN;
  }
  if (given < arity.least || given > arity.most) {
    for (const argument of call.arguments) infer(argument, scope);
    const count = `${given} ${given === 1 ? 'is' : 'are'} given`;
    const message = `${name}() takes ${countOfArguments(arity)}, and ${count}`;
    findings.add('U2012', nameSpan, message, { id });
    return UNKNOWN;
  }
  return typeOfCall(name, call.arguments, scope, infer);
}

function typeOfChain(chain: OrbitChain, scope: TypeScope): OrbitType {
  const operator = chain.rest[0]?.operator;
  if (operator === 'and' || operator === 'or') {
    let inner = scope;
    for (const part of [chain.first, ...chain.rest.map(({ operand }) => operand)]) {
      inferTruth(part, inner);
      inner = within(inner, factsOf(part, operator === 'and'));
    }
    return BOOL;
  }
  let left = chain.first;
  let type: OrbitType | null = null;
  for (const part of chain.rest) {
    const { start } = chain.first;
    switch (part.operator) {
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        type = typeOfComparison(part, left, type, scope, infer);
        break;
      default:
        type = typeOfArithmetic(part, left, type, scope, infer);
    }
    left = { ...chain, start, end: part.operand.end };
  }
  return type ?? UNKNOWN;
}

function typeOfConditional({ branches, otherwise }: OrbitConditional, scope: TypeScope): OrbitType {
  let type: OrbitType = NEVER;
  let inner = scope;
  for (const { condition, value } of branches) {
    inferTruth(condition, inner);
    type = join(type, infer(value, within(inner, factsOf(condition, true))));
    inner = within(inner, factsOf(condition, false));
  }
  return join(type, infer(otherwise, inner));
}
