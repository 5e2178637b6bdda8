/** Retry: how often, which failures, and how long between (HarnessXML §8.1, discipline 1 and 3). */

import type { Rule } from '../rule.ts';
import { attemptRules } from './attempts.ts';
import { delayRules } from './delays.ts';
import { jitterRules } from './jitter.ts';

export const retryRules: readonly Rule[] = [...attemptRules, ...delayRules, ...jitterRules];
