/** The parts of an expression, for whoever looks through all of it. */

import type { OrbitExpression } from './syntax.ts';

/** The parts that an expression is made of, in their order. */
export function childrenOf(expression: OrbitExpression): readonly OrbitExpression[] {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'access':
      return [
        expression.of,
        ...expression.parts.flatMap((part) => (part.kind === 'index' ? [part.index] : [])),
      ];
    case 'list':
      return expression.items;
    case 'object':
      return expression.entries.map(({ value }) => value);
    case 'call':
      return expression.arguments;
    case 'unary':
      return [expression.operand];
    case 'chain':
      return [expression.first, ...expression.rest.map(({ operand }) => operand)];
    case 'if':
      return [
        ...expression.branches.flatMap(({ condition, value }) => [condition, value]),
        expression.otherwise,
      ];
  }
}
