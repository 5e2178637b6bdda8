/** What was in flight at a crash. */

import { breach, type Checked, holdsOr, isSameTime, judgeEach, ms } from '../judge.ts';
import type { Call } from '../observation.ts';
import type { RunRule } from '../rule.ts';
import { type Attempt, allAttempts, type Outage, type View } from '../view.ts';
import { durability } from './description.ts';

/** Redeliveries of one attempt before a further crash fails it (driver protocol, crash). */
export const MOST_REDELIVERIES = 10;

interface Lost {
  readonly attempt: Attempt;
  readonly call: Call;
  readonly outage: Outage;
  /** How often the attempt had been redelivered when it was lost. */
  readonly redeliveries: number;
  readonly next: Call | null;
}

/** Calls that were open when the runtime crashed, where it came back and nobody else acted. */
const lostCalls = (view: View): readonly Lost[] =>
  allAttempts(view).flatMap((attempt) =>
    attempt.calls.flatMap((call, index): Lost[] => {
      const next = attempt.calls[index + 1] ?? null;
      const outage = view.outages.find(
        ({ from, to }) =>
          from > call.at &&
          to !== Number.POSITIVE_INFINITY &&
          isOpenAt(call, from, attempt, next, view),
      );
      if (outage === undefined || wasStopped(view, outage)) return [];
      return [{ attempt, call, outage, redeliveries: index, next }];
    }),
  );

const isOpenAt = (
  call: Call,
  time: number,
  { end, calls }: Attempt,
  next: Call | null,
  { outages }: View,
): boolean => {
  if (next !== null)
    return time < next.at && outages.every(({ from }) => from <= call.at || from >= time);
  return calls[calls.length - 1] === call && end.how === 'lost' && end.at === time;
};

/** A cancel between the crash and what follows the resume, or a run that was cut off. */
const wasStopped = ({ cancelledAt, observation, endedAt }: View, { from, to }: Outage): boolean =>
  (cancelledAt >= from && cancelledAt <= to) ||
  endedAt < to ||
  observation.report?.outcome === 'stalled';

const redelivered: RunRule = {
  ...durability,
  id: 'durability/in-flight-redelivered',
  title:
    'performs an idempotent step that was in flight at a crash again with the same key, and one that is not idempotent not at all',
  clause: 'driver protocol, crash and resume; discipline 2 and 4',
  needs: ['resume'],
  trigger: 'the runtime crashes while a call is open',
  page: {
    why: 'Its result is lost and its effect may stand. With the same key the far side can tell; without one, or for a call that must not be repeated, only a person can.',
    wrong:
      'charge is open at the crash; after the resume it is called with a new key, or forgotten.',
    right: 'charge is called at the resume with the number and the key that it had.',
  },
  judge: (view) =>
    judgeEach(lostCalls(view), ({ attempt, call, outage, redeliveries, next }) => {
      const { unit, node } = attempt.execution;
      if (node === null) return 'not-judged';
      if (!node.idempotent) return notSentAgain(attempt, next, outage);
      if (redeliveries >= MOST_REDELIVERIES) return 'not-judged';
      const place = { unit, at: outage.to };
      if (next === null) {
        return breach(
          `${unit}: attempt ${attempt.number} was open at the crash at ${ms(outage.from)} and was not performed again`,
          `a call at ${ms(outage.to)}`,
          'none',
          place,
        );
      }
      if (
        !isSameTime(next.at, outage.to) &&
        next.at > outage.to + view.observation.clock.toleranceMs
      ) {
        return breach(
          `${unit}: attempt ${attempt.number} was performed again at ${ms(next.at)}`,
          `at the resume, ${ms(outage.to)}`,
          ms(next.at),
          place,
        );
      }
      return holdsOr(next.key === call.key, () =>
        breach(
          `${unit}: attempt ${attempt.number} was performed again with another key`,
          call.key ?? 'no key',
          next.key ?? 'no key',
          place,
        ),
      );
    }),
};

const notSentAgain = ({ execution, number }: Attempt, next: Call | null, outage: Outage): Checked =>
  holdsOr(next === null, () =>
    breach(
      `${execution.unit} is not idempotent, was open at the crash at ${ms(outage.from)}, and was performed again`,
      'reported as uncertain',
      `attempt ${number} at ${ms(next?.at ?? 0)}`,
      { unit: execution.unit, at: next?.at },
    ),
  );

const noAttempt: RunRule = {
  ...durability,
  id: 'durability/redelivery-is-no-attempt',
  title: 'gives a redelivery its old number and a whole timeout, and counts it as no attempt',
  clause: 'driver protocol, crash and resume; field reports, P-to',
  needs: ['resume'],
  trigger: 'a call that was open at a crash is performed again',
  page: {
    why: "The far side did not fail; the runtime did. A deployment that restarts every worker would else use up everybody's attempts.",
    wrong:
      'Attempt 1 is lost in a crash and comes back as attempt 2, or with what is left of its timeout.',
    right: 'It comes back as attempt 1, redelivered, with all of its time.',
  },
  judge: (view) =>
    judgeEach(lostCalls(view), ({ attempt, outage, next, redeliveries }) => {
      const { execution, number } = attempt;
      if (execution.node === null || !execution.node.idempotent) return 'not-judged';
      if (redeliveries >= MOST_REDELIVERIES) return 'not-judged';
      const { policy } = execution;
      const asNext = attempt.next?.calls[0];
      if (next === null) {
        const isRenumbered = asNext !== undefined && isSameTime(asNext.at, outage.to);
        return isRenumbered
          ? breach(
              `${execution.unit}: attempt ${number} was lost in a crash and came back as attempt ${asNext.attempt}`,
              `attempt ${number}, redelivered`,
              `attempt ${asNext.attempt}`,
              { unit: execution.unit, at: asNext.at },
            )
          : 'not-judged';
      }
      const limit = execution.node.timeout?.duration ?? Number.POSITIVE_INFINITY;
      const isCut =
        next.abortedAt !== null &&
        next.abortedAt < next.at + limit &&
        isSameTime(next.abortedAt, attempt.calls[0].at + limit);
      if (isCut) {
        return breach(
          `${execution.unit}: the redelivery of attempt ${number} had what was left of its timeout`,
          `until ${ms(next.at + limit)}`,
          `until ${ms(next.abortedAt ?? 0)}`,
          { unit: execution.unit, at: next.abortedAt ?? undefined },
        );
      }
      return holdsOr(next.redelivered || policy === null, () =>
        breach(
          `${execution.unit}: attempt ${number} came again without being marked as redelivered`,
          'redelivered: true',
          'not marked',
          { unit: execution.unit, at: next.at },
        ),
      );
    }),
};

const bounded: RunRule = {
  ...durability,
  id: 'durability/redelivery-bounded',
  title: 'does not redeliver one attempt for ever',
  clause: 'driver protocol, crash and resume; field reports, P-to',
  needs: ['resume'],
  trigger: 'the runtime crashes for the eleventh time during one attempt',
  page: {
    why: 'A call that brings the process down will do so again. Redelivered without end it takes everything else with it.',
    wrong: 'The twelfth redelivery of attempt 1.',
    right:
      'The crash after the tenth redelivery fails the attempt, with class internal, and the policy decides.',
  },
  judge: (view) =>
    judgeEach(allAttempts(view), ({ calls, execution, number }) => {
      const redeliveries = calls.length - 1;
      const last = calls[calls.length - 1] as Call;
      const crashes = view.outages.filter(({ from }) => from > (calls[0] as Call).at).length;
      if (redeliveries < MOST_REDELIVERIES || crashes <= MOST_REDELIVERIES) return 'not-judged';
      return holdsOr(redeliveries <= MOST_REDELIVERIES, () =>
        breach(
          `${execution.unit}: attempt ${number} was redelivered ${redeliveries} times`,
          `${MOST_REDELIVERIES} times at most`,
          String(redeliveries),
          { unit: execution.unit, at: last.at },
        ),
      );
    }),
};

export const redeliveryRules: readonly RunRule[] = [redelivered, noAttempt, bounded];
