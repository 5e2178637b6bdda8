/**
 * Calls as attempts to draw: where each begins and ends, what came of it, and what of it the other
 * side does not have. Times of a driver are not trusted: what is no time is drawn at the beginning.
 */

import type { ShownCall } from '../../../suite/certification.ts';

/** A time in ms; rank tells things apart that one instant holds, in their order. */
export interface Moment {
  readonly at: number;
  readonly rank: number;
}

export type AttemptLook = 'succeeded' | 'failed' | 'unknown' | 'undone' | 'asked';

export interface Attempt {
  readonly call: ShownCall;
  /** The unit whose lane it is in: of a compensation the one that it undoes. */
  readonly lane: string;
  readonly kind: 'forward' | 'undo' | 'ask';
  readonly look: AttemptLook;
  /** What came of it, in a few words. */
  readonly word: string;
  readonly from: Moment;
  /** Null where it never ended. */
  readonly to: Moment | null;
  /** When the result came of a call that was given up on. */
  readonly late: Moment | null;
  /** The other side makes no such call. */
  readonly isOnlyHere: boolean;
}

/** A century in ms and more: far beyond any run, and far from where numbers lose a digit. */
const LATEST = 1e13;

export const timeOf = (value: number | null): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(LATEST, Math.max(0, value)) : 0;

/** The attempts of one side, in the order of its calls. */
export const attemptsOf = (
  calls: readonly ShownCall[],
  others: readonly ShownCall[],
): readonly Attempt[] => {
  const unmatched = countsOf(others);
  /** How many things ended at an instant: what begins then comes behind them. */
  const ended = new Map<number, number>();
  return calls.map((call) => {
    const at = timeOf(call.at);
    const from: Moment = { at, rank: ended.get(at) ?? 0 };
    const end = endOf(call, at);
    const to = end === null ? null : end > at ? { at: end, rank: 0 } : { at, rank: from.rank + 1 };
    if (to !== null && to.at === at) ended.set(at, to.rank);
    const key = keyOf(call);
    const left = unmatched.get(key) ?? 0;
    unmatched.set(key, left - 1);
    const kind = KINDS[call.purpose];
    return {
      call,
      lane: call.undoes ?? call.unit,
      kind,
      ...outcomeOf(call, kind),
      from,
      to,
      late: lateOf(call, to),
      isOnlyHere: left <= 0,
    };
  });
};

const KINDS = { forward: 'forward', compensation: 'undo', reconcile: 'ask' } as const;

const keyOf = ({ unit, purpose, attempt, redelivered }: ShownCall): string =>
  [unit, purpose, attempt, redelivered].join('\n');

const countsOf = (calls: readonly ShownCall[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(keyOf(call), (counts.get(keyOf(call)) ?? 0) + 1);
  return counts;
};

const endOf = (call: ShownCall, at: number): number | null => {
  const { abortedAt, settledAt, reply } = call;
  if (abortedAt !== null) return Math.max(at, timeOf(abortedAt));
  if (settledAt !== null) return Math.max(at, timeOf(settledAt));
  switch (reply.then.kind) {
    case 'status':
      return at;
    case 'hang':
      return null;
    default:
      return timeOf(at + timeOf(reply.after));
  }
};

const lateOf = (call: ShownCall, to: Moment | null): Moment | null => {
  const { abortedAt, settledAt, reply } = call;
  if (abortedAt === null || to === null) return null;
  const { kind } = reply.then;
  if (settledAt === null && kind !== 'ok' && kind !== 'error') return null;
  const at = timeOf(settledAt ?? timeOf(call.at) + timeOf(reply.after));
  return at > to.at ? { at, rank: 0 } : null;
};

const outcomeOf = (
  call: ShownCall,
  kind: Attempt['kind'],
): { readonly look: AttemptLook; readonly word: string } => {
  const { then } = call.reply;
  if (then.kind === 'status') {
    const word =
      then.applied === null ? 'nobody knows' : then.applied ? 'it happened' : 'it did not happen';
    return { look: 'asked', word };
  }
  if (call.abortedAt !== null) return { look: 'unknown', word: 'given up on' };
  if (then.kind === 'hang') return { look: 'unknown', word: 'never returns' };
  if (call.settledAt === null) return { look: 'unknown', word: 'result not seen' };
  if (then.kind === 'error') return { look: 'failed', word: `fails with ${then.error.class}` };
  return kind === 'undo'
    ? { look: 'undone', word: 'undone' }
    : { look: 'succeeded', word: 'succeeds' };
};

/** A real clock tells parts of a millisecond that nobody asked for. */
export const onWholeTimes = (calls: readonly ShownCall[]): readonly ShownCall[] => {
  const perhaps = (time: number | null): number | null => (time === null ? null : Math.round(time));
  return calls.map((call) => ({
    ...call,
    at: Math.round(call.at),
    settledAt: perhaps(call.settledAt),
    abortedAt: perhaps(call.abortedAt),
    reply: { ...call.reply, after: Math.round(call.reply.after) },
  }));
};
