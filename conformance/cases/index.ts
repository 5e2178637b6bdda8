/** All fixed cases. */

import { compensationCases } from './compensation.ts';
import { durabilityCases } from './durability.ts';
import { failureCases } from './failure.ts';
import { type FixedCase, numbered } from './fixed-case.ts';
import { idempotenceCases } from './idempotence.ts';
import { lifecycleCases } from './lifecycle.ts';
import { retryCases } from './retry.ts';
import { scheduleCases } from './schedule.ts';
import { timeoutCases } from './timeout.ts';

export const cases: readonly FixedCase[] = numbered([
  ...retryCases,
  ...timeoutCases,
  ...idempotenceCases,
  ...failureCases,
  ...compensationCases,
  ...lifecycleCases,
  ...scheduleCases,
  ...durabilityCases,
]);
