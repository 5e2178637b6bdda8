/** All rules, in the order of their families. A rule is never taken away, only marked. */

import { compensationRules } from './compensation/index.ts';
import { documentRules } from './document/index.ts';
import { durabilityRules } from './durability/index.ts';
import { failureRules } from './failure/index.ts';
import { idempotenceRules } from './idempotence/index.ts';
import { lifecycleRules } from './lifecycle/index.ts';
import { operatorRules } from './operator/index.ts';
import { retryRules } from './retry/index.ts';
import type { Rule } from './rule.ts';
import { scheduleRules } from './schedule/index.ts';
import { timeoutRules } from './timeout/index.ts';

export const rules: readonly Rule[] = [
  ...retryRules,
  ...timeoutRules,
  ...idempotenceRules,
  ...failureRules,
  ...compensationRules,
  ...lifecycleRules,
  ...scheduleRules,
  ...durabilityRules,
  ...operatorRules,
  ...documentRules,
];

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

/** The rule of an id; null where there is none. */
export const ruleOf = (id: string): Rule | null => byId.get(id) ?? null;
