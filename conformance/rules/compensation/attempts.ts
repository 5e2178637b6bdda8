/** Rules about how a compensation is attempted, and what comes of it for the others. */

import { attemptEnd } from '../attempt-end.ts';
import { failureOf, whatFollows } from '../follow.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import { obeysPolicy } from '../obeys.ts';
import type { Call } from '../observation.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { expectedUndos, mustBeCalled, mustHaveUnwound, resultOf } from '../unwinding.ts';
import {
  beginningOf,
  compensations,
  type Execution,
  lastAttempt,
  type View,
  wasDisturbedWithin,
  wasDownWithin,
} from '../view.ts';

const all = ['baseline', 'harness', 'orbit'] as const;
const NOTHING: Judgement = { occurrences: 0, breaches: [] };

/** Every call of an execution, redeliveries and a second pass included, in the order of the world. */
const callsOf = ({ attempts }: Execution): readonly Call[] =>
  attempts.flatMap(({ calls }) => calls).sort((left, right) => left.index - right.index);

const onceCheck = (execution: Execution, view: View): Checked => {
  const { observation, outages, endedAt } = view;
  const calls = callsOf(execution);
  const place = calls.findIndex(
    (call) => attemptEnd(call, execution, observation, outages, endedAt).how === 'succeeded',
  );
  const call = calls[place];
  if (call === undefined) return 'not-judged';
  const { at } = attemptEnd(call, execution, observation, outages, endedAt);
  const again = calls[place + 1];
  if (wasDownWithin(view, at, at) || call.settledAt === null) return 'not-judged';
  if (again !== undefined && !isBefore(again.at, at)) {
    return breach(
      `${execution.undoes} had been compensated and was compensated again`,
      `no call after ${ms(at)}`,
      ms(again.at),
      { unit: execution.unit, at: again.at },
    );
  }
  const hasAttemptsLeft = (execution.policy?.maxAttempts ?? 1) > call.attempt;
  const goesOn = compensations(view).some((other) => isBefore(at, lastAttempt(other).end.at));
  const isDisturbed = wasDisturbedWithin(view, at, Number.POSITIVE_INFINITY);
  return hasAttemptsLeft || goesOn || isDisturbed ? 'holds' : 'not-judged';
};

const once: RunRule = {
  kind: 'run',
  id: 'compensation/once',
  title: 'never performs a compensation again after it succeeded',
  clause: 'HarnessXML §8.4.1 (3); ORBIT, abort 3; discipline 5 and 6',
  strength: 'MUST',
  profiles: all,
  level: 'full',
  sees: ['world'],
  needs: ['compensation'],
  trigger:
    'a compensation succeeds, and attempts are left, others follow, or something happens to the run',
  page: {
    why: 'A second refund is as wrong as none. A resume or a cancel that comes during an unwinding must not start it anew.',
    wrong: 'refund succeeds at 5 s; a stale resume arrives at 6 s; refund is called again.',
    right: 'The unwinding goes on where it stood.',
  },
  judge: (view) => judgeEach(compensations(view), (execution) => onceCheck(execution, view)),
};

/** A runtime that declares to ignore a compensation's policies (Q9) attempts it once. */
const ignoredPolicy = (execution: Execution): Checked => {
  const { node, attempts, unit } = execution;
  const [first, second] = attempts;
  if ((node?.retry ?? null) === null || first === undefined || failureOf(first) === null) {
    return 'not-judged';
  }
  return holdsOr(second === undefined, () =>
    breach(
      `${unit} was attempted ${attempts.length} times, and the runtime declares to ignore its policy (Q9)`,
      'one attempt',
      String(attempts.length),
      { unit, at: second?.at },
    ),
  );
};

const ownRetry: RunRule = {
  kind: 'run',
  id: 'compensation/own-retry',
  title: "follows a compensation's own retry policy and timeout",
  clause: 'ORBIT, compensate; discipline 5; HarnessXML §8.4.2, reading Q9',
  strength: 'MUST',
  profiles: all,
  question: 'Q9',
  level: 'full',
  sees: ['world'],
  needs: ['compensation', 'retry'],
  trigger: 'an attempt of a compensation with a policy fails or times out',
  page: {
    why: 'Compensations run when things are failing already. A budget used up by the step that failed, or none at all, leaves what one more attempt would have undone.',
    wrong:
      'charge has two attempts and uses them; release has four, fails at 5 s, and is not called again.',
    right: 'release is attempted up to four times, with its own backoff and its own timeout.',
  },
  judge: (view) => {
    const { profile, choices } = view.observation;
    if (profile === 'harness' && choices['Q9'] === 'ignored') {
      return judgeEach(compensations(view), ignoredPolicy);
    }
    return together(
      ...compensations(view).map(({ policy, node, attempts }) =>
        policy === null || (profile !== 'orbit' && node?.idempotent === false)
          ? NOTHING
          : judgeEach(attempts, (attempt) => obeysPolicy(attempt, view)),
      ),
    );
  },
};

/** Compensations that failed for good, and when. */
const failedOnes = (view: View): readonly { execution: Execution; at: number }[] =>
  compensations(view).flatMap((execution) => {
    if (resultOf(execution, view) !== 'failed') return [];
    const last = lastAttempt(execution);
    const isFinal = whatFollows(last, view.observation.profile).kind !== 'unknown';
    return isFinal ? [{ execution, at: last.end.at }] : [];
  });

const continues: RunRule = {
  kind: 'run',
  id: 'compensation/continues',
  title: 'goes on with the rest when a compensation fails',
  clause: 'HarnessXML §8.4.3 (1); ORBIT, outcome',
  strength: 'MUST',
  profiles: all,
  level: 'full',
  sees: ['world', 'outcome'],
  needs: ['compensation'],
  trigger: 'a compensation fails for good while others have not begun',
  page: {
    why: 'One refund that fails is one thing for a person to mend. An unwinding that stops there makes it many.',
    wrong: 'Undone are C from 4 to 5 s, and B, which fails at 6 s; A is left.',
    right: 'A is undone from 6 s on; the run ends as failed and names B.',
  },
  judge: (view) => {
    if (!mustHaveUnwound(view)) return NOTHING;
    const undos = expectedUndos(view);
    return together(
      ...failedOnes(view).map(({ execution: failed, at }) =>
        judgeEach(undos, (undo): Checked => {
          if (undo.execution === failed) return 'not-judged';
          if (undo.execution === null) {
            return mustBeCalled(undo, view)
              ? breach(
                  `the compensation of ${failed.undoes} failed, and ${undo.unit} was not compensated`,
                  `${undo.edge.to} is called`,
                  'no call',
                  { unit: undo.unit, at },
                )
              : 'not-judged';
          }
          return isBefore(beginningOf(undo.execution), at) ? 'not-judged' : 'holds';
        }),
      ),
    );
  },
};

export const attemptRules: readonly RunRule[] = [once, ownRetry, continues];
