/** What can go wrong with one call: each way as a change of a scenario. */

import { isRetryableByDefault } from '../../../core/model/error-class.ts';
import type { Scenario, TaskAnswer } from '../../../core/model/scenario.ts';
import { type Call, usualAnswer, withAnswer, withTask } from './answers.ts';
import type { Space } from './space.ts';
import type { StepInfo } from './steps.ts';

export const CALL_FAULTS = [
  'refused',
  'fails-for-good',
  'fails-once',
  'fails-but-last',
  'lost-once',
  'lost-then-refused',
  'lost-for-good',
  'hangs',
  'hangs-for-good',
  'late',
  'slow',
  'at-limit',
  'doubled',
  'slow-throughout',
] as const;

export type CallFault = (typeof CALL_FAULTS)[number];

/** Null where this can't happen to this step. */
export const withFault = (
  space: Space,
  scenario: Scenario,
  call: Call,
  step: StepInfo,
  fault: CallFault,
): Scenario | null => {
  const { usual } = space;
  const { timeout, retry } = step;
  const attempts = retry?.maxAttempts ?? 1;
  const success = (after: number): TaskAnswer => ({
    ...usualAnswer(scenario, call, space),
    after,
  });
  const slowly = timeout === null ? 10 * usual + 1000 : Math.max(0, timeout - 1);
  const put = (answer: TaskAnswer, forever = false): Scenario =>
    withAnswer(scenario, call, answer, forever, space);
  switch (fault) {
    case 'refused':
      return put(failure(refusalClass(step), usual), true);
    case 'fails-for-good':
      return attempts > 1 ? put(failure(retriedClass(step), usual), true) : null;
    case 'fails-once':
      return put(failure(retriedClass(step), usual));
    case 'fails-but-last': {
      if (attempts < 3) return null;
      let failing = scenario;
      for (let attempt = call.attempt; attempt < Math.min(attempts, 20); attempt += 1) {
        const at = { ...call, attempt };
        failing = withAnswer(failing, at, failure(retriedClass(step), usual), false, space);
      }
      return failing;
    }
    case 'lost-once':
      return put(lost(step, usual));
    case 'lost-then-refused': {
      if (attempts < 2) return null;
      const next = { ...call, attempt: call.attempt + 1 };
      const answer = failure(refusalClass(step), usual);
      return withAnswer(put(lost(step, usual)), next, answer, true, space);
    }
    case 'lost-for-good':
      return attempts > 1 ? put(lost(step, usual), true) : null;
    case 'hangs':
      return put(HANGS);
    case 'hangs-for-good':
      return attempts > 1 && timeout !== null ? put(HANGS, true) : null;
    case 'late':
      return timeout === null ? null : put(success(timeout + usual + 1));
    case 'slow':
      return put(success(slowly));
    case 'slow-throughout':
      // Each element of a list, each iteration of a loop: what bounds them all feels it.
      return call.unit === call.node ? null : withTask(scenario, call.node, [success(slowly)]);
    case 'at-limit':
      return timeout === null ? null : put(success(timeout));
    case 'doubled':
      return put({ ...success(usual), duplicate: true });
  }
};

export const failure = (name: string, after: number): TaskAnswer => ({
  after,
  then: {
    kind: 'error',
    error: { class: name, status: null, retryable: refuses(name) ? false : null, message: '' },
  },
  applied: false,
  duplicate: false,
});

/** Where a class says nothing to a profile (ORBIT), the error itself says that it is final. */
const refuses = (name: string): boolean => name === REFUSAL;

export const REFUSAL = 'invalid_input';

export const lost = (step: StepInfo, after: number): TaskAnswer => ({
  ...failure(
    step.retry?.retryOn?.includes('timeout') === false ? retriedClass(step) : 'timeout',
    after,
  ),
  applied: true,
});

export const HANGS: TaskAnswer = {
  after: 0,
  then: { kind: 'hang' },
  applied: false,
  duplicate: false,
};

/** A class that its policy retries. */
export const retriedClass = ({ retry }: StepInfo): string => {
  const listed = retry?.retryOn ?? null;
  return listed === null
    ? 'unavailable'
    : (listed.find(isRetryableByDefault) ?? listed[0] ?? 'unavailable');
};

/** A class that its policy does not retry, where there is one. */
export const refusalClass = ({ retry }: StepInfo): string =>
  retry?.retryOn?.includes(REFUSAL) === true ? 'rejected' : REFUSAL;
