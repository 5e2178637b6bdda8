/** Codes that an execution of ORBIT itself finds; a task's own errors have codes of their own. */

import type { NotePage } from '../../harness/pages/note.ts';

const NAMES = 'the interfaces of ORBIT’s crates';

const page = (code: string, title: string, why: string, mend: string): NotePage => ({
  code,
  severity: 'error',
  title,
  family: 'run',
  source: NAMES,
  why,
  mend,
});

export const orbitRunningPages: readonly NotePage[] = [
  page(
    'EXPRESSION_ERROR',
    'an expression has no value',
    'Expressions are pure and checked beforehand, but some depend on what is there when they run: a division by zero, an index outside of its list, a member of what is no object, a JSON value of another type. The unit whose with, when, for or idempotency_key it is fails without a call; a compensation fails for good, and the others go on. In the value that the workflow returns, it fails the execution, and nothing is undone.',
    'Ask first: if b == 0 then null else a / b, has(map, key), coalesce(x, y). Give JSON a type in the contract of the task where you know it.',
  ),
  page(
    'QUEUE_TIMEOUT',
    'no worker was free in time',
    'Each call waits for a worker of its pool, no longer than the queue_timeout of its step. The attempt has failed before it was a call, so the outside world knows nothing of it; the retry policy applies.',
    'Give the pool more workers, the step more time or more attempts, or a pool of its own with using. In a scenario, workers says how many there are.',
  ),
  page(
    'TIMEOUT',
    'an attempt took too long',
    'The timeout of a step bounds one attempt, from its dispatch on. Silence is not failure: what was called may have been done, or may be done yet. So the attempt has failed and its late result will be ignored, the retry policy applies, and every attempt has the same idempotency key.',
    'Give it the time that it needs, or attempts enough; and see to it that the far side keeps keys, so that a second delivery does nothing new.',
  ),
  page(
    'WORKFLOW_TIMEOUT',
    'the execution took too long',
    'The timeout of a workflow bounds the whole execution. When it has passed, what has not started is withdrawn, attempts in flight are awaited, what succeeded is undone, and the execution ends TIMED_OUT. A child workflow that is out of time fails its step.',
    'Raise the timeout, or find out what it waited for: unwind run shows it.',
  ),
];
