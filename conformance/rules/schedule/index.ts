/** Scheduling: what begins, when, and how often (HarnessXML §4, §5, §7). */

import type { Rule } from '../rule.ts';
import { decisionRules } from './decisions.ts';
import { edgeRules } from './edges.ts';
import { joinRules } from './joins.ts';
import { loopRules } from './loops.ts';
import { nodeRules } from './nodes.ts';
import { scopedRules } from './scoped.ts';

export const scheduleRules: readonly Rule[] = [
  ...edgeRules,
  ...joinRules,
  ...nodeRules,
  ...decisionRules,
  ...loopRules,
  ...scopedRules,
];
