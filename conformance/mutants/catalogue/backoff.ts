/** Waits by another formula, chance at the wrong place, numbers that overflow. */

import { delayBefore } from '../../../core/lifecycle/backoff.ts';
import type { Choices } from '../../../core/lifecycle/choices.ts';
import type { RetryPolicy } from '../../../core/model/workflow.ts';
import { instanceOf } from '../../../simulator/runtime/engine.ts';
import { asPlanned } from '../levers/meddling.ts';
import { readsPolicies } from '../levers/plan.ts';
import type { Change, Mutant } from '../mutant.ts';

const EVERYWHERE = ['baseline', 'harness', 'orbit'] as const;

type Formula = (
  policy: RetryPolicy,
  attempt: number,
  right: (policy: RetryPolicy, attempt: number) => number,
) => number;

/** Waits by another formula. */
const waits = (formula: Formula): Pick<Change, 'rules'> => ({
  rules: (rules) => ({
    ...rules,
    delayBefore: (policy, attempt, linear: Choices['Q12'] = 'multiplied') =>
      formula(policy, attempt, (other, number) => delayBefore(other, number, linear)),
  }),
});

/** The formula without the clamp. */
const unclamped = (policy: RetryPolicy, attempt: number): number =>
  delayBefore({ ...policy, maxDelay: null }, attempt);

const draws = (jittered: (delay: number, draw: number) => number): Pick<Change, 'rules'> => ({
  rules: (rules) => ({ ...rules, jittered }),
});

/** The power at once, as `Math.pow` has it: infinite where it is too large. */
const power = (base: number, exponent: number): number => {
  let product = 1;
  for (let step = 0; step < exponent; step += 1) product *= base;
  return product;
};

export const backoffMutants: readonly Mutant[] = [
  {
    id: 'exponential-is-linear',
    title: 'waits initialDelay × multiplier × n under exponential backoff',
    why: 'The power is written as a product (field report B04: Kestra, Conductor).',
    caughtBy: ['retry/delay-exponential'],
    profiles: EVERYWHERE,
    change: waits((policy, attempt, right) =>
      policy.backoff === 'exponential'
        ? Math.min(
            policy.initialDelay * policy.multiplier * (attempt - 1),
            policy.maxDelay ?? Number.MAX_SAFE_INTEGER,
          )
        : right(policy, attempt),
    ),
  },
  {
    id: 'exponent-begins-at-one',
    title: 'multiplies before the first wait',
    why: 'Attempts are counted from 1 and the exponent should begin at 0.',
    caughtBy: ['retry/delay-exponential'],
    profiles: EVERYWHERE,
    change: waits((policy, attempt, right) =>
      right(policy, policy.backoff === 'exponential' ? attempt + 1 : attempt),
    ),
  },
  {
    id: 'first-wait-is-nothing',
    title: 'waits nothing before the first retry',
    why: 'The formula has n − 1 where n was meant, and the first wait is multiplied by 0 (field report B04: retry4j).',
    caughtBy: ['retry/delay-exponential', 'retry/delay-linear', 'retry/delay-fixed'],
    profiles: EVERYWHERE,
    change: waits((policy, attempt, right) => (attempt === 2 ? 0 : right(policy, attempt - 1))),
  },
  {
    id: 'truncates-multiplier',
    title: 'takes the multiplier as a whole number',
    why: 'It is kept in an integer: 1.5 is 1 (field report B04: Kestra).',
    caughtBy: ['retry/delay-exponential'],
    profiles: EVERYWHERE,
    change: readsPolicies((policy) => ({
      ...policy,
      multiplier: Math.floor(policy.multiplier),
    })),
  },
  {
    id: 'multiplier-at-least-one',
    title: 'takes a multiplier below 1 for 1',
    why: 'A backoff that shrinks looks like a mistake, and is corrected (field report B09).',
    caughtBy: ['retry/delay-exponential'],
    profiles: EVERYWHERE,
    change: readsPolicies((policy) => ({
      ...policy,
      multiplier: Math.max(1, policy.multiplier),
    })),
  },
  {
    id: 'linear-does-not-grow',
    title: 'waits the same before every retry under linear backoff',
    why: 'Linear is implemented as fixed with a multiplier.',
    caughtBy: ['retry/delay-linear'],
    profiles: EVERYWHERE,
    change: waits((policy, attempt, right) =>
      right(policy, policy.backoff === 'linear' ? 2 : attempt),
    ),
  },
  {
    id: 'linear-adds',
    title: 'waits initialDelay + multiplier × n under linear backoff',
    why: 'Linear growth is read as adding a step, which is what other engines call incremental.',
    caughtBy: ['retry/delay-linear'],
    profiles: EVERYWHERE,
    change: waits((policy, attempt, right) =>
      policy.backoff === 'linear'
        ? Math.min(
            policy.initialDelay + policy.multiplier * (attempt - 1),
            policy.maxDelay ?? Number.MAX_SAFE_INTEGER,
          )
        : right(policy, attempt),
    ),
  },
  {
    id: 'fixed-is-multiplied',
    title: 'multiplies a fixed delay',
    why: 'One formula serves all kinds, and the multiplier has a default of 2.',
    caughtBy: ['retry/delay-fixed'],
    profiles: EVERYWHERE,
    change: waits((policy, attempt, right) =>
      right(policy.backoff === 'fixed' ? { ...policy, backoff: 'exponential' } : policy, attempt),
    ),
  },
  {
    id: 'none-waits',
    title: 'waits initialDelay without backoff',
    why: 'The kind decides how the delay grows, and nobody asks whether there is one.',
    caughtBy: ['retry/delay-none'],
    profiles: EVERYWHERE,
    change: waits((policy, attempt, right) =>
      right(policy.backoff === 'none' ? { ...policy, backoff: 'fixed' } : policy, attempt),
    ),
  },
  {
    id: 'hidden-cap',
    title: 'never waits longer than 5 s, though no maxDelay is set',
    why: 'The library below has a default maximum interval (field report B04: Spring Retry has 30 s).',
    caughtBy: ['retry/delay-exponential', 'retry/delay-linear'],
    profiles: EVERYWHERE,
    change: waits((policy, attempt, right) => Math.min(5000, right(policy, attempt))),
  },
  {
    id: 'ignores-maximum',
    title: 'knows no maxDelay',
    why: 'The attribute is read and handed to nobody.',
    caughtBy: ['retry/max-delay'],
    profiles: EVERYWHERE,
    change: readsPolicies((policy) => ({ ...policy, maxDelay: null })),
  },
  {
    id: 'clamps-growth-alone',
    title: 'clamps what was multiplied, and not a first delay above maxDelay',
    why: 'The first delay is what the user wrote, and is handed over as it is.',
    caughtBy: ['retry/max-delay'],
    profiles: EVERYWHERE,
    change: waits((policy, attempt, right) =>
      attempt === 2 ? unclamped(policy, 2) : right(policy, attempt),
    ),
  },
  {
    id: 'wraps-at-32-bits',
    title: 'computes delays in 32 bits before it clamps them',
    why: 'A delay above 2^31 − 1 ms is a timer that fires at once (field report B07: Node’s timers).',
    caughtBy: ['retry/large-counts'],
    profiles: EVERYWHERE,
    change: waits((policy, attempt) => {
      const delay = unclamped(policy, attempt);
      return Math.min(delay > 2 ** 31 - 1 ? 1 : delay, policy.maxDelay ?? delay);
    }),
  },
  {
    id: 'overflows-to-nothing',
    title: 'waits nothing once the power is no number any more',
    why: 'The power is computed before the clamp, and what is not finite is taken for 0 (field report B05: Airflow).',
    caughtBy: ['retry/large-counts'],
    profiles: EVERYWHERE,
    change: waits((policy, attempt, right) => {
      const grown = policy.initialDelay * power(policy.multiplier, attempt - 2);
      return policy.backoff === 'exponential' && grown > Number.MAX_SAFE_INTEGER
        ? 0
        : right(policy, attempt);
    }),
  },
  {
    id: 'no-jitter',
    title: 'draws nothing where jitter is on',
    why: 'The attribute is not read; its default is full jitter.',
    caughtBy: ['retry/jitter-applied', 'retry/jitter-full'],
    profiles: ['baseline', 'harness'],
    change: draws((delay) => delay),
  },
  {
    id: 'same-draw-in-every-run',
    title: 'draws the same in every run',
    why: 'The generator is seeded with a constant for the sake of replay.',
    caughtBy: ['retry/jitter-applied'],
    profiles: ['harness'],
    change: draws((delay) => delay * 0.37),
  },
  {
    id: 'equal-jitter',
    title: 'keeps half of the delay and draws the other half',
    why: 'That is called equal jitter, and is what some clients do under that name.',
    caughtBy: ['retry/jitter-full'],
    profiles: ['baseline', 'harness'],
    change: draws((delay, draw) => delay / 2 + (delay / 2) * draw),
  },
  {
    id: 'jitter-around-delay',
    title: 'waits between half and one and a half of the delay',
    why: 'Chance is a factor around 1, applied after the cap was checked (field report B10: Spring Retry, Agenda).',
    caughtBy: ['retry/max-delay', 'retry/jitter-full'],
    profiles: ['baseline', 'harness'],
    change: draws((delay, draw) => delay * (0.5 + draw)),
  },
  {
    id: 'jitters-before-clamp',
    title: 'draws first and clamps then',
    why: 'The formula with chance is one function, and the clamp stands around it.',
    caughtBy: ['retry/clamp-before-jitter'],
    profiles: ['harness'],
    change: {
      rules: (rules) => ({
        ...rules,
        // The clamp is remembered in the whole part, which draws alone never reach.
        delayBefore: (policy, attempt) =>
          policy.jitter === 'none'
            ? delayBefore(policy, attempt)
            : delayBefore({ ...policy, maxDelay: null }, attempt),
      }),
      meddles: () => clampTimers(),
    },
  },
  {
    id: 'jitter-always',
    title: 'draws although jitter is off',
    why: 'Chance is added to what the user asked for, to be kind to the far side (field report B04: Sidekiq).',
    caughtBy: ['retry/jitter-off-exact'],
    profiles: EVERYWHERE,
    change: readsPolicies((policy) => ({ ...policy, jitter: 'full' })),
  },
  {
    id: 'waits-from-the-beginning',
    title: 'counts the delay from the beginning of the attempt that failed',
    why: 'The next run is planned at the time of the last run plus the interval, as cron does.',
    caughtBy: ['retry/jitter-off-exact', 'retry/delay-fixed'],
    profiles: EVERYWHERE,
    change: asPlanned(() => (item, engine) => {
      if (item.what !== 'backoff') return null;
      const began = engine.trace[(item.step.attempt?.started ?? 0) - 1]?.at ?? engine.now;
      return item.at - (engine.now - began);
    }),
  },
  {
    id: 'whole-seconds',
    title: 'rounds waits up to whole seconds',
    why: 'The queue below knows seconds alone.',
    caughtBy: ['retry/jitter-off-exact', 'retry/delay-fixed'],
    profiles: EVERYWHERE,
    change: waits((policy, attempt, right) => Math.ceil(right(policy, attempt) / 1000) * 1000),
  },
];

const clampTimers = (): ReturnType<NonNullable<Change['meddles']>> =>
  (
    asPlanned(() => (item) => {
      if (item.what !== 'backoff') return null;
      const { retry } = item.step.context;
      const maximum = retry?.maxDelay ?? null;
      if (maximum === null || retry?.jitter !== 'full') return null;
      return Math.min(item.at, instanceOf(item.step).engine.now + maximum);
    }).meddles as NonNullable<Change['meddles']>
  )();
