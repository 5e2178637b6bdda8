/** What is broken, as a name: of an expectation by its number, or of a rule. */

import type { PropertyBreak } from '../properties/property.ts';

export const keyOfExpectation = (index: number, { node }: Pick<PropertyBreak, 'node'>): string =>
  `${index}|${node ?? ''}`;

export const keyOfRule = (rule: string): string => `rule:${rule}|`;

export type BrokenKey =
  | { readonly kind: 'expectation'; readonly index: number }
  | { readonly kind: 'rule'; readonly rule: string };

export const readKey = (key: string): BrokenKey => {
  const name = key.slice(0, key.indexOf('|'));
  return name.startsWith('rule:')
    ? { kind: 'rule', rule: name.slice('rule:'.length) }
    : { kind: 'expectation', index: Number(name) };
};
