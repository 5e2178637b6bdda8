/** Writes an expression as text that reads as the same expression. */

import { type ChainOperator, type Expression, LEVELS, type Template } from './syntax.ts';

const UNARY_LEVEL = LEVELS.length;
const PRIMARY_LEVEL = UNARY_LEVEL + 1;

/** The text between `${` and `}`, with as few brackets as the levels of operators allow. */
export function printExpression(expression: Expression): string {
  return print(expression, 0);
}

export function printTemplate(template: Template): string {
  return template.parts
    .map((part) =>
      typeof part === 'string'
        ? part.replaceAll('${', () => '$${')
        : `\${${printExpression(part)}}`,
    )
    .join('');
}

function print(expression: Expression, level: number): string {
  const text = printBare(expression);
  return levelOf(expression) < level ? `(${text})` : text;
}

function printBare(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return printLiteral(expression.value);
    case 'array':
      return `[${printList(expression.items)}]`;
    case 'port':
      return `${expression.node}.${expression.port}`;
    case 'variable':
      return expression.name;
    case 'config':
      return `config.${expression.name}`;
    case 'artifact':
    case 'resource':
      return `${expression.kind}(${printLiteral(expression.id)})`;
    case 'member':
      return [printOwner(expression.of), ...expression.names].join('.');
    case 'call':
      return `${expression.name}(${printList(expression.arguments)})`;
    case 'unary': {
      const operand = print(expression.operand, UNARY_LEVEL);
      return expression.operator === 'not' ? `not ${operand}` : `-${operand}`;
    }
    case 'chain': {
      const inner = levelOf(expression) + 1;
      const rest = expression.rest.map(
        ({ operator, operand }) => ` ${operator} ${print(operand, inner)}`,
      );
      return print(expression.first, inner) + rest.join('');
    }
  }
}

/** A point behind a number would be read as a part of it. */
function printOwner(owner: Expression): string {
  const isNumber = owner.kind === 'literal' && typeof owner.value === 'number';
  return isNumber ? `(${printBare(owner)})` : print(owner, PRIMARY_LEVEL);
}

function printList(items: readonly Expression[]): string {
  return items.map((item) => print(item, 0)).join(', ');
}

function printLiteral(value: null | boolean | number | string): string {
  if (typeof value !== 'string') return String(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function levelOf(expression: Expression): number {
  if (expression.kind === 'unary') return UNARY_LEVEL;
  if (expression.kind !== 'chain') return PRIMARY_LEVEL;
  const operator = expression.rest[0]?.operator as ChainOperator;
  return LEVELS.findIndex((operators) => operators.includes(operator));
}
