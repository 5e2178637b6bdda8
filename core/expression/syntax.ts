/**
 * What an expression is made of once it is read. Operators of one level stand side by side in
 * a chain, so that a long sum is no deep tree: depth comes from brackets and signs alone, and
 * those are limited.
 */

export type FunctionName =
  | 'len'
  | 'has'
  | 'empty'
  | 'lower'
  | 'upper'
  | 'contains'
  | 'abs'
  | 'min'
  | 'max'
  | 'round'
  | 'artifact'
  | 'resource';

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type ChainOperator = '??' | 'or' | 'and' | ComparisonOperator | ArithmeticOperator;
export type UnaryOperator = '-' | 'not';

export type Expression =
  | Literal
  | ArrayLiteral
  | PortReference
  | VariableReference
  | ConfigReference
  | DeclarationReference
  | MemberAccess
  | Call
  | Unary
  | Chain;

export interface Literal {
  readonly kind: 'literal';
  readonly value: null | boolean | number | string;
}

export interface ArrayLiteral {
  readonly kind: 'array';
  readonly items: readonly Expression[];
}

/** `node.port`. Offsets count UTF-16 code units of the text that was parsed. */
export interface PortReference {
  readonly kind: 'port';
  readonly node: string;
  readonly port: string;
  readonly offset: number;
}

/** A bare name: a loop variable, or a name that nothing declares. */
export interface VariableReference {
  readonly kind: 'variable';
  readonly name: string;
  /** All that stands there and could be an id, for messages: `my-node.port`. */
  readonly written: string;
  readonly offset: number;
}

/** `config.name` */
export interface ConfigReference {
  readonly kind: 'config';
  readonly name: string;
  readonly offset: number;
}

/** `artifact('id')` and `resource('id')`. */
export interface DeclarationReference {
  readonly kind: 'artifact' | 'resource';
  readonly id: string;
  readonly offset: number;
}

/** `of.a.b`: at least one name, and `of` is no member access itself. */
export interface MemberAccess {
  readonly kind: 'member';
  readonly of: Expression;
  readonly names: readonly string[];
}

/** Never a call of `artifact` or `resource`: those are references. */
export interface Call {
  readonly kind: 'call';
  readonly name: Exclude<FunctionName, 'artifact' | 'resource'>;
  readonly arguments: readonly Expression[];
  readonly offset: number;
}

export interface Unary {
  readonly kind: 'unary';
  readonly operator: UnaryOperator;
  readonly operand: Expression;
}

/** `first op operand op operand …`, left to right, all operators of one level. */
export interface Chain {
  readonly kind: 'chain';
  readonly first: Expression;
  /** At least one. */
  readonly rest: readonly { readonly operator: ChainOperator; readonly operand: Expression }[];
}

/** Text and expressions in turn. Texts are never empty. */
export interface Template {
  readonly parts: readonly (string | Expression)[];
}

/** What a document declares; it decides where an id ends that holds `-` and `.`. */
export interface Declarations {
  hasNode(id: string): boolean;
  /** Whether the node has this output port. */
  hasPort(node: string, port: string): boolean;
  /** Whether this loop variable is visible here. Needed only for names with `-` or `.`. */
  hasVariable?(name: string): boolean;
  /** Whether the node has this property. Needed only for names with `-` or `.`. */
  hasConfig?(name: string): boolean;
}

/** HX-3101: not well-formed; HX-3105: a function that is not in the closed set. */
export interface SyntaxError_ {
  readonly code: 'HX-3101' | 'HX-3105';
  readonly message: string;
  /** Where in the text, in UTF-16 code units from 0. */
  readonly offset: number;
}

/** From loosest to tightest; operators of one level go from left to right. */
export const LEVELS: readonly (readonly ChainOperator[])[] = [
  ['??'],
  ['or'],
  ['and'],
  ['==', '!=', '<', '<=', '>', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];
