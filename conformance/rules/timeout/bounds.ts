/** When an attempt's time begins, and when it is over. */

import { breach, type Checked, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { Breach, RunRule } from '../rule.ts';
import type { View } from '../view.ts';
import { type Bounded, boundedAttempts, isOnTheBoundary, isTimedOut } from './limits.ts';

const all = ['baseline', 'harness', 'orbit'] as const;

const nameOf = ({ attempt }: Bounded): string =>
  `${attempt.execution.unit}: attempt ${attempt.number}`;

const placeOf = ({ attempt, call }: Bounded) => ({
  unit: attempt.execution.unit,
  at: call.abortedAt ?? call.at,
});

const cutShort = (bounded: Bounded): Breach =>
  breach(
    `${nameOf(bounded)} was given up on ${ms((bounded.call.abortedAt ?? 0) - bounded.call.at)} after it began`,
    `no sooner than ${ms(bounded.limit)}`,
    ms((bounded.call.abortedAt ?? 0) - bounded.call.at),
    placeOf(bounded),
  );

/** That an attempt had all of its time. */
const hadItsTime = (bounded: Bounded): Checked => {
  const { call, due, returnsAt } = bounded;
  if (call.abortedAt === null) return 'holds';
  return holdsOr(!isBefore(call.abortedAt, Math.min(due, returnsAt)), () => cutShort(bounded));
};

const boundsAttempt: RunRule = {
  kind: 'run',
  id: 'timeout/bounds-attempt',
  title: 'gives each attempt the whole duration anew',
  clause: 'HarnessXML §8.2; ORBIT, timeout',
  strength: 'MUST',
  profiles: all,
  level: 'executing',
  sees: ['world'],
  needs: ['timeout', 'retry'],
  trigger: 'a step with a timeout is attempted a second time',
  page: {
    why: 'The timeout bounds an attempt. An engine that lets it bound the step gives the second attempt what the first one left, and the third nothing.',
    wrong:
      'timeout 3 s; attempt 1 fails at 2 s; attempt 2 begins at 2 s and is given up on at 3 s.',
    right: 'Attempt 2 may take until 5 s.',
  },
  judge: (view) =>
    judgeEach(boundedAttempts(view), (bounded) =>
      bounded.attempt.number < 2 ? 'not-judged' : hadItsTime(bounded),
    ),
};

const backoffNotCounted: RunRule = {
  kind: 'run',
  id: 'timeout/backoff-not-counted',
  title: 'does not count the wait between attempts',
  clause: 'HarnessXML §8.2',
  strength: 'MUST',
  profiles: all,
  level: 'executing',
  sees: ['world'],
  needs: ['timeout', 'retry'],
  trigger:
    'backoff and the attempt behind it take longer than the timeout, and the attempt alone does not',
  page: {
    why: 'A backoff that eats the time of the attempt behind it makes long waits and short timeouts impossible to combine, and the longer the wait the surer the failure.',
    wrong: 'timeout 3 s, backoff 2.5 s; the attempt behind it is given up on after 0.5 s.',
    right: 'It may take 3 s.',
  },
  judge: (view) =>
    judgeEach(boundedAttempts(view), (bounded) => {
      const { attempt, limit, call, returnsAt, due } = bounded;
      const before = attempt.execution.attempts[attempt.number - 2];
      if (before === undefined) return 'not-judged';
      const waited = call.at - before.end.at;
      const takes = Math.min(due, returnsAt) - call.at;
      return waited > 0 && waited + takes > limit ? hadItsTime(bounded) : 'not-judged';
    }),
};

const failsAttempt: RunRule = {
  kind: 'run',
  id: 'timeout/fails-attempt',
  title: 'ends an attempt that runs past its timeout, with class timeout',
  clause: 'HarnessXML §8.2; ORBIT, timeout',
  strength: 'MUST',
  profiles: all,
  level: 'executing',
  sees: ['world', 'trace'],
  needs: ['timeout'],
  trigger: 'a task takes longer than its timeout',
  page: {
    why: 'Without this a hanging call hangs the run. The class is what retryOn and handlers decide by.',
    wrong:
      'timeout 3 s; the task hangs; nothing happens at 3 s, or the step fails with class internal.',
    right: 'At 3 s the attempt is over, with class timeout.',
  },
  judge: (view) => {
    const late = boundedAttempts(view).filter((bounded) => isTimedOut(bounded, view));
    return together(
      judgeEach(late, (bounded) => endedInTime(bounded, view)),
      judgeEach(late, (bounded) => tracedAsTimeout(bounded, view)),
    );
  },
};

const endedInTime = (bounded: Bounded, view: View): Checked => {
  const { call, due, limit } = bounded;
  const latest = due + view.observation.clock.toleranceMs;
  if (call.abortedAt === null) {
    return breach(
      `${nameOf(bounded)} ran past its timeout of ${ms(limit)} and was not ended`,
      `ended at ${ms(due)}`,
      'never given up on',
      placeOf(bounded),
    );
  }
  return holdsOr(!isBefore(latest, call.abortedAt), () =>
    breach(
      `${nameOf(bounded)} was ended ${ms((call.abortedAt ?? 0) - call.at)} after it began`,
      `ended at ${ms(due)}`,
      ms(call.abortedAt ?? 0),
      placeOf(bounded),
    ),
  );
};

const tracedAsTimeout = ({ attempt, due }: Bounded, { observation }: View): Checked => {
  const { trace, profile } = observation;
  if (trace === null || profile === 'orbit') return 'not-judged';
  const { unit } = attempt.execution;
  const ended = trace.findLast(
    (event) =>
      event.type === 'attempt.ended' && event.unit === unit && event.attempt === attempt.number,
  );
  if (ended?.type !== 'attempt.ended' || ended.purpose === 'reconcile') return 'not-judged';
  const observed = ended.error?.class ?? 'no class';
  return holdsOr(observed === 'timeout' && ended.outcome !== 'succeeded', () =>
    breach(
      `${unit}: attempt ${attempt.number} timed out, and the trace says ${ended.outcome} with class ${observed}`,
      'class timeout',
      observed,
      { unit, at: due, seq: ended.seq },
    ),
  );
};

const exactBoundary: RunRule = {
  kind: 'run',
  id: 'timeout/exact-boundary',
  title: 'treats an attempt that ends exactly at its limit as in time',
  clause: 'field reports, P-tie; driver protocol, at one instant',
  strength: 'SHOULD',
  profiles: ['harness', 'orbit'],
  level: 'executing',
  sees: ['world'],
  needs: ['timeout'],
  trigger: 'a task returns at the very moment at which its timeout passes, on a virtual clock',
  page: {
    why: 'Somebody has to win. What matters is that it is always the same one, and that a result that is there is not thrown away.',
    wrong: 'timeout 3 s; the task returns at 3 s; the step times out.',
    right: 'The result counts: returns come before timeouts.',
  },
  judge: (view) =>
    judgeEach(boundedAttempts(view), (bounded) => {
      const { call, attempt } = bounded;
      if (!isOnTheBoundary(bounded) || view.observation.clock.toleranceMs > 0) return 'not-judged';
      const isRepeated = attempt.end.how === 'succeeded' && attempt.next !== null;
      return holdsOr(call.abortedAt === null && !isRepeated, () =>
        breach(
          `${nameOf(bounded)} returned exactly at its limit and was timed out`,
          'in time',
          'timed out',
          placeOf(bounded),
        ),
      );
    }),
};

export const boundRules: readonly RunRule[] = [
  boundsAttempt,
  failsAttempt,
  backoffNotCounted,
  exactBoundary,
];
