/** What all parts that infer types report: a null where a value must be, and another type. */

import { quote } from '../../model/show.ts';
import type { OrbitExpression } from '../expression/syntax.ts';
import { shown } from '../show-name.ts';
import type { Span } from '../syntax/token.ts';
import { mayBeNull, type OrbitType, UNKNOWN, withoutNull } from '../types.ts';
import { pathOf } from './facts.ts';
import type { TypeScope } from './type-scope.ts';

/** Gives the type of an expression; handed on, so that no file needs to import all others. */
export type Infer = (expression: OrbitExpression, scope: TypeScope) => OrbitType;

/** The type of an expression that must have a value: one that may be null is reported. */
export function present(expression: OrbitExpression, scope: TypeScope, infer: Infer): OrbitType {
  const type = infer(expression, scope);
  if (!mayBeNull(type)) return type;
  reportNull(expression, type, scope, 'a value is needed here');
  const value = withoutNull(type);
  return value.kind === 'never' ? UNKNOWN : value;
}

export function reportNull(
  expression: OrbitExpression,
  type: OrbitType,
  { findings, id }: TypeScope,
  why: string,
): void {
  const path = pathOf(expression);
  const what = path === null ? 'this' : quote(path);
  if (type.kind === 'null') {
    findings.add('U2021', expression, `${what} is null, and ${why}`, { id });
    return;
  }
  const name = path === null ? 'x' : shown(path);
  const note = `coalesce(${name}, …) gives another value instead, and so does if ${name} != null then … else …`;
  findings.add('U2021', expression, `${what} may be null, and ${why}`, { id, note });
}

export function mismatch(span: Span, message: string, { findings, id }: TypeScope): OrbitType {
  findings.add('U2020', span, message, { id });
  return UNKNOWN;
}
