/** Durability: what a crash may and may not do to a run (driver protocol, crash and resume). */

import type { Rule, RunRule } from '../rule.ts';
import { recordRules } from './records.ts';
import { redeliveryRules } from './redelivery.ts';

const rules: readonly RunRule[] = [...recordRules, ...redeliveryRules];

export const durabilityRules: readonly Rule[] = rules;
