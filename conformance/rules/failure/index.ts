/** Failure and abort: who handles a failure, and what an abort stops (HarnessXML §8.4.1, ORBIT). */

import type { Rule } from '../rule.ts';
import { abortingRules } from './aborting.ts';
import { childRules } from './children.ts';
import { endRules } from './ends.ts';
import { errorEdgeRules } from './error-edges.ts';
import { queueRules } from './queue.ts';
import { returnValueRules } from './return-value.ts';

export const failureRules: readonly Rule[] = [
  ...errorEdgeRules,
  ...abortingRules,
  ...endRules,
  ...childRules,
  ...queueRules,
  ...returnValueRules,
];
