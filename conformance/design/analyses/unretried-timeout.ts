/** U3008: a step has attempts left, and its own timeout is not among what it retries. */

import { countOf, formatTime } from '../../../simulator/trace/explain/words.ts';
import type { DesignContext } from '../context.ts';
import type { Analysis, Draft } from '../draft.ts';
import { faultsAt } from '../failing.ts';

export const unretriedTimeout: Analysis = {
  code: 'U3008',
  find: (context) =>
    context.workflow.nodes.flatMap(({ id, idempotent, kind, retry, timeout }) => {
      if (retry === null || retry.maxAttempts < 2 || timeout?.onTimeout !== 'fail') return [];
      if (!idempotent && kind !== 'transform') return [];
      if (retry.retryOn === null || retry.retryOn.includes('timeout')) return [];
      if (context.flow.isUndo(id)) return [];
      const draft = draftFor(context, id, timeout.duration, retry.maxAttempts);
      return draft === null ? [] : [draft];
    }),
};

const draftFor = (
  context: DesignContext,
  id: string,
  timeout: number,
  attempts: number,
): Draft | null => {
  for (const { scenario, run, failed } of faultsAt(context, id, 'hangs')) {
    if (run.states[failed.unit] !== 'FAILED') continue;
    const begun = run.trace.filter(
      (event) => event.type === 'attempt.started' && event.unit === failed.unit,
    ).length;
    const over = run.trace.find(
      (event) => event.type === 'attempt.ended' && event.unit === failed.unit,
    );
    if (begun !== 1 || over === undefined) continue;
    const policy = context.nodes.get(id)?.retry?.retryOn?.join(' ') ?? '';
    return {
      nodes: [id],
      message: `'${id}' is given up at its first timeout, after ${formatTime(timeout)}, with ${countOf(attempts - 1, 'attempt')} left: retryOn="${policy}" leaves timeout out`,
      numbers: { timeout, attempts, attemptsBegun: 1 },
      scenario,
      run,
      facts: [
        `attempt 1 of '${failed.unit}' does not return`,
        `at ${formatTime(over.at)} it times out, and no other attempt is made`,
        `the run ends ${run.outcome}`,
      ],
      step: over.seq,
    };
  }
  return null;
};
