/** Whether what came after a failed attempt is what its policy asks for. */

import { classOf, failureOf, whatFollows } from './follow.ts';
import { breach, type Checked, holdsOr, ms } from './judge.ts';
import { isUndisturbed } from './undisturbed.ts';
import type { Attempt, View } from './view.ts';

export const obeysPolicy = (attempt: Attempt, view: View): Checked => {
  const { execution, next, end, number } = attempt;
  const failure = failureOf(attempt);
  if (failure === null) return 'not-judged';
  const following = whatFollows(attempt, view.observation.profile);
  const place = { unit: execution.unit, at: next?.calls[0].at ?? end.at };
  const failed = `${execution.unit}: attempt ${number} failed with class ${classOf(failure)} and was`;
  if (following.kind === 'retry') {
    if (next !== null) return 'holds';
    if (!isUndisturbed(attempt, following.delay, view)) return 'not-judged';
    return breach(`${failed} not retried`, 'another attempt', 'none', place);
  }
  if (following.kind !== 'failure') return 'not-judged';
  if (next !== null && next.spent === number) return 'not-judged';
  return holdsOr(next === null, () =>
    breach(
      `${failed} retried`,
      'no other attempt',
      `attempt ${next?.number} at ${ms(next?.at ?? 0)}`,
      place,
    ),
  );
};

export const hasAttemptsLeft = ({ execution: { policy }, number, spent }: Attempt): boolean =>
  policy !== null && number - spent < policy.maxAttempts;

/** Steps that are never sent again by themselves have rules of their own. */
export const isRepeatable = ({ execution: { node } }: Attempt, { observation }: View): boolean =>
  observation.profile === 'orbit' || node === null || node.idempotent;
