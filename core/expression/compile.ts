/**
 * Expressions as closures: compiled once, evaluated often. Inside, a value comes back bare and
 * an invalid operation is thrown; the outermost closure turns both into an Evaluation.
 */

import type { Json } from '../model/json.ts';
import type { Evaluation, Scope } from './evaluation.ts';
import { InvalidOperation } from './failure.ts';
import { FUNCTIONS } from './functions.ts';
import { type BinaryOperation, invert, memberOf, negate, OPERATIONS, truth } from './operations.ts';
import type {
  ArithmeticOperator,
  Call,
  Chain,
  ComparisonOperator,
  Expression,
  Template,
  Unary,
} from './syntax.ts';
import { textOf } from './values.ts';

type Evaluate = (scope: Scope) => Json;

interface Compiled {
  readonly evaluate: Evaluate;
  /** The value depends on nothing: it is computed once. */
  readonly constant: boolean;
}

const TRUE: Evaluation = Object.freeze({ ok: true, value: true });
const FALSE: Evaluation = Object.freeze({ ok: true, value: false });
const NULL: Evaluation = Object.freeze({ ok: true, value: null });

/** Compiles an expression. Evaluating is total: it returns a value or HX-4106. */
export function compileExpression(expression: Expression): (scope: Scope) => Evaluation {
  return sealed(compile(expression).evaluate);
}

/**
 * Compiles a template. One expression alone keeps the type of its value; otherwise the parts
 * are joined: texts as they are, all other values as canonical JSON.
 */
export function compileTemplate(template: Template): (scope: Scope) => Evaluation {
  const [first, second] = template.parts;
  if (first !== undefined && second === undefined && typeof first !== 'string') {
    return compileExpression(first);
  }
  const parts = template.parts.map((part) =>
    typeof part === 'string' ? constant(part) : compile(part),
  );
  const texts = parts.map(({ evaluate }) => evaluate);
  return sealed(
    combined(parts, (scope) => {
      let text = '';
      for (const part of texts) text += textOf(part(scope));
      return text;
    }).evaluate,
  );
}

function sealed(evaluate: Evaluate): (scope: Scope) => Evaluation {
  return (scope) => {
    try {
      const value = evaluate(scope);
      if (value === true) return TRUE;
      if (value === false) return FALSE;
      return value === null ? NULL : { ok: true, value };
    } catch (error) {
      if (!(error instanceof InvalidOperation)) throw error;
      return { ok: false, code: 'HX-4106', message: error.message };
    }
  };
}

function compile(expression: Expression): Compiled {
  switch (expression.kind) {
    case 'literal':
      return constant(expression.value);
    case 'array':
      return compileArray(expression.items);
    case 'port': {
      const { node, port } = expression;
      return variable((scope) => scope.port(node, port) ?? null);
    }
    case 'variable': {
      const { name } = expression;
      return variable((scope) => scope.variable(name) ?? null);
    }
    case 'config': {
      const { name } = expression;
      return variable((scope) => scope.config(name) ?? null);
    }
    case 'artifact': {
      const { id } = expression;
      return variable((scope) => scope.artifact(id) ?? null);
    }
    case 'resource': {
      const { id } = expression;
      return variable((scope) => scope.resource(id) ?? null);
    }
    case 'member':
      return compileMember(compile(expression.of), expression.names);
    case 'call':
      return compileCall(expression);
    case 'unary':
      return compileUnary(expression);
    case 'chain':
      return compileChain(expression);
  }
}

function variable(evaluate: Evaluate): Compiled {
  return { evaluate, constant: false };
}

function constant(value: Json): Compiled {
  return { evaluate: () => value, constant: true };
}

/** What is made of constants alone is computed now; if it fails, it fails when evaluated. */
function combined(parts: readonly Compiled[], evaluate: Evaluate): Compiled {
  if (!parts.every((part) => part.constant)) return { evaluate, constant: false };
  try {
    return constant(evaluate(NOTHING));
  } catch (error) {
    if (!(error instanceof InvalidOperation)) throw error;
    return { evaluate, constant: false };
  }
}

const NOTHING: Scope = {
  port: () => null,
  variable: () => null,
  artifact: () => null,
  resource: () => null,
  config: () => null,
};

function compileArray(items: readonly Expression[]): Compiled {
  const parts = items.map(compile);
  const evaluators = parts.map(({ evaluate }) => evaluate);
  return combined(parts, (scope) => evaluators.map((evaluate) => evaluate(scope)));
}

function compileMember(of: Compiled, names: readonly string[]): Compiled {
  const { evaluate } = of;
  const [first = '', second] = names;
  if (second === undefined) return combined([of], (scope) => memberOf(evaluate(scope), first));
  return combined([of], (scope) => {
    let value = evaluate(scope);
    for (const name of names) value = memberOf(value, name);
    return value;
  });
}

function compileCall(call: Call): Compiled {
  const implementation = FUNCTIONS[call.name];
  const parts = call.arguments.map(compile);
  const [first, second] = parts;
  const one = first?.evaluate ?? NULL_VALUE;
  const two = second?.evaluate ?? NULL_VALUE;
  return combined(parts, (scope) => implementation(one(scope), two(scope)));
}

const NULL_VALUE: Evaluate = () => null;

function compileUnary(unary: Unary): Compiled {
  const operand = compile(unary.operand);
  const { evaluate } = operand;
  return unary.operator === '-'
    ? combined([operand], (scope) => negate(evaluate(scope)))
    : combined([operand], (scope) => invert(evaluate(scope)));
}

function compileChain(chain: Chain): Compiled {
  const parts = [compile(chain.first), ...chain.rest.map(({ operand }) => compile(operand))];
  const evaluators = parts.map(({ evaluate }) => evaluate);
  switch (chain.rest[0]?.operator) {
    case '??':
      return combined(parts, firstGiven(evaluators));
    case 'and':
      return combined(parts, conjunction(evaluators));
    case 'or':
      return combined(parts, disjunction(evaluators));
    default:
      return combined(parts, leftToRight(chain, evaluators));
  }
}

function firstGiven(evaluators: readonly Evaluate[]): Evaluate {
  return (scope) => {
    for (const evaluate of evaluators) {
      const value = evaluate(scope);
      if (value !== null) return value;
    }
    return null;
  };
}

function conjunction(evaluators: readonly Evaluate[]): Evaluate {
  return (scope) => {
    for (const evaluate of evaluators) if (!truth('and', evaluate(scope))) return false;
    return true;
  };
}

function disjunction(evaluators: readonly Evaluate[]): Evaluate {
  return (scope) => {
    for (const evaluate of evaluators) if (truth('or', evaluate(scope))) return true;
    return false;
  };
}

function leftToRight(chain: Chain, evaluators: readonly Evaluate[]): Evaluate {
  const operations = chain.rest.map(
    ({ operator }) => OPERATIONS[operator as ComparisonOperator | ArithmeticOperator],
  );
  const [first, second] = evaluators as [Evaluate, Evaluate];
  const operation = operations[0] as BinaryOperation;
  if (operations.length === 1) return (scope) => operation(first(scope), second(scope));
  return (scope) => {
    let value = first(scope);
    for (let index = 0; index < operations.length; index += 1) {
      const operand = (evaluators[index + 1] as Evaluate)(scope);
      value = (operations[index] as BinaryOperation)(value, operand);
    }
    return value;
  };
}
