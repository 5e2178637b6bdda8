/** Why a run failed of which no step did. */

import type { TraceEvent } from '../../../core/model/trace.ts';

/** The message where the return value could not be made (ORBIT); null where that is not why. */
export function returnErrorOf(trace: readonly TraceEvent[]): string | null {
  const end = trace.findLast(({ type }) => type === 'instance.ended');
  if (end?.type !== 'instance.ended' || end.outcome !== 'failed') return null;
  if (end.error?.code !== 'EXPRESSION_ERROR') return null;
  const isOfStep = trace.some((event) => event.type === 'transition' && event.to === 'FAILED');
  return isOfStep ? null : (end.error.message ?? end.error.code);
}
