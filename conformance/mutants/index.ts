/** All mutants. */

import { abortMutants } from './catalogue/aborts.ts';
import { attemptMutants } from './catalogue/attempts.ts';
import { backoffMutants } from './catalogue/backoff.ts';
import { compensationMutants } from './catalogue/compensation.ts';
import { idempotenceMutants } from './catalogue/idempotence.ts';
import { timeoutMutants } from './catalogue/timeouts.ts';
import type { Mutant } from './mutant.ts';

export const mutants: readonly Mutant[] = [
  ...attemptMutants,
  ...backoffMutants,
  ...timeoutMutants,
  ...idempotenceMutants,
  ...abortMutants,
  ...compensationMutants,
];
