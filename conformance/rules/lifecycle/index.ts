/** Lifecycle: the states of nodes, and what they make of a run (HarnessXML §5.7, §6). */

import type { Rule } from '../rule.ts';
import { attemptRules } from './attempts.ts';
import { outcomeRules } from './outcome.ts';
import { transitionRules } from './transitions.ts';

export const lifecycleRules: readonly Rule[] = [
  ...transitionRules,
  ...attemptRules,
  ...outcomeRules,
];
