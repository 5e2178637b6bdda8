/** An expression where a type is wanted: literals are looked into, so that findings are exact. */

import { quote } from '../../model/show.ts';
import type { OrbitExpression, OrbitObject } from '../expression/syntax.ts';
import type { Related } from '../findings.ts';
import type { Span } from '../syntax/token.ts';
import {
  type Fields,
  isAssignable,
  mayBeLeftOut,
  mayBeNull,
  type OrbitType,
  optional,
  typeText,
  withoutNull,
} from '../types.ts';
import { factsOf } from './facts.ts';
import { infer, inferTruth, reportTwice } from './infer.ts';
import { reportNull } from './present.ts';
import { type TypeScope, within } from './type-scope.ts';

export interface Wanted {
  readonly type: OrbitType;
  /** What it is for, as messages name it: `'n' of task 'a.run'`. */
  readonly what: () => string;
  /** Where it is declared. */
  readonly related: () => readonly Related[];
}

/** Reports what keeps an expression from standing where a type is wanted. */
export function checkAgainst(expression: OrbitExpression, wanted: Wanted, scope: TypeScope): void {
  const inner = withoutNull(wanted.type);
  switch (expression.kind) {
    case 'list':
      if (inner.kind !== 'list') break;
      for (const item of expression.items) {
        checkAgainst(
          item,
          { ...wanted, type: inner.of, what: () => `an element of ${wanted.what()}` },
          scope,
        );
      }
      return;
    case 'object':
      if (inner.kind === 'record' || inner.kind === 'map') {
        checkObject(expression, { ...wanted, type: inner }, scope);
        return;
      }
      break;
    case 'if': {
      let reached = scope;
      for (const { condition, value } of expression.branches) {
        inferTruth(condition, reached);
        checkAgainst(value, wanted, within(reached, factsOf(condition, true)));
        reached = within(reached, factsOf(condition, false));
      }
      checkAgainst(expression.otherwise, wanted, reached);
      return;
    }
    case 'call': {
      const [value, otherwise, more] = expression.arguments;
      if (expression.name !== 'coalesce' || value === undefined || otherwise === undefined) break;
      if (more !== undefined) break;
      checkAgainst(value, { ...wanted, type: optional(wanted.type) }, scope);
      checkAgainst(otherwise, wanted, scope);
      return;
    }
    case 'literal':
      if (typeof expression.value === 'string' && isWrittenAsText(inner)) {
        checkText(expression, expression.value, inner, wanted, scope);
        return;
      }
      break;
  }
  const type = infer(expression, scope);
  if (isAssignable(type, wanted.type)) return;
  if (mayBeNull(type) && isAssignable(withoutNull(type), wanted.type)) {
    reportNull(expression, type, scope, `${wanted.what()} takes ${typeText(wanted.type)}`);
    return;
  }
  report('U2020', expression, messageOf(wanted, typeText(type)), wanted, scope);
}

function messageOf({ what, type }: Wanted, given: string): string {
  return `${what()} takes ${typeText(type)}, and this is ${given}`;
}

function report(
  code: 'U2020' | 'U2022' | 'U2023',
  span: Span,
  message: string,
  { related }: Wanted,
  { findings, id }: TypeScope,
): void {
  findings.add(code, span, message, { id, related: related() });
}

/** Texts that are written out may stand for these types, if they look like one. */
const SHAPES: Readonly<Record<string, readonly [shape: RegExp, example: string]>> = {
  UUID: [
    /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/,
    '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  ],
  Timestamp: [
    /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/,
    '2026-04-26T12:00:00Z',
  ],
  Bytes: [/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'aGVsbG8='],
};

function isWrittenAsText(type: OrbitType): boolean {
  return type.kind === 'primitive' && Object.hasOwn(SHAPES, type.name);
}

function checkText(
  span: Span,
  text: string,
  type: OrbitType,
  wanted: Wanted,
  scope: TypeScope,
): void {
  const [shape, example] = SHAPES[typeText(type)] ?? [/^/, ''];
  if (shape.test(text)) return;
  const given = `the text ${quote(text)}; write one such as "${example}"`;
  report('U2020', span, messageOf(wanted, given), wanted, scope);
}

function checkObject(object: OrbitObject, wanted: Wanted, scope: TypeScope): void {
  const { type } = wanted;
  const spans = new Map<string, Span>();
  for (const { key, keySpan, value } of object.entries) {
    reportTwice(key, keySpan, spans, scope);
    const field = type.kind === 'record' ? type.fields.get(key) : fieldOfMap(type);
    if (field !== undefined) {
      const what = (): string => `${quote(key)} of ${nameOf(wanted)}`;
      checkAgainst(value, { ...wanted, type: field, what }, scope);
    } else {
      infer(value, scope);
      const names = type.kind === 'record' ? type.fields.keys() : [];
      const hint = scope.findings.suggest(key, names);
      const message = `${typeText(type)} has no field ${quote(key)}${hint}`;
      report('U2023', keySpan, message, wanted, scope);
    }
  }
  if (type.kind === 'record') reportMissing(type.fields, spans, object, wanted, scope);
}

function fieldOfMap(type: OrbitType): OrbitType | undefined {
  return type.kind === 'map' ? type.of : undefined;
}

function nameOf({ type, what }: Wanted): string {
  return type.kind === 'record' ? type.name : what();
}

function reportMissing(
  fields: Fields,
  given: ReadonlyMap<string, Span>,
  { start }: Span,
  wanted: Wanted,
  scope: TypeScope,
): void {
  const missing = [...fields].filter(([name, type]) => !given.has(name) && !mayBeLeftOut(type));
  if (missing.length === 0) return;
  const names = missing.slice(0, 5).map(([name]) => quote(name));
  const more = missing.length > names.length ? ', …' : '';
  const message = `${nameOf(wanted)} needs ${names.join(', ')}${more}`;
  report('U2022', { start, end: start + 1 }, message, wanted, scope);
}
