/** Words that cases share. */

import type { TaskAnswer } from '../../core/model/scenario.ts';
import type { NodeState } from '../../core/model/trace.ts';
import type { Profile, RetryPolicy, Timeout } from '../../core/model/workflow.ts';
import type { Observation } from '../rules/observation.ts';
import { err } from './whiteboard.ts';

export const BASELINE: readonly Profile[] = ['baseline'];
export const HARNESS: readonly Profile[] = ['harness'];
export const ORBIT: readonly Profile[] = ['orbit'];
export const NOT_ORBIT: readonly Profile[] = ['baseline', 'harness'];
export const NOT_BASELINE: readonly Profile[] = ['harness', 'orbit'];
export const NOT_HARNESS: readonly Profile[] = ['baseline', 'orbit'];
export const ALL: readonly Profile[] = ['baseline', 'harness', 'orbit'];

/** So many attempts, a second apart. */
export const attempts = (maxAttempts: number, rest: Partial<RetryPolicy> = {}) => ({
  retry: { maxAttempts, initialDelay: 1000, ...rest },
});

/** The limit of one attempt, in seconds. */
export const within = (
  seconds: number,
  onTimeout: Timeout['onTimeout'] = 'fail',
): { readonly timeout: Timeout } => ({ timeout: { duration: seconds * 1000, onTimeout } });

/** A failure of which the task itself says that another attempt is in vain. */
export const inVain = (seconds: number, name = 'invalid_input'): TaskAnswer => {
  const answer = err(seconds, name);
  return answer.then.kind === 'error'
    ? { ...answer, then: { kind: 'error', error: { ...answer.then.error, retryable: false } } }
    : answer;
};

export const notIdempotent = { idempotent: false } as const;

/** Whether the runtime's trace moves a node so; null where it has no trace. */
export const moved = (
  { trace }: Observation,
  node: string,
  from: NodeState,
  to: NodeState,
): boolean | null =>
  trace === null
    ? null
    : trace.some(
        (event) =>
          event.type === 'transition' &&
          event.node === node &&
          event.from === from &&
          event.to === to,
      );

/** One reading if it holds, another if it does not, none if nobody knows. */
export const either = (holds: boolean | null, yes: string, no: string): string | null =>
  holds === null ? null : holds ? yes : no;
