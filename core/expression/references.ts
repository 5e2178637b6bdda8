/** What an expression reads: the ground of static validation. */

import type { Expression, Template } from './syntax.ts';

export type Reference =
  | { readonly kind: 'port'; readonly node: string; readonly port: string; readonly offset: number }
  | {
      readonly kind: 'variable';
      readonly name: string;
      /** All that stands there and could be an id, for messages: `my-node.port`. */
      readonly written: string;
      readonly offset: number;
    }
  | { readonly kind: 'config'; readonly name: string; readonly offset: number }
  | { readonly kind: 'artifact' | 'resource'; readonly id: string; readonly offset: number }
  | { readonly kind: 'function'; readonly name: string; readonly offset: number };

/** Every reference and function call, in the order in which they are written. */
export function references(expression: Expression): readonly Reference[] {
  const found: Reference[] = [];
  collect(expression, found);
  return found;
}

/** The references of all expressions of a template. */
export function templateReferences(template: Template): readonly Reference[] {
  const found: Reference[] = [];
  for (const part of template.parts) if (typeof part !== 'string') collect(part, found);
  return found;
}

function collect(expression: Expression, found: Reference[]): void {
  switch (expression.kind) {
    case 'literal':
      return;
    case 'port':
    case 'variable':
    case 'config':
    case 'artifact':
    case 'resource':
      found.push(expression);
      return;
    case 'array':
      for (const item of expression.items) collect(item, found);
      return;
    case 'member':
      collect(expression.of, found);
      return;
    case 'call':
      found.push({ kind: 'function', name: expression.name, offset: expression.offset });
      for (const argument of expression.arguments) collect(argument, found);
      return;
    case 'unary':
      collect(expression.operand, found);
      return;
    case 'chain':
      collect(expression.first, found);
      for (const { operand } of expression.rest) collect(operand, found);
  }
}
