/**
 * From an expression to a closure: read once, evaluated often. Inside, a value comes back bare
 * and an invalid operation is thrown; the outermost closure turns both into an evaluation.
 */

import { InvalidOperation } from '../../expression/failure.ts';
import { invert, negate } from '../../expression/operations.ts';
import type { Json } from '../../model/json.ts';
import type { OrbitEvaluation, OrbitScope } from './evaluation.ts';
import { isFunctionName } from './function-names.ts';
import { FUNCTIONS } from './functions.ts';
import { elementOf, memberOf, OPERATIONS, truth } from './operations.ts';
import type {
  AccessPart,
  OrbitArithmetic,
  OrbitChain,
  OrbitComparison,
  OrbitConditional,
  OrbitExpression,
  OrbitLiteral,
} from './syntax.ts';

type Evaluate = (scope: OrbitScope) => Json;

/**
 * Compiles an expression. Evaluating is total: it returns a value or EXPRESSION_ERROR, never
 * throws what the scope did not throw, and reads nothing but the scope.
 */
export function compileOrbitExpression(
  expression: OrbitExpression,
): (scope: OrbitScope) => OrbitEvaluation {
  const evaluate = compile(expression);
  return (scope) => {
    try {
      return { ok: true, value: evaluate(scope) };
    } catch (error) {
      if (!(error instanceof InvalidOperation)) throw error;
      return { ok: false, code: 'EXPRESSION_ERROR', message: error.message };
    }
  };
}

function compile(expression: OrbitExpression): Evaluate {
  switch (expression.kind) {
    case 'literal':
      return compileLiteral(expression);
    case 'name':
      return compileName(expression.name);
    case 'access':
      return compileAccess(compile(expression.of), expression.parts);
    case 'list': {
      const items = expression.items.map(compile);
      return (scope) => items.map((item) => item(scope));
    }
    case 'object':
      return compileObject(
        expression.entries.map(({ key, value }) => [key, compile(value)] as const),
      );
    case 'call':
      return compileCall(expression.name, expression.arguments);
    case 'unary': {
      const operand = compile(expression.operand);
      return expression.operator === '-'
        ? (scope) => negate(operand(scope))
        : (scope) => invert(operand(scope));
    }
    case 'chain':
      return compileChain(expression);
    case 'if':
      return compileConditional(expression);
  }
}

function compileLiteral({ value, exact }: OrbitLiteral): Evaluate {
  if (exact) return () => value;
  return () => {
    throw new InvalidOperation(
      `this number is beyond 2^53 - 1 and no double is exactly it; the nearest is ${value}`,
    );
  };
}

function compileName(name: string): Evaluate {
  switch (name) {
    case 'input':
      return (scope) => scope.input();
    case 'execution':
      return (scope) => scope.execution();
    default:
      return (scope) => {
        const value = scope.variable(name);
        return value === undefined ? (scope.step(name) ?? null) : value;
      };
  }
}

function compileAccess(of: Evaluate, parts: readonly AccessPart[]): Evaluate {
  const steps = parts.map((part): ((value: Json, scope: OrbitScope) => Json) => {
    if (part.kind === 'member') {
      const { name } = part;
      return (value) => memberOf(value, name);
    }
    const index = compile(part.index);
    return (value, scope) => elementOf(value, index(scope));
  });
  const [only, second] = steps;
  if (only !== undefined && second === undefined) return (scope) => only(of(scope), scope);
  return (scope) => {
    let value = of(scope);
    for (const step of steps) value = step(value, scope);
    return value;
  };
}

function compileObject(entries: readonly (readonly [string, Evaluate])[]): Evaluate {
  return (scope) => {
    const object: { [key: string]: Json } = {};
    for (const [key, value] of entries) {
      // A plain assignment of this one name would set the prototype.
      if (key === '__proto__') {
        const member = {
          value: value(scope),
          enumerable: true,
          configurable: true,
          writable: true,
        };
        Object.defineProperty(object, key, member);
      } else {
        object[key] = value(scope);
      }
    }
    return object;
  };
}

function compileCall(name: string, parts: readonly OrbitExpression[]): Evaluate {
  if (!isFunctionName(name)) {
    return () => {
      throw new InvalidOperation(`there is no function ${name}`);
    };
  }
  const [first = NULL, second = NULL, third] = parts.map(compile);
  if (name === 'coalesce') return (scope) => first(scope) ?? second(scope);
  const implementation = FUNCTIONS[name];
  return (scope) => implementation(first(scope), second(scope), third?.(scope));
}

const NULL: Evaluate = () => null;

function compileChain({ first, rest }: OrbitChain): Evaluate {
  const start = compile(first);
  const operands = rest.map(({ operand }) => compile(operand));
  switch (rest[0]?.operator) {
    case 'and':
      return (scope) =>
        truth('and', start(scope)) && operands.every((operand) => truth('and', operand(scope)));
    case 'or':
      return (scope) =>
        truth('or', start(scope)) || operands.some((operand) => truth('or', operand(scope)));
  }
  const operations = rest.map(
    ({ operator }) => OPERATIONS[operator as OrbitComparison | OrbitArithmetic],
  );
  return (scope) => {
    let value = start(scope);
    for (let index = 0; index < operations.length; index += 1) {
      const operation = operations[index] as (typeof operations)[number];
      value = operation(value, (operands[index] as Evaluate)(scope));
    }
    return value;
  };
}

function compileConditional({ branches, otherwise }: OrbitConditional): Evaluate {
  const compiled = branches.map(({ condition, value }) => ({
    condition: compile(condition),
    value: compile(value),
  }));
  const last = compile(otherwise);
  return (scope) => {
    for (const { condition, value } of compiled) {
      if (truth('if', condition(scope))) return value(scope);
    }
    return last(scope);
  };
}
