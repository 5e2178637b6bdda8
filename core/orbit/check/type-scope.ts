/** What the names of an expression mean, and where findings about it go. */

import type { ChainPart } from '../expression/syntax.ts';
import type { Findings, Related } from '../findings.ts';
import type { Span } from '../syntax/token.ts';
import { type OrbitType, withoutNull } from '../types.ts';

export interface TypeScope {
  readonly findings: Findings;
  /** The step or workflow that the expression is in. */
  readonly id: string | null;
  /** The type of a name; one that is not known is reported, and of an unknown type. */
  readonly typeOf: (name: string, span: Span) => OrbitType;
  /** Where that is declared which a path leads to, as far as there is such a place. */
  readonly relatedOf: (path: string) => readonly Related[];
  /** Paths that are known not to be null here. */
  readonly present: ReadonlySet<string>;
  /** Takes each `/` that divides whole numbers. */
  readonly divides: (part: ChainPart) => void;
}

/** The same scope where more paths are known not to be null. */
export function within(scope: TypeScope, facts: readonly string[]): TypeScope {
  if (facts.length === 0) return scope;
  return { ...scope, present: new Set([...scope.present, ...facts]) };
}

/** The type of what a path leads to: not optional where it is known to be there. */
export function known(path: string | null, type: OrbitType, { present }: TypeScope): OrbitType {
  return path !== null && present.has(path) ? withoutNull(type) : type;
}
