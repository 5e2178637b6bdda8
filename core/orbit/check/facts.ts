/** What a condition says about paths: `a.b != null` says that `a.b` and `a` are there. */

import type { OrbitChain, OrbitExpression } from '../expression/syntax.ts';

/** Facts of one condition that are kept; nobody writes more. */
const MAXIMUM_FACTS = 64;

/** `a.b.c` for a name and members behind it; null for all else. */
export function pathOf(expression: OrbitExpression): string | null {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind !== 'access') return null;
  const { of, parts } = expression;
  if (of.kind !== 'name' || parts.some(({ kind }) => kind === 'index')) return null;
  return [of.name, ...parts.map((part) => (part.kind === 'member' ? part.name : ''))].join('.');
}

/** Paths that are not null where the condition has come out as `outcome`. */
export function factsOf(condition: OrbitExpression, outcome: boolean): readonly string[] {
  return gather(condition, outcome).slice(0, MAXIMUM_FACTS);
}

function gather(condition: OrbitExpression, outcome: boolean): readonly string[] {
  if (condition.kind === 'unary' && condition.operator === 'not') {
    return gather(condition.operand, !outcome);
  }
  if (condition.kind !== 'chain') return [];
  switch (condition.rest[0]?.operator) {
    case 'and':
    case 'or': {
      const isWhole = (condition.rest[0].operator === 'and') === outcome;
      if (!isWhole) return [];
      const parts = [condition.first, ...condition.rest.map(({ operand }) => operand)];
      return parts.flatMap((part) => gather(part, outcome));
    }
    case '!=':
      return outcome ? comparedWithNull(condition) : [];
    case '==':
      return outcome ? [] : comparedWithNull(condition);
    default:
      return [];
  }
}

function comparedWithNull({ first, rest }: OrbitChain): readonly string[] {
  const [part, more] = rest;
  if (part === undefined || more !== undefined) return [];
  const path = isNull(part.operand) ? pathOf(first) : isNull(first) ? pathOf(part.operand) : null;
  return path === null ? [] : prefixesOf(path);
}

function isNull(expression: OrbitExpression): boolean {
  return expression.kind === 'literal' && expression.value === null;
}

/** `a`, `a.b` and `a.b.c` of `a.b.c`: what has a member is itself not null. */
function prefixesOf(path: string): readonly string[] {
  const names = path.split('.').slice(0, MAXIMUM_FACTS);
  return names.map((_, index) => names.slice(0, index + 1).join('.'));
}
