/** Which rules catch which mutants: what the mutants claim, and a test holds them to it. */

import type { Rule } from '../rules/rule.ts';
import { mutants as all } from './index.ts';
import type { Mutant } from './mutant.ts';

export interface KillMatrix {
  /** Rule → the mutants that it must catch, in the order of the catalogue. */
  readonly byRule: ReadonlyMap<string, readonly Mutant[]>;
  /** Rules that no mutant names. */
  readonly idle: readonly string[];
}

export const killMatrix = (
  rules: readonly Pick<Rule, 'id'>[],
  mutants: readonly Mutant[] = all,
): KillMatrix => {
  const byRule = new Map<string, readonly Mutant[]>(
    rules.map(({ id }) => [id, mutants.filter(({ caughtBy }) => caughtBy.includes(id))]),
  );
  const idle = [...byRule].flatMap(([id, caught]) => (caught.length === 0 ? [id] : []));
  return { byRule, idle };
};
