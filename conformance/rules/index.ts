/** All rules, in the order of their families. A rule is never taken away, only marked. */

import { retryRules } from './retry/index.ts';
import type { Rule } from './rule.ts';

export const rules: readonly Rule[] = [...retryRules];

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

/** The rule of an id; null where there is none. */
export const ruleOf = (id: string): Rule | null => byId.get(id) ?? null;
