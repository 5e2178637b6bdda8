/**
 * The expressions of ORBIT: read once, compiled to closures, evaluated often. They are pure:
 * no clock, no chance, nothing from outside but the scope.
 *
 * Numbers are JSON's, so they are doubles. An Int is exact from −(2^53 − 1) to 2^53 − 1; an
 * operation whose whole operands are in that range and whose result is not, a literal that no
 * double is exactly, a result that is infinite, and a division by zero are EXPRESSION_ERROR:
 * nothing is rounded in silence. `/` divides exactly, `div` divides whole numbers towards zero;
 * the compiler writes `div` for a `/` between two Ints. A Duration is whole ms.
 */

export { compileOrbitExpression } from './compile.ts';
export type { OrbitEvaluation, OrbitScope } from './evaluation.ts';
export { FUNCTION_NAMES, type OrbitFunctionName } from './function-names.ts';
export { type OrbitExpressionReading, parseOrbitExpression } from './parse.ts';
export type { OrbitExpression } from './syntax.ts';
