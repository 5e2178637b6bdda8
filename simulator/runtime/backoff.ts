/** The wait between two attempts: formula, clamp, jitter, timer (HarnessXML §8.1.1). */

import type { RetryPolicy } from '../../core/model/workflow.ts';
import { emitTimerFired, emitTimerSet } from './emit.ts';
import { dueAfter, instanceOf, planTimer } from './engine.ts';
import { postDecision } from './message.ts';
import type { Backoff, StepRun } from './state.ts';
import { STEP } from './states.ts';

/** How long the step waits before the attempt after this one. */
export const backoffFor = (step: StepRun): Backoff => {
  const policy = step.context.retry as RetryPolicy;
  const nth = step.context.attempt - step.context.spent;
  const { choices, host, rules } = instanceOf(step).engine;
  const base = rules.delayBefore(policy, nth + 1, choices.Q12);
  if (policy.jitter === 'none') return { base, draw: null, delay: base };
  const draw = host.draw(step);
  return { base, draw, delay: rules.jittered(base, draw) };
};

export const scheduleRetry = (step: StepRun): void => {
  const { backoff } = step;
  if (backoff === null) return;
  const { engine } = instanceOf(step);
  const due = dueAfter(engine, backoff.delay);
  step.cause = emitTimerSet(step, 'backoff', due, step.cause, backoff);
  planTimer(engine, 'backoff', due, step);
};

/** A backoff is over. */
export const backoffEnded = (step: StepRun, attempt: number): void => {
  if (step.state !== STEP.RETRYING || step.context.attempt !== attempt) return;
  const fired = emitTimerFired(step, 'backoff', step.cause);
  postDecision(instanceOf(step).engine, step, { type: 'backoff.ended' }, fired);
};
