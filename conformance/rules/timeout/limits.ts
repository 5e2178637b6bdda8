/** Attempts that a timeout bounds, and what the rules ask about them. */

import { returnTime, timeoutOf } from '../attempt-end.ts';
import { isBefore, isSameTime } from '../judge.ts';
import type { Call } from '../observation.ts';
import { mayBeWithdrawnFrom } from '../undisturbed.ts';
import { type Attempt, allAttempts, type View, wasDownWithin } from '../view.ts';

export interface Bounded {
  readonly attempt: Attempt;
  /** The sending that counts. */
  readonly call: Call;
  /** ms that it may take. */
  readonly limit: number;
  /** When its time is over. */
  readonly due: number;
  readonly returnsAt: number;
}

/** Each attempt with a limit that no crash touched and that nothing else withdrew. */
export const boundedAttempts = (view: View): readonly Bounded[] =>
  allAttempts(view).flatMap((attempt) => {
    const limit = timeoutOf(attempt.execution, view.observation);
    if (limit === Number.POSITIVE_INFINITY) return [];
    const { call } = attempt;
    const due = call.at + limit;
    const returnsAt = returnTime(call);
    const over = Math.min(due, returnsAt);
    if (wasDownWithin(view, call.at, over) || isBefore(view.endedAt, over)) return [];
    if (attempt.end.how === 'given-up' && mayBeWithdrawnFrom(attempt, over, view)) return [];
    return [{ attempt, call, limit, due, returnsAt }];
  });

export const isTimedOut = ({ returnsAt, due }: Bounded, { observation }: View): boolean =>
  isBefore(due + observation.clock.toleranceMs, returnsAt);

export const isOnTheBoundary = ({ returnsAt, due }: Bounded): boolean => isSameTime(returnsAt, due);
