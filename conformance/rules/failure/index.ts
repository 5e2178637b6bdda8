/** Failure and abort: who handles a failure, and what an abort stops (HarnessXML §8.4.1, ORBIT). */

import type { Rule } from '../rule.ts';
import { childRules } from './children.ts';
import { endRules } from './ends.ts';
import { errorEdgeRules } from './error-edges.ts';
import { inFlightRules } from './in-flight.ts';
import { propagatesRules } from './propagates.ts';
import { queueRules } from './queue.ts';
import { returnValueRules } from './return-value.ts';
import { stoppingRules } from './stopping.ts';

export const failureRules: readonly Rule[] = [
  ...errorEdgeRules,
  ...propagatesRules,
  ...stoppingRules,
  ...inFlightRules,
  ...endRules,
  ...childRules,
  ...queueRules,
  ...returnValueRules,
];
