/** Rules about how long a runtime waits between attempts (HarnessXML §8.1.1). */

import type { Backoff } from '../../../core/model/workflow.ts';
import { type Gap, gapsOf } from '../gaps.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms } from '../judge.ts';
import type { Breach, RunRule } from '../rule.ts';
import type { View } from '../view.ts';

const MAXIMUM_DELAY = 2 ** 53 - 1;

const formulas: Readonly<Record<Backoff, string>> = {
  none: '0',
  fixed: 'initialDelay',
  linear: 'initialDelay × multiplier × (n − 1)',
  exponential: 'initialDelay × multiplier^(n − 2)',
};

const waitBreach = ({ after, waited }: Gap, expected: string): Breach =>
  breach(
    `${after.execution.unit}: attempt ${after.number} began ${ms(waited)} after the one before it had ended`,
    expected,
    ms(waited),
    { unit: after.execution.unit, at: after.calls[0].at },
  );

/** The wait as the formula has it: exact without jitter, anything up to it with. */
const followsFormula = (gap: Gap, { observation: { clock } }: View): Checked => {
  const { waited, delay, policy } = gap;
  const latest = clock.mayQueue ? Number.POSITIVE_INFINITY : delay + clock.toleranceMs;
  if (policy.jitter === 'full') {
    return holdsOr(!isBefore(latest, waited) && waited >= 0, () =>
      waitBreach(gap, `at most ${ms(delay)}`),
    );
  }
  return holdsOr(!isBefore(waited, delay) && !isBefore(latest, waited), () =>
    waitBreach(gap, ms(delay)),
  );
};

const delayRule = (backoff: Backoff, wrong: string, right: string): RunRule => ({
  kind: 'run',
  id: `retry/delay-${backoff}`,
  title: `waits ${formulas[backoff]} before attempt n with ${backoff === 'none' ? 'no backoff' : `${backoff} backoff`}`,
  clause: 'HarnessXML §8.1.1; ORBIT, retry',
  strength: 'MUST',
  profiles: ['baseline', 'harness', 'orbit'],
  level: 'executing',
  sees: ['world'],
  needs: ['retry', `backoff.${backoff}`],
  trigger: `an attempt fails, the policy retries it, and its backoff is "${backoff}"`,
  page: {
    why: 'Operators size queues, alarms and budgets by this formula. n counts attempts, the first included, so the first wait is the one before attempt 2; it is measured from the end of the attempt before. A real clock may be later by its declared tolerance, never earlier.',
    wrong,
    right,
  },
  judge: (view) =>
    judgeEach(
      gapsOf(view).filter(
        ({ policy, unclamped }) => policy.backoff === backoff && unclamped <= MAXIMUM_DELAY,
      ),
      (gap) => followsFormula(gap, view),
    ),
});

const maximumDelay: RunRule = {
  kind: 'run',
  id: 'retry/max-delay',
  title: 'never waits longer than maxDelay',
  clause: 'HarnessXML §8.1.1; ORBIT, retry',
  strength: 'MUST',
  profiles: ['baseline', 'harness', 'orbit'],
  level: 'executing',
  sees: ['world'],
  needs: ['retry', 'max-delay'],
  trigger: 'an attempt is retried, and the formula gives more than maxDelay',
  page: {
    why: 'The cap is what keeps a long exponential series usable: without it the tenth wait is minutes, the thirtieth years.',
    wrong: 'initialDelay 1 s, multiplier 2, maxDelay 4 s: waits of 1, 2, 4, 8 s.',
    right: 'Waits of 1, 2, 4, 4 s.',
  },
  judge: (view) =>
    judgeEach(gapsOf(view), (gap) => {
      const { maxDelay } = gap.policy;
      if (maxDelay === null || gap.unclamped <= maxDelay) return 'not-judged';
      if (view.observation.clock.mayQueue) return 'not-judged';
      const latest = maxDelay + view.observation.clock.toleranceMs;
      return holdsOr(!isBefore(latest, gap.waited), () =>
        waitBreach(gap, `at most ${ms(maxDelay)}`),
      );
    }),
};

const jitterOffExact: RunRule = {
  kind: 'run',
  id: 'retry/jitter-off-exact',
  title: 'waits exactly the delay of the formula when jitter is off',
  clause: 'HarnessXML §8.1.1; ORBIT, retry',
  strength: 'MUST',
  profiles: ['baseline', 'harness', 'orbit'],
  level: 'executing',
  sees: ['world'],
  needs: ['retry'],
  trigger: 'an attempt is retried by a policy without jitter',
  page: {
    why: 'Somebody who turns jitter off wants times that can be predicted and compared. A hidden spread makes two runs of one document differ.',
    wrong: 'Fixed delay of 1 s, jitter off: waits of 0.93 s and 1.04 s.',
    right: 'Waits of 1 s and 1 s.',
  },
  judge: (view) =>
    judgeEach(gapsOf(view), (gap) =>
      gap.policy.jitter === 'full' ? 'not-judged' : followsFormula(gap, view),
    ),
};

const largeCounts: RunRule = {
  kind: 'run',
  id: 'retry/large-counts',
  title: 'stays exact where multiplier^n overflows',
  clause: 'HarnessXML §8.1.1; driver protocol, times',
  strength: 'MUST',
  profiles: ['baseline', 'harness', 'orbit'],
  level: 'executing',
  sees: ['world'],
  needs: ['retry', 'backoff.exponential'],
  trigger: 'an attempt is retried, and the formula gives more than 2^53 − 1 ms before the clamp',
  page: {
    why: 'multiplier^n leaves every number type sooner or later. A product that wraps round, turns into infinity or is no number becomes a wait of nothing, and the far side is flooded.',
    wrong:
      'multiplier 10, maxDelay 5 s, attempt 400: 10^398 is infinite, infinity × 0 is no number, the wait is 0.',
    right: 'The wait is 5 s, before every attempt from the second on that the clamp concerns.',
  },
  judge: (view) =>
    judgeEach(gapsOf(view), (gap) =>
      gap.unclamped <= MAXIMUM_DELAY ? 'not-judged' : followsFormula(gap, view),
    ),
};

export const delayRules: readonly RunRule[] = [
  delayRule('none', 'backoff "none": a wait of 1 s before attempt 2.', 'Attempt 2 begins at once.'),
  delayRule(
    'fixed',
    'initialDelay 2 s: waits of 2, 4, 6 s, or none before attempt 2.',
    'Waits of 2, 2, 2 s.',
  ),
  delayRule(
    'linear',
    'initialDelay 1 s, multiplier 2: waits of 1, 2, 3 s, or of 0, 2, 4 s.',
    'Waits of 2, 4, 6 s.',
  ),
  delayRule(
    'exponential',
    'initialDelay 1 s, multiplier 2: waits of 2, 4, 8 s (counted from the wrong attempt), or of 0, 1, 2 s.',
    'Waits of 1, 2, 4 s.',
  ),
  maximumDelay,
  jitterOffExact,
  largeCounts,
];
