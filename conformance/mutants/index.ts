/** All mutants. */

import { abortMutants } from './catalogue/aborts.ts';
import { attemptMutants } from './catalogue/attempts.ts';
import { backoffMutants } from './catalogue/backoff.ts';
import { compensationMutants } from './catalogue/compensation.ts';
import { dataMutants } from './catalogue/data.ts';
import { documentMutants } from './catalogue/documents.ts';
import { durabilityMutants } from './catalogue/durability.ts';
import { idempotenceMutants } from './catalogue/idempotence.ts';
import { joinMutants } from './catalogue/joins.ts';
import { lifecycleMutants } from './catalogue/lifecycle.ts';
import { loopMutants } from './catalogue/loops.ts';
import { operatorMutants } from './catalogue/operators.ts';
import { orbitMutants } from './catalogue/orbit.ts';
import { timeoutMutants } from './catalogue/timeouts.ts';
import type { Mutant } from './mutant.ts';

export const mutants: readonly Mutant[] = [
  ...attemptMutants,
  ...backoffMutants,
  ...timeoutMutants,
  ...idempotenceMutants,
  ...abortMutants,
  ...compensationMutants,
  ...lifecycleMutants,
  ...joinMutants,
  ...loopMutants,
  ...dataMutants,
  ...durabilityMutants,
  ...operatorMutants,
  ...orbitMutants,
  ...documentMutants,
];
