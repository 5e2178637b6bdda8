/** What the baseline reads otherwise than HarnessXML (driver protocol, What is retried; discipline.md). */

import type { RetryPolicy } from '../../../core/model/workflow.ts';
import type { Fault, Instance, Unit } from './state.ts';

/** Classes that are worth another attempt where neither a policy nor the error says so. */
const RETRYABLE = ['rate_limit', 'unavailable', 'timeout', 'transient'];

/** Of a call that ends so nobody knows whether it had its effect: the reply may be what was lost. */
const UNCERTAIN = ['timeout', 'transient'];

export const isBaseline = ({ workflow, scenario }: Instance): boolean =>
  (scenario.profile ?? workflow.profile) === 'baseline';

/**
 * With `retryOn`, its classes and no others; without, what the error says of itself; without
 * that, the table, and a class that is not in it is not.
 */
export const isRetryable = (retry: RetryPolicy | null, fault: Fault): boolean => {
  const retryOn = retry?.retryOn ?? null;
  if (retryOn !== null) return retryOn.includes(fault.class);
  return fault.retryable ?? RETRYABLE.includes(fault.class);
};

/**
 * Whether a call that timed out, here or on its way, and must not be sent blindly again had its
 * effect: the far side is asked first, where it can be (discipline 4). It goes by the key, so an
 * earlier attempt's effect counts too.
 */
export const uncertainOf = (
  instance: Instance,
  { node, effects }: Unit,
  fault: Fault,
): 'certain' | 'happened' | 'did not happen' | 'unknown' => {
  const isUncertain = isBaseline(instance) && !node.idempotent && UNCERTAIN.includes(fault.class);
  if (!isUncertain) return 'certain';
  if (!instance.scenario.world.status) return 'unknown';
  return effects.some((at) => at <= instance.now) ? 'happened' : 'did not happen';
};
