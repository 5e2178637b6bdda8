/** How an attempt ended, told from what the world saw and from what it answered. */

import type { AttemptEnd, Execution, Outage } from './execution.ts';
import { isSameTime } from './judge.ts';
import type { Call, Observation } from './observation.ts';

/** What bounds an attempt of this execution, in ms; infinite where nothing does. */
export const timeoutOf = (
  { node, isCompensation }: Pick<Execution, 'node' | 'isCompensation'>,
  { profile, choices }: Observation,
): number =>
  isCompensation && profile === 'harness' && choices['Q9'] === 'ignored'
    ? Number.POSITIVE_INFINITY
    : (node?.timeout?.duration ?? Number.POSITIVE_INFINITY);

export const attemptEnd = (
  call: Call,
  execution: Pick<Execution, 'node' | 'isCompensation'>,
  observation: Observation,
  outages: readonly Outage[],
  endedAt: number,
): AttemptEnd => {
  const { toleranceMs } = observation.clock;
  const returnsAt = returnTime(call);
  const limit = call.at + timeoutOf(execution, observation);
  const isLate = returnsAt > limit + toleranceMs && !isSameTime(returnsAt, limit);
  const natural = isLate ? limit : returnsAt;
  const outage = outages.find(({ from }) => from >= call.at && from < natural);
  const { abortedAt } = call;
  if (outage !== undefined && (abortedAt === null || abortedAt > outage.from)) {
    return { how: 'lost', at: outage.from };
  }
  if (abortedAt !== null && (isLate || abortedAt < returnsAt)) {
    const isOver = isLate && (abortedAt >= limit || isSameTime(abortedAt, limit));
    return isOver ? { how: 'timed-out', at: abortedAt } : { how: 'given-up', at: abortedAt };
  }
  if (natural > endedAt) return { how: 'open', at: endedAt };
  if (isLate) return { how: 'timed-out', at: limit };
  return returned(call, returnsAt);
};

/** When the task's result comes back; infinite where it never does. */
export const returnTime = ({ at, reply, settledAt }: Call): number => {
  if (reply.then.kind === 'hang') return Number.POSITIVE_INFINITY;
  return settledAt ?? at + reply.after;
};

const returned = ({ reply, at }: Call, returnsAt: number): AttemptEnd => {
  const { then } = reply;
  switch (then.kind) {
    case 'ok':
      return { how: 'succeeded', at: returnsAt, output: then.output };
    case 'error':
      return { how: 'failed', at: returnsAt, error: then.error };
    case 'hang':
    case 'status':
      return { how: 'open', at };
  }
};
