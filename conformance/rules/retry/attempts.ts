/** Rules about how often a step is attempted, and which failures are retried. */

import { classOf, failureOf, whatFollows } from '../follow.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import { hasAttemptsLeft, isRepeatable, obeysPolicy } from '../obeys.ts';
import type { Breach, Judgement, RunRule } from '../rule.ts';
import { isUndisturbed } from '../undisturbed.ts';
import {
  type Attempt,
  allAttempts,
  type Execution,
  forwardExecutions,
  lastAttempt,
  successOf,
  type View,
} from '../view.ts';

const all = ['baseline', 'harness', 'orbit'] as const;

const countBreach = ({ unit, attempts }: Execution, expected: number): Breach =>
  breach(
    `${unit} was attempted ${attempts.length} times`,
    expected === 1 ? 'one attempt' : `${expected} attempts`,
    String(attempts.length),
    { unit, at: attempts[Math.min(expected, attempts.length - 1)]?.at },
  );

/** An operator's act begins a budget anew: what is judged is each budget. */
const wasRenewed = ({ attempts }: Execution): boolean => attempts.some(({ spent }) => spent > 0);

const noPolicy: RunRule = {
  kind: 'run',
  id: 'retry/no-policy-one-attempt',
  title: 'performs a task once if its step has no retry policy',
  clause: 'HarnessXML §8.1; ORBIT, retry',
  strength: 'MUST',
  profiles: all,
  level: 'executing',
  sees: ['world'],
  needs: [],
  trigger: 'a step without a policy fails or times out',
  page: {
    why: 'A retry that nobody asked for is a second order, a second mail, a second charge. Engines with a default of three attempts surprise everybody who moves to them.',
    wrong: 'charge has no retry; it fails at 1 s and is called again at 2 s.',
    right: 'charge fails at 1 s, and that is its end.',
  },
  judge: (view) =>
    judgeEach(view.executions, (execution) => {
      const { policy, attempts, node } = execution;
      const [first] = attempts;
      if (policy !== null || node === null || first === undefined) return 'not-judged';
      if (failureOf(first) === null || wasRenewed(execution)) return 'not-judged';
      if (view.observation.choices['Q5'] === 'two-attempts' && first.end.how === 'timed-out') {
        return 'not-judged';
      }
      if (view.reconciles.some(({ unit }) => unit === execution.unit)) return 'not-judged';
      return holdsOr(attempts.length === 1, () => countBreach(execution, 1));
    }),
};

const maximumAttempts: RunRule = {
  kind: 'run',
  id: 'retry/max-attempts',
  title:
    'makes at most maxAttempts attempts, the first included, and exactly that many if each fails in a way that is retried',
  clause: 'HarnessXML §8.1; ORBIT, retry',
  strength: 'MUST',
  profiles: all,
  level: 'executing',
  sees: ['world'],
  needs: ['retry'],
  trigger: 'an attempt fails, and the policy retries such a failure',
  page: {
    why: '"Three" means three calls in one engine and four in the next. Here attempts are counted, and the first is one of them.',
    wrong: 'maxAttempts 3, each attempt fails: four calls, or two.',
    right: 'Three calls.',
  },
  judge: (view) =>
    judgeEach(view.executions, (execution) => {
      const { policy } = execution;
      if (policy === null) return 'not-judged';
      return worst(execution.attempts.map((attempt) => countOf(attempt, policy.maxAttempts, view)));
    }),
};

const worst = (checks: readonly Checked[]): Checked => {
  const judged = checks.filter((check) => check !== 'not-judged');
  return judged.find((check) => check !== 'holds') ?? judged[0] ?? 'not-judged';
};

const countOf = (attempt: Attempt, maximum: number, view: View): Checked => {
  const { number, spent, execution, next } = attempt;
  if (number - spent > maximum) return countBreach(execution, maximum);
  const following = whatFollows(attempt, view.observation.profile);
  if (following.kind === 'failure') {
    if (!following.isExhausted) return 'not-judged';
    return next === null || next.spent === number ? 'holds' : countBreach(execution, maximum);
  }
  if (following.kind !== 'retry') return 'not-judged';
  if (next !== null) return 'holds';
  return isUndisturbed(attempt, following.delay, view)
    ? countBreach(execution, maximum)
    : 'not-judged';
};

const stopsOnSuccess: RunRule = {
  kind: 'run',
  id: 'retry/stops-on-success',
  title: 'never calls a step again after it succeeded',
  clause: 'HarnessXML §8.1; ORBIT, retry',
  strength: 'MUST',
  profiles: all,
  level: 'executing',
  sees: ['world'],
  needs: [],
  trigger: 'an attempt succeeds in time, and the policy has attempts left',
  page: {
    why: 'A success ends the budget. What comes after it is a duplicate.',
    wrong: 'maxAttempts 3; attempt 2 succeeds; attempt 3 is made all the same.',
    right: 'Two calls.',
  },
  judge: (view) =>
    judgeEach(view.executions, (execution) => {
      const success = successOf(execution);
      if (success === null) return 'not-judged';
      const hasMore = (execution.policy?.maxAttempts ?? 1) > success.number;
      if (!hasMore && success.repeated.length === 0) return 'not-judged';
      const again = success.repeated[0] ?? success.next?.calls[0];
      return holdsOr(again === undefined, () =>
        breach(
          `${execution.unit} was called again after attempt ${success.number} had succeeded`,
          `no call after ${ms(success.end.at)}`,
          `attempt ${again?.attempt} at ${ms(again?.at ?? 0)}`,
          { unit: execution.unit, at: again?.at },
        ),
      );
    }),
};

const sequential: RunRule = {
  kind: 'run',
  id: 'retry/attempts-sequential',
  title: 'never has two attempts of one step execution open at once',
  clause: 'HarnessXML §6.2, §8.1; ORBIT, attempts',
  strength: 'MUST',
  profiles: all,
  level: 'executing',
  sees: ['world'],
  needs: ['retry'],
  trigger: 'a step is attempted a second time, or an attempt is sent twice',
  page: {
    why: 'An attempt that overlaps the one before races it to the far side, and nobody can say whose result counts.',
    wrong: 'Attempt 1 runs from 0 to 5 s; attempt 2 begins at 3 s.',
    right: 'Attempt 2 begins when attempt 1 is over, and its backoff too.',
  },
  judge: (view) => together(judgeEach(allAttempts(view), afterTheLast), sentTwice(view)),
};

const afterTheLast = ({ end, next, execution, number }: Attempt): Checked => {
  if (next === null || end.how === 'open' || end.how === 'lost') return 'not-judged';
  const { at } = next.calls[0];
  return holdsOr(!isBefore(at, end.at), () =>
    breach(
      `${execution.unit}: attempt ${next.number} began while attempt ${number} was open`,
      `not before ${ms(end.at)}`,
      ms(at),
      { unit: execution.unit, at },
    ),
  );
};

/** An attempt that is sent a second time while it is open, though no crash took it. */
const sentTwice = (view: View): Judgement =>
  judgeEach(allAttempts(view), ({ execution, number, repeated, end, call }) => {
    const again = repeated.find(({ at }) => isBefore(at, end.at));
    return again === undefined
      ? 'not-judged'
      : breach(
          `${execution.unit}: attempt ${number} was sent at ${ms(call.at)}, and again while it was open`,
          'one call',
          `another at ${ms(again.at)}`,
          { unit: execution.unit, at: again.at },
        );
  });

const failuresOf = (view: View, isAsked: (attempt: Attempt) => boolean): Judgement =>
  judgeEach(allAttempts(view), (attempt) =>
    attempt.end.how === 'failed' &&
    hasAttemptsLeft(attempt) &&
    isRepeatable(attempt, view) &&
    isAsked(attempt)
      ? obeysPolicy(attempt, view)
      : 'not-judged',
  );

const retryOn: RunRule = {
  kind: 'run',
  id: 'retry/retry-on',
  title: 'retries a class that retryOn lists, and fails at once on another',
  clause: 'HarnessXML §8.1.2; driver protocol, what is retried',
  strength: 'MUST',
  profiles: ['baseline', 'harness'],
  level: 'executing',
  sees: ['world'],
  needs: ['retry', 'retry-on'],
  trigger: 'an attempt fails with attempts left, and the policy has retryOn',
  page: {
    why: 'retryOn says which failures time can heal. Retrying the others costs money and hides the fault; not retrying these gives up too early.',
    wrong: 'retryOn "transient"; the attempt fails with invalid_input and is made again.',
    right: 'The step fails at once; with transient it would be attempted again.',
  },
  judge: (view) =>
    failuresOf(view, ({ execution }) => (execution.policy?.retryOn ?? null) !== null),
};

const retryAny: RunRule = {
  kind: 'run',
  id: 'retry/retry-any',
  title: 'retries any class without retryOn',
  clause: 'HarnessXML §8.1.2',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['world'],
  needs: ['retry'],
  trigger: 'an attempt fails with attempts left, and the policy has no retryOn',
  page: {
    why: 'HarnessXML has no table of what is retryable: an author who wants one writes retryOn. A runtime that adds its own opinion makes documents mean different things.',
    wrong: 'No retryOn; the attempt fails with invalid_input and the step fails at once.',
    right: 'It is attempted again, up to maxAttempts.',
  },
  judge: (view) =>
    failuresOf(view, ({ execution }) => (execution.policy?.retryOn ?? null) === null),
};

const nonRetryable: RunRule = {
  kind: 'run',
  id: 'retry/non-retryable',
  title: 'never retries a failure that is not retryable',
  clause: 'discipline 3; ORBIT, attempts',
  strength: 'MUST',
  profiles: ['baseline', 'orbit'],
  level: null,
  sees: ['world'],
  needs: ['retry', 'non-retryable'],
  trigger: 'an attempt fails with attempts left, and the failure is not retryable',
  page: {
    why: 'A wrong request stays wrong. To send it again costs time at best, and locks an account at worst.',
    wrong: 'maxAttempts 5; the far side answers 422, five times.',
    right: 'One call, and the step has failed.',
  },
  judge: (view) =>
    failuresOf(
      view,
      (attempt) =>
        (attempt.execution.policy?.retryOn ?? null) === null &&
        whatFollows(attempt, view.observation.profile).kind === 'failure',
    ),
};

const stepScoped: RunRule = {
  kind: 'run',
  id: 'retry/step-scoped',
  title: 'never performs a step again that succeeded, because a later one failed',
  clause: 'discipline 1',
  strength: 'MUST',
  profiles: all,
  level: 'executing',
  sees: ['world'],
  needs: [],
  trigger: 'an attempt of one step fails after another step succeeded',
  page: {
    why: 'A retry is about one step. An engine that starts over from the top repeats what was done and paid for.',
    wrong: 'reserve succeeds, charge fails: reserve and charge are called again.',
    right: 'charge alone is called again.',
  },
  judge: (view) => {
    const forward = forwardExecutions(view);
    const failedAt = forward.flatMap(({ unit, attempts }) =>
      attempts.flatMap((attempt) =>
        failureOf(attempt) === null ? [] : [{ unit, at: attempt.end.at }],
      ),
    );
    return judgeEach(forward, (execution) => {
      const success = successOf(execution);
      if (success === null) return 'not-judged';
      const failed = failedAt.find(
        ({ unit, at }) => unit !== execution.unit && at >= success.end.at,
      );
      if (failed === undefined) return 'not-judged';
      const again = [...success.repeated, ...(success.next?.calls ?? [])].find(
        ({ at }) => at >= failed.at,
      );
      return holdsOr(again === undefined, () =>
        breach(
          `${execution.unit} had succeeded and was called again after ${failed.unit} failed`,
          'no call of it',
          `attempt ${again?.attempt} at ${ms(again?.at ?? 0)}`,
          { unit: execution.unit, at: again?.at },
        ),
      );
    });
  },
};

const exhausted: RunRule = {
  kind: 'run',
  id: 'retry/exhausted-fails',
  title: 'ends a step as failed with the class of its last attempt',
  clause: 'HarnessXML §8.1; discipline 3',
  strength: 'MUST',
  profiles: all,
  level: 'executing',
  sees: ['outcome', 'trace'],
  needs: ['retry'],
  trigger: 'the last attempt of a policy fails',
  page: {
    why: 'Whoever handles the failure decides by its class. "Retries exhausted", or the class of the first attempt, says nothing about what is wrong now.',
    wrong:
      'Attempts fail with rate_limit, rate_limit, unavailable; the run reports rate_limit, or succeeds.',
    right: 'The step is FAILED with class unavailable.',
  },
  judge: (view) => {
    const failed = view.executions.flatMap((execution) => {
      const last = lastAttempt(execution);
      const following = whatFollows(last, view.observation.profile);
      const { policy } = execution;
      if (following.kind !== 'failure' || !following.isExhausted || policy === null) return [];
      return policy.maxAttempts > 1
        ? [{ execution, last, errorClass: classOf(following.failure) }]
        : [];
    });
    return together(
      judgeEach(failed, ({ execution, last, errorClass }) =>
        tracedFailure(execution, last, errorClass, view),
      ),
      judgeEach(failed, ({ execution, last, errorClass }) =>
        reportedFailure(execution, last, errorClass, view),
      ),
    );
  },
};

const tracedFailure = (
  { unit, step, isCompensation }: Execution,
  { end }: Attempt,
  errorClass: string,
  { observation: { trace } }: View,
): Checked => {
  if (trace === null || isCompensation) return 'not-judged';
  const event = trace.findLast(
    (each) => each.type === 'transition' && each.unit === unit && each.to === 'FAILED',
  );
  if (event?.type !== 'transition') {
    return breach(
      `${unit} used up its attempts and never turned FAILED`,
      'FAILED',
      'no such transition',
      {
        unit,
        at: end.at,
      },
    );
  }
  const observed = event.error?.class ?? 'no class';
  return holdsOr(observed === errorClass, () =>
    breach(`${step} failed with class ${observed}`, errorClass, observed, {
      unit,
      at: event.at,
      seq: event.seq,
    }),
  );
};

/** Judged where this failure alone can be what ended the run. */
const reportedFailure = (
  { unit, step, isCompensation }: Execution,
  { end }: Attempt,
  errorClass: string,
  { observation: { report, controls } }: View,
): Checked => {
  if (report === null || isCompensation || report.error === null) return 'not-judged';
  if (controls.some(({ action }) => action === 'operator')) return 'not-judged';
  if (report.error.step !== step || unit !== step || report.error.class === null)
    return 'not-judged';
  const observed = report.error.class;
  return holdsOr(observed === errorClass, () =>
    breach(`the run reports that ${step} failed with class ${observed}`, errorClass, observed, {
      unit,
      at: end.at,
    }),
  );
};

export const attemptRules: readonly RunRule[] = [
  noPolicy,
  maximumAttempts,
  stopsOnSuccess,
  sequential,
  retryOn,
  retryAny,
  nonRetryable,
  stepScoped,
  exhausted,
];
