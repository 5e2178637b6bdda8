/** What a run must come to, by the final states that the reading has (HarnessXML §5.7). */

import { isBefore } from '../judge.ts';
import { compensations, lastAttempt, type View } from '../view.ts';
import { executionOf } from './reading/begin.ts';
import { MAIN } from './reading/frame.ts';
import { type NodeReading, type Reading, readingOf } from './reading/read.ts';
import { handlingOf } from './reading/stop.ts';

/** `failed` stands for `compensated` too: which of them is a matter of compensation. */
export type ExpectedOutcome = 'succeeded' | 'failed' | null;

const outcomes = new WeakMap<View, { readonly expected: ExpectedOutcome }>();

/** Null where nobody can tell: a cancel, a crash, or an end that the world did not show. */
export const expectedOutcome = (view: View): ExpectedOutcome => {
  const known = outcomes.get(view);
  if (known !== undefined) return known.expected;
  const expected = expect(view);
  outcomes.set(view, { expected });
  return expected;
};

/** Whether something is under way that the run may have to wait for, and that never ends. */
export const isAwaiting = (view: View): boolean =>
  readingOf(view).nodes.some(({ fate }) => fate.kind === 'pending' || fate.kind === 'unknown') ||
  compensations(view).some((undo) => lastAttempt(undo).end.how === 'open');

const expect = (view: View): ExpectedOutcome => {
  if (view.outages.length > 0 || view.cancelledAt < Number.POSITIVE_INFINITY) return null;
  const reading = readingOf(view);
  const { graph } = reading.context;
  const once = graph.members.filter(({ place }) => place !== 'body').length;
  const ends = reading.nodes.map((node) => endOf(reading, node));
  if (ends.includes('failed')) return 'failed';
  return ends.includes('unknown') || ends.length < once ? null : 'succeeded';
};

/** What a node's end does to the run: nothing, a failure, or nobody knows. */
const endOf = (reading: Reading, node: NodeReading): 'fine' | 'failed' | 'unknown' => {
  const { fate, member } = node;
  const withdrawnAt = reading.withdrawnAt.get(member) ?? Number.POSITIVE_INFINITY;
  switch (fate.kind) {
    case 'succeeded':
    case 'skipped':
    case 'unreachable':
      return 'fine';
    case 'cancelled':
    case 'pending':
      return isLoser(reading, node, withdrawnAt) ? 'fine' : 'unknown';
    case 'unknown':
      return 'unknown';
    case 'failed':
      break;
  }
  const handling = handlingOf(reading, node);
  if (handling === 'handled') return 'fine';
  if (handling === 'unknown') return 'unknown';
  if (isBefore(fate.at, withdrawnAt)) return 'failed';
  // The failure of a loser is discarded.
  return isBefore(withdrawnAt, fate.at) && isLoser(reading, node, withdrawnAt) ? 'fine' : 'unknown';
};

/** Whether a node was in flight, or never ready, when a join that it could only lead to began. */
const isLoser = (
  { context }: Reading,
  { member, readiness }: NodeReading,
  withdrawnAt: number,
): boolean => {
  const startedAt = executionOf(context, member, MAIN)?.attempts[0]?.calls[0].at;
  const begunAt = startedAt ?? (readiness.kind === 'ready' ? readiness.at : 0);
  return withdrawnAt < Number.POSITIVE_INFINITY && isBefore(begunAt, withdrawnAt);
};
