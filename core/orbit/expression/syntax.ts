/**
 * What an ORBIT expression is made of once it is read. Operators of one level stand side by
 * side in a chain, members and indexes behind each other in an access, and `else if` in one
 * `if`: depth comes from brackets and signs alone, and those are limited.
 */

import type { Span } from '../syntax/token.ts';

export type OrbitArithmetic = '+' | '-' | '*' | '/' | '%' | 'div';
export type OrbitComparison = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type OrbitOperator = 'or' | 'and' | OrbitComparison | OrbitArithmetic;
export type LiteralType = 'Null' | 'Bool' | 'Int' | 'Float' | 'String' | 'Duration';

export type OrbitExpression =
  | OrbitLiteral
  | OrbitName
  | OrbitAccess
  | OrbitList
  | OrbitObject
  | OrbitCall
  | OrbitUnary
  | OrbitChain
  | OrbitConditional;

export interface OrbitLiteral extends Span {
  readonly kind: 'literal';
  readonly type: LiteralType;
  /** A duration is whole ms. A whole number beyond 2^53 − 1 is the double next to it. */
  readonly value: null | boolean | number | string;
  /** Whether `value` is what is written, and not only near it. */
  readonly exact: boolean;
}

/** `input`, `execution`, a step or a loop variable. */
export interface OrbitName extends Span {
  readonly kind: 'name';
  readonly name: string;
}

/** `of.a[0].b`: at least one part, and `of` is no access itself. */
export interface OrbitAccess extends Span {
  readonly kind: 'access';
  readonly of: OrbitExpression;
  readonly parts: readonly AccessPart[];
}

export type AccessPart =
  | (Span & { readonly kind: 'member'; readonly name: string })
  | (Span & { readonly kind: 'index'; readonly index: OrbitExpression });

export interface OrbitList extends Span {
  readonly kind: 'list';
  readonly items: readonly OrbitExpression[];
}

export interface OrbitObject extends Span {
  readonly kind: 'object';
  readonly entries: readonly ObjectEntry[];
}

export interface ObjectEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: OrbitExpression;
}

export interface OrbitCall extends Span {
  readonly kind: 'call';
  readonly name: string;
  readonly nameSpan: Span;
  readonly arguments: readonly OrbitExpression[];
}

export interface OrbitUnary extends Span {
  readonly kind: 'unary';
  readonly operator: '-' | 'not';
  readonly operand: OrbitExpression;
}

/** `first op operand op operand …`, left to right, all operators of one level. */
export interface OrbitChain extends Span {
  readonly kind: 'chain';
  readonly first: OrbitExpression;
  /** At least one. */
  readonly rest: readonly ChainPart[];
}

export interface ChainPart {
  readonly operator: OrbitOperator;
  readonly operatorSpan: Span;
  readonly operand: OrbitExpression;
}

export interface OrbitConditional extends Span {
  readonly kind: 'if';
  /** At least one. */
  readonly branches: readonly {
    readonly condition: OrbitExpression;
    readonly value: OrbitExpression;
  }[];
  readonly otherwise: OrbitExpression;
}

/** From loosest to tightest; operators of one level go from left to right. */
export const LEVELS: readonly ReadonlyMap<string, OrbitOperator>[] = [
  new Map<string, OrbitOperator>([
    ['or', 'or'],
    ['||', 'or'],
  ]),
  new Map<string, OrbitOperator>([
    ['and', 'and'],
    ['&&', 'and'],
  ]),
  levelOf('==', '!=', '<', '<=', '>', '>='),
  levelOf('+', '-'),
  levelOf('*', '/', '%', 'div'),
];

function levelOf(...operators: readonly OrbitOperator[]): ReadonlyMap<string, OrbitOperator> {
  return new Map(operators.map((operator) => [operator, operator]));
}

/** Words that are no names within an expression. */
export const EXPRESSION_WORDS: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not', 'if', 'then', 'else', 'true', 'false', 'null', 'in'],
]);
