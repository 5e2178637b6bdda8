/** What follows a timeout. */

import { isUnused } from '../discarded.ts';
import { breach, type Checked, holdsOr, judgeEach, ms, together } from '../judge.ts';
import { hasAttemptsLeft, isRepeatable, obeysPolicy } from '../obeys.ts';
import type { RunRule } from '../rule.ts';
import type { Attempt, View } from '../view.ts';
import { type Bounded, boundedAttempts, isTimedOut } from './limits.ts';

const all = ['baseline', 'harness', 'orbit'] as const;

const onTimeoutOf = ({ execution: { node } }: Attempt): string | null =>
  node?.timeout?.onTimeout ?? null;

const timedOut = (view: View): readonly Bounded[] =>
  boundedAttempts(view).filter(
    (bounded) => isTimedOut(bounded, view) && bounded.attempt.end.how === 'timed-out',
  );

/** ORBIT has one answer to a timeout: its policy. */
const answerTo = (attempt: Attempt, { observation }: View): string =>
  observation.profile === 'orbit' ? 'fail' : (onTimeoutOf(attempt) ?? 'fail');

const policyApplies: RunRule = {
  kind: 'run',
  id: 'timeout/policy-applies',
  title: 'follows the retry policy after a timeout',
  clause: 'HarnessXML §8.2; field reports, P-to',
  strength: 'MUST',
  profiles: all,
  level: 'executing',
  sees: ['world'],
  needs: ['timeout', 'retry'],
  trigger: 'an attempt times out with attempts left',
  page: {
    why: 'A timeout is a failure like any other: its class is timeout. If it ends the step at once, the policy protects against quick failures alone.',
    wrong: 'maxAttempts 3, timeout 10 s, backoff 5 s: one call at 0, failed at 10 s.',
    right: 'Calls at 0, 15 and 30 s, failed at 40 s; with retryOn "transient", one call.',
  },
  judge: (view) =>
    judgeEach(timedOut(view), ({ attempt }) =>
      answerTo(attempt, view) === 'fail' && hasAttemptsLeft(attempt) && isRepeatable(attempt, view)
        ? obeysPolicy(attempt, view)
        : 'not-judged',
    ),
};

const leavesTimeoutOut = ({ execution: { policy } }: Attempt): boolean =>
  policy !== null && policy.retryOn !== null && !policy.retryOn.includes('timeout');

const retryOverrides: RunRule = {
  kind: 'run',
  id: 'timeout/retry-overrides-retry-on',
  title: 'retries under onTimeout="retry" even if retryOn leaves timeout out',
  clause: 'HarnessXML §8.2',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['world'],
  needs: ['timeout', 'retry', 'retry-on', 'on-timeout.retry'],
  trigger:
    'an attempt times out with attempts left under onTimeout="retry", and retryOn has no timeout',
  page: {
    why: 'The attribute is the more precise word: it speaks of timeouts alone, and the author wrote it.',
    wrong: 'retryOn "transient", onTimeout "retry": the step fails at its first timeout.',
    right: 'It is attempted again.',
  },
  judge: (view) =>
    judgeEach(timedOut(view), ({ attempt }) =>
      onTimeoutOf(attempt) === 'retry' &&
      leavesTimeoutOut(attempt) &&
      hasAttemptsLeft(attempt) &&
      isRepeatable(attempt, view)
        ? obeysPolicy(attempt, view)
        : 'not-judged',
    ),
};

const ended = (attempt: Attempt, expected: string): Checked =>
  holdsOr(attempt.next === null, () =>
    breach(
      `${attempt.execution.unit}: attempt ${attempt.number} timed out and attempt ${attempt.next?.number} followed`,
      expected,
      `attempt ${attempt.next?.number} at ${ms(attempt.next?.at ?? 0)}`,
      { unit: attempt.execution.unit, at: attempt.next?.at },
    ),
  );

const retryBounded: RunRule = {
  kind: 'run',
  id: 'timeout/retry-bounded',
  title: 'never passes maxAttempts under onTimeout="retry"',
  clause: 'HarnessXML §8.2',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['world'],
  needs: ['timeout', 'retry', 'on-timeout.retry'],
  trigger: 'the last attempt of a policy times out under onTimeout="retry"',
  page: {
    why: '"Retry" says what to do with a timeout, not how often. Without the bound a task that always hangs runs for ever.',
    wrong: 'maxAttempts 2, the task hangs: calls at 0, 10, 20, 30 s and on.',
    right: 'Calls at 0 and 10 s, failed at 20 s.',
  },
  judge: (view) =>
    judgeEach(timedOut(view), ({ attempt }) =>
      onTimeoutOf(attempt) === 'retry' &&
      attempt.execution.policy !== null &&
      !hasAttemptsLeft(attempt)
        ? ended(attempt, 'no other attempt')
        : 'not-judged',
    ),
};

const skip: RunRule = {
  kind: 'run',
  id: 'timeout/skip',
  title: 'turns a node SKIPPED under onTimeout="skip"',
  clause: 'HarnessXML §8.2; reading Q2',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['world', 'trace'],
  needs: ['timeout', 'on-timeout.skip'],
  trigger: 'an attempt times out under onTimeout="skip"',
  page: {
    why: 'The step was worth a try and not worth a failure. It is skipped at its first timeout, attempts left or not, and what follows it runs.',
    wrong: 'The step is attempted again, or fails and unwinds the run.',
    right: 'It turns SKIPPED; its successors start.',
  },
  judge: (view) => {
    const skipped = timedOut(view).filter(({ attempt }) => onTimeoutOf(attempt) === 'skip');
    return together(
      judgeEach(skipped, ({ attempt }) => ended(attempt, 'skipped')),
      judgeEach(skipped, ({ attempt }) => tracedAsSkipped(attempt, view)),
    );
  },
};

const tracedAsSkipped = ({ execution, number }: Attempt, { observation }: View): Checked => {
  const { trace, choices } = observation;
  if (trace === null || execution.isCompensation || choices['Q2'] === 'other') return 'not-judged';
  const last = trace.findLast(
    (event) =>
      event.type === 'transition' && event.unit === execution.unit && event.attempt === number,
  );
  if (last?.type !== 'transition') return 'not-judged';
  return holdsOr(last.to === 'SKIPPED', () =>
    breach(
      `${execution.unit} timed out under onTimeout="skip" and turned ${last.to}`,
      'SKIPPED',
      last.to,
      { unit: execution.unit, at: last.at, seq: last.seq },
    ),
  );
};

const lateResultIgnored: RunRule = {
  kind: 'run',
  id: 'timeout/late-result-ignored',
  title: 'takes no result that arrives after the timeout',
  clause: 'field reports, P-zombie; ORBIT, late results',
  strength: 'MUST',
  profiles: all,
  level: 'executing',
  sees: ['world', 'outcome', 'trace'],
  needs: ['timeout'],
  trigger: 'a task succeeds after its timeout has passed',
  page: {
    why: 'The attempt is over, and others have acted on that: a retry is under way, or the unwinding. A result that counts after all makes both true at once.',
    wrong:
      'Attempt 1 times out at 3 s and returns at 4 s while attempt 2 runs; the step succeeds with its result.',
    right: 'The result is recorded as ignored; attempt 2 decides.',
  },
  judge: (view) => {
    const late = timedOut(view).filter(
      ({ call }) => call.reply.then.kind === 'ok' && !isConfirmed(call.unit, view),
    );
    return together(
      judgeEach(late, ({ call }) => isUnused(call, 'came after its timeout', view)),
      judgeEach(late, ({ attempt }) => didNotSucceed(attempt, view)),
    );
  },
};

/** The far side said that the call had its effect: what it gave is the step's by that. */
const isConfirmed = (unit: string, { reconciles }: View): boolean =>
  reconciles.some(
    ({ unit: asked, reply: { then } }) =>
      asked === unit && then.kind === 'status' && then.applied === true,
  );

const didNotSucceed = ({ execution, number, end }: Attempt, { observation }: View): Checked => {
  const { trace } = observation;
  if (trace === null) return 'not-judged';
  const taken = trace.find(
    (event) =>
      event.type === 'attempt.ended' &&
      event.unit === execution.unit &&
      event.attempt === number &&
      event.outcome === 'succeeded' &&
      event.purpose !== 'reconcile',
  );
  return holdsOr(taken === undefined, () =>
    breach(
      `${execution.unit}: attempt ${number} succeeded after its timeout had passed`,
      `timed out at ${ms(end.at)}`,
      `succeeded at ${ms(taken?.at ?? 0)}`,
      { unit: execution.unit, at: taken?.at, seq: taken?.seq },
    ),
  );
};

export const consequenceRules: readonly RunRule[] = [
  policyApplies,
  retryOverrides,
  retryBounded,
  skip,
  lateResultIgnored,
];
