/** What an ORBIT expression reads, and what it comes to. */

import type { Json } from '../../model/json.ts';

/** The values that an expression may read. What is not there yet, or was skipped, is null. */
export interface OrbitScope {
  /** The run's input, an object. */
  input(): Json;
  /** `{id, workflow, version}` */
  execution(): Json;
  /** The output of a step; within a compensation of an element, that of the element. */
  step(name: string): Json;
  /** Undefined where no such loop variable is visible: then the name is a step's. */
  variable(name: string): Json | undefined;
}

export type OrbitEvaluation =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly code: 'EXPRESSION_ERROR'; readonly message: string };
