/** What was recorded before a crash stays recorded. */

import { unwindings } from '../compensation/dependence.ts';
import { afterDependents } from '../compensation/order.ts';
import { whatFollows } from '../follow.ts';
import {
  breach,
  type Checked,
  holdsOr,
  isBefore,
  isSameTime,
  judgeEach,
  ms,
  together,
} from '../judge.ts';
import type { Call } from '../observation.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { expectedUndos, mustBeCalled, mustHaveUnwound, type Undo } from '../unwinding.ts';
import {
  allAttempts,
  beginningOf,
  compensations,
  forwardExecutions,
  type Outage,
  successOf,
  type View,
} from '../view.ts';
import { durability } from './description.ts';
import { MOST_REDELIVERIES } from './redelivery.ts';

/** Crashes that the runtime came back from. */
const survived = (view: View): readonly Outage[] =>
  view.outages.filter(({ to }) => to !== Number.POSITIVE_INFINITY);

const notRepeated: RunRule = {
  ...durability,
  id: 'durability/completed-not-repeated',
  title: 'performs no step again after a crash whose success it had recorded',
  clause: 'discipline 6; driver protocol, crash and resume',
  needs: ['resume'],
  trigger: 'the runtime crashes after a step has succeeded',
  page: {
    why: 'To resume is to go on, not to begin again. An engine that replays a run from its start pays for every step twice.',
    wrong: 'reserve succeeds at 1 s; crash at 2 s, resume at 3 s; reserve is called at 3 s.',
    right: 'What was open at 2 s is called again, and nothing else.',
  },
  judge: (view) =>
    judgeEach(forwardExecutions(view), (execution) => {
      const success = successOf(execution);
      const outage = survived(view).find(({ from }) => success !== null && success.end.at < from);
      if (success === null || outage === undefined) return 'not-judged';
      const again = execution.attempts
        .flatMap(({ calls }) => [...calls] as readonly Call[])
        .find(({ at }) => at >= outage.from);
      return holdsOr(again === undefined, () =>
        breach(
          `${execution.unit} had succeeded at ${ms(success.end.at)} and was called again after the crash`,
          'no call',
          `a call at ${ms(again?.at ?? 0)}`,
          { unit: execution.unit, at: again?.at },
        ),
      );
    }),
};

const backoffKept: RunRule = {
  ...durability,
  id: 'durability/backoff-kept',
  title: "keeps a backoff's due time over a crash",
  clause: 'driver protocol, crash and resume; field reports, P-pause',
  needs: ['resume', 'retry'],
  trigger:
    'the runtime crashes, or is down, while a step waits for its next attempt without jitter',
  page: {
    why: 'The time was promised and recorded. Counted anew it grows with every restart; forgotten, it floods a service that asked for a pause.',
    wrong: 'Due at 60 s, down from 20 to 40 s: attempt 2 at 40 s, or at 100 s.',
    right: 'Attempt 2 at 60 s; down until 100 s it begins at 100 s, once.',
  },
  judge: (view) =>
    judgeEach(allAttempts(view), (attempt) => {
      const { end, execution, next } = attempt;
      const following = whatFollows(attempt, view.observation.profile);
      if (following.kind !== 'retry' || execution.policy?.jitter !== 'none' || next === null) {
        return 'not-judged';
      }
      const due = end.at + following.delay;
      const outage = survived(view).find(
        ({ from, to }) => from > end.at && from < due && to !== due,
      );
      if (outage === undefined || wasActedOn(view, end.at, next.calls[0].at)) return 'not-judged';
      const later = survived(view).find(({ from, to }) => from <= due && due <= to);
      const expected = Math.max(due, later?.to ?? due);
      const sentAt = next.calls[0].at;
      const { toleranceMs } = view.observation.clock;
      const isRight =
        isSameTime(sentAt, expected) ||
        (!isBefore(sentAt, expected) && sentAt <= expected + toleranceMs);
      return holdsOr(isRight, () =>
        breach(
          `${execution.unit}: attempt ${next.number} was due at ${ms(due)}, the runtime was down from ${ms(outage.from)} to ${ms(outage.to)}, and it began at ${ms(sentAt)}`,
          ms(expected),
          ms(sentAt),
          { unit: execution.unit, at: sentAt },
        ),
      );
    }),
};

const wasActedOn = (view: View, from: number, to: number): boolean =>
  view.observation.onFailure === 'pause' ||
  view.observation.controls.some(
    ({ action, at }) => action !== 'crash' && action !== 'resume' && at >= from && at <= to,
  );

const unwindingResumes: RunRule = {
  ...durability,
  id: 'durability/unwinding-resumes',
  title: 'resumes an unwinding where it stood',
  clause: 'driver protocol, crash and resume',
  needs: ['resume', 'compensation'],
  trigger: 'the runtime crashes after a compensation has begun, and before all have ended',
  page: {
    why: 'What was undone must not be undone again, and what was not must still be. A run that forgets that it was unwinding leaves effects behind and says nothing.',
    wrong:
      'refund is done, release is open, crash: after the resume refund runs again, or nothing does.',
    right: 'release is called again with its key, then whatever is left, in the same order.',
  },
  judge: (view) => together(judgeEach(survived(view), goesOn(view)), ...ordersKept(view)),
};

/** In what is begun after a resume, a step is undone after all that depended on it, as before. */
const ordersKept = (view: View): readonly Judgement[] =>
  survived(view).flatMap(({ to }) =>
    unwindings(view).map((unwinding) =>
      afterDependents(
        unwinding.filter((execution) => beginningOf(execution) >= to),
        view,
      ),
    ),
  );

/** What had to be undone, and never was, in a run that unwound to its end. */
const leftUndone = (view: View): Undo | null =>
  mustHaveUnwound(view)
    ? (expectedUndos(view).find((undo) => undo.execution === null && mustBeCalled(undo, view)) ??
      null)
    : null;

const goesOn =
  (view: View) =>
  (outage: Outage): Checked => {
    const undone = compensations(view);
    const begun = undone.filter(({ attempts }) => (attempts[0]?.calls[0].at ?? 0) < outage.from);
    if (begun.length === 0 || view.endedAt < outage.from) return 'not-judged';
    const isDone = begun.every(
      (execution) => (successOf(execution)?.end.at ?? outage.to) < outage.from,
    );
    const later = undone.some(({ attempts }) =>
      attempts.some(({ calls }) => calls.some(({ at }) => at >= outage.from)),
    );
    if (isDone && !later) return 'not-judged';
    const repeated = begun.find((execution) => {
      const success = successOf(execution);
      return (
        success !== null &&
        success.end.at < outage.from &&
        execution.attempts.some(({ calls }) => calls.some(({ at }) => at >= outage.to))
      );
    });
    if (repeated !== undefined) {
      return breach(
        `${repeated.unit} had succeeded before the crash at ${ms(outage.from)} and ran again`,
        'once',
        'twice',
        { unit: repeated.unit, at: outage.to },
      );
    }
    const left = leftUndone(view);
    if (left !== null) {
      return breach(
        `${left.unit} succeeded, the runtime crashed at ${ms(outage.from)} while it unwound, and ${left.unit} was never compensated`,
        `${left.edge.to} is called after the resume`,
        'no call',
        { unit: left.unit, at: outage.to },
      );
    }
    const forgotten = begun.find(({ attempts, node }) => {
      const last = attempts[attempts.length - 1];
      const isLost = last?.end.how === 'lost' && last.end.at === outage.from;
      return isLost && node?.idempotent !== false && last.calls.length <= MOST_REDELIVERIES;
    });
    return holdsOr(forgotten === undefined, () =>
      breach(
        `${forgotten?.unit} was open at the crash at ${ms(outage.from)} and never went on`,
        `a redelivery at ${ms(outage.to)}`,
        'none',
        { unit: forgotten?.unit, at: outage.to },
      ),
    );
  };

export const recordRules: readonly RunRule[] = [notRepeated, backoffKept, unwindingResumes];
