/**
 * The expression language of HarnessXML §10: read once, compiled to closures, evaluated often.
 * `parse…` reads and returns the first mistake; `compile…` makes a function of a Scope.
 *
 * Where the specification is silent: maps have members, arrays have none (there is no `[ ]`),
 * a member of null is null, and one of anything else is HX-4106. `in` looks for an element of
 * an array, a part of a text, or a key of a map. Texts are ordered by code points. `%` keeps
 * the sign of its left operand. `round` takes halves away from zero. `lower` and `upper` map
 * Latin, Greek and Cyrillic letters alone. `contains` may look for null in an array.
 */

export { compileExpression, compileTemplate } from './compile.ts';
export { artifactValue, propertiesValue, resourceValue } from './declaration-values.ts';
export type { Evaluation, Scope } from './evaluation.ts';
export { FUNCTION_NAMES } from './function-names.ts';
export { type ExpressionReading, parseExpression } from './parse.ts';
export { printExpression, printTemplate } from './print.ts';
export { type Reference, references, templateReferences } from './references.ts';
export type {
  Declarations,
  Expression,
  FunctionName,
  SyntaxError_,
  Template,
} from './syntax.ts';
export { hasExpression, parseCondition, parseTemplate, type TemplateReading } from './template.ts';
