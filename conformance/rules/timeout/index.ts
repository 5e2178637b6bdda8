/** Timeouts of attempts (HarnessXML §8.2; ORBIT, attempts). */

import type { Rule } from '../rule.ts';
import { boundRules } from './bounds.ts';
import { consequenceRules } from './consequences.ts';

export const timeoutRules: readonly Rule[] = [...boundRules, ...consequenceRules];
