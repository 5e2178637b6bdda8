/** Compensation: what is undone, in which order, and what is said of it (HarnessXML §8.4, ORBIT, discipline 5). */

import type { Rule } from '../rule.ts';
import { attemptRules } from './attempts.ts';
import { dataRules } from './data.ts';
import { elementRules } from './elements.ts';
import { forwardRules } from './forward.ts';
import { markRules } from './marks.ts';
import { oneAtATimeRules } from './one-at-a-time.ts';
import { orderRules } from './order.ts';
import { outcomeRules } from './outcomes.ts';
import { recordRules } from './records.ts';
import { whichRules } from './which.ts';

export const compensationRules: readonly Rule[] = [
  ...whichRules,
  ...forwardRules,
  ...elementRules,
  ...orderRules,
  ...oneAtATimeRules,
  ...attemptRules,
  ...recordRules,
  ...markRules,
  ...outcomeRules,
  ...dataRules,
];
