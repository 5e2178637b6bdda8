/** A call as the event that began it tells: all but what the world answered, and when. */

import type { AttemptStartedEvent } from '../../core/model/trace.ts';
import type { Call } from '../rules/observation.ts';

/** Inputs of calls are not part of a trace. */
export const callOfEvent = (
  event: AttemptStartedEvent,
  index: number,
): Omit<Call, 'reply' | 'settledAt' | 'abortedAt'> => ({
  index,
  step: event.node,
  unit: event.unit,
  undoes: event.undoes ?? null,
  purpose: event.purpose,
  attempt: event.attempt,
  redelivered: event.redelivered ?? false,
  // A recorded trace may have none.
  key: event.key === undefined || event.key === '' ? null : event.key,
  input: undefined,
  at: event.at,
});
