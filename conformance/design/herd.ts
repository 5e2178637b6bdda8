/**
 * Many clients of one dependency that fails for all of them at one moment: how many come back at
 * once. Every number is counted in simulated runs, one a client.
 */

import { plainNode } from '../../core/model/plain.ts';
import type { TaskAnswer } from '../../core/model/scenario.ts';
import type { Jitter, RetryPolicy, Workflow } from '../../core/model/workflow.ts';
import { emptyScenario } from '../../core/scenario/empty.ts';
import { compileProgram, simulateProgram } from '../../simulator/index.ts';

export interface Herd {
  readonly clients: number;
  /** In ms: calls are counted within so much time. */
  readonly window: number;
  /** The most calls that come back within one window. */
  readonly peak: number;
  /** When that window begins, in ms since the failure. */
  readonly peakAt: number;
  /** All that come back, until each has used its attempts. */
  readonly retries: number;
}

/** Attempts of one client that are looked at: the first ones come the closest. */
const MOST_ATTEMPTS = 6;
const STEP = 'call';

/**
 * @param window In ms, at least 1.
 * @param jitter Instead of the policy's own.
 */
export const herdOf = (
  workflow: Workflow,
  policy: RetryPolicy,
  jitter: Jitter,
  clients: number,
  window: number,
): Herd => {
  const node = plainNode(STEP);
  node.retry = {
    ...policy,
    maxAttempts: Math.min(policy.maxAttempts, MOST_ATTEMPTS),
    retryOn: null,
    jitter,
  };
  const { orbit: _, ...plain } = workflow;
  const program = compileProgram({
    ...plain,
    profile: 'harness',
    entry: null,
    timeout: null,
    resources: [],
    artifacts: [],
    edges: [],
    nodes: [node],
  });
  const returns: number[] = [];
  for (let client = 0; client < clients; client += 1) {
    const run = simulateProgram(program, {
      ...emptyScenario,
      seed: client,
      run: `client-${client}`,
      tasks: { [STEP]: [FAILS] },
    });
    for (const event of run.trace) {
      if (event.type === 'attempt.started' && event.attempt > 1) returns.push(event.at);
    }
  }
  returns.sort((left, right) => left - right);
  let peak = 0;
  let peakAt = 0;
  for (let first = 0, last = 0; first < returns.length; first += 1) {
    const from = returns[first] as number;
    while (last < returns.length && (returns[last] as number) < from + window) last += 1;
    if (last - first > peak) {
      peak = last - first;
      peakAt = from;
    }
  }
  return { clients, window, peak, peakAt, retries: returns.length };
};

const FAILS: TaskAnswer = {
  after: 0,
  then: {
    kind: 'error',
    error: { class: 'unavailable', status: null, retryable: null, message: '' },
  },
  applied: false,
  duplicate: false,
};
