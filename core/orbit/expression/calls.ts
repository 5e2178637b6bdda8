/** Calls that no function answers. */

import { quote } from '../../model/show.ts';
import { didYouMean } from '../../model/suggest.ts';
import { childrenOf } from './children.ts';
import { type Arity, arityOf, countOfArguments, FUNCTION_NAMES } from './function-names.ts';
import type { OrbitCall, OrbitExpression } from './syntax.ts';

/** The first function that is not known or takes another number of arguments. */
export function faultOfFunctions(
  expression: OrbitExpression,
): { message: string; start: number } | null {
  const open: OrbitExpression[] = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const message = next.kind === 'call' ? faultOfCall(next) : null;
    if (message !== null) return { message, start: next.start };
    open.push(...[...childrenOf(next)].reverse());
  }
  return null;
}

function faultOfCall({ name, arguments: given }: OrbitCall): string | null {
  const arity = arityOf(name);
  if (arity === null) return messageOfUnknown(name);
  if (given.length >= arity.least && given.length <= arity.most) return null;
  return messageOfCount(name, arity, given.length);
}

/** `len() takes 1 argument, and 2 are given` */
export function messageOfCount(name: string, arity: Arity, given: number): string {
  return `${name}() takes ${countOfArguments(arity)}, and ${given} ${given === 1 ? 'is' : 'are'} given`;
}

/** `there is no function 'x'`, and the nearest that there is. */
export function messageOfUnknown(name: string): string {
  return `there is no function ${quote(name)}${didYouMean(name, FUNCTION_NAMES)}`;
}
