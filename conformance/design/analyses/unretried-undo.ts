/** U3007: what is done is retried, what undoes it is not. */

import type { RetryPolicy } from '../../../core/model/workflow.ts';
import { formatTime } from '../../../simulator/trace/explain/words.ts';
import { seenIn } from '../../fuzz/space/seen.ts';
import type { DesignContext } from '../context.ts';
import type { Analysis, Draft } from '../draft.ts';
import { isStanding } from '../effects.ts';
import { failingAfter, withUndoFault } from '../failing.ts';

export const unretriedUndo: Analysis = {
  code: 'U3007',
  find: (context) =>
    context.flow.undos.flatMap(({ from, to }) => {
      const retry = context.nodes.get(from)?.retry ?? null;
      const undo = context.nodes.get(to);
      if (retry === null || retry.maxAttempts < 2 || undo === undefined) return [];
      if ((undo.retry?.maxAttempts ?? 1) > 1) return [];
      const draft = draftFor(context, from, to, retry);
      return draft === null ? [] : [draft];
    }),
};

const draftFor = (
  context: DesignContext,
  from: string,
  to: string,
  retry: RetryPolicy,
): Draft | null => {
  for (const failing of failingAfter(context, from)) {
    if (failing.run.compensation !== 'completed') continue;
    const undo = seenIn(context.space, failing.scenario, failing.run).undos.find(
      ({ unit, step }) => step.name === to || unit === to,
    );
    if (undo === undefined) continue;
    const undone = undo.unit.slice('compensate:'.length);
    const scenario = withUndoFault(context, failing, undone, 'fails-once');
    if (scenario === null) continue;
    const run = context.simulate(scenario);
    if (run.compensation !== 'failed' || !isStanding(run, from)) continue;
    const ended = run.trace.find(
      (event) => event.type === 'compensation.ended' && event.unit === undo.unit,
    );
    if (ended === undefined) continue;
    return {
      nodes: [from, to],
      message: `'${from}' has ${retry.maxAttempts} attempts, and what undoes it, '${to}', has one: a single failure that passes leaves its effect behind, and the run ends ${run.outcome} with a failed compensation`,
      numbers: { attempts: retry.maxAttempts, attemptsOfUndo: 1 },
      scenario,
      run,
      facts: [
        `'${undone}' succeeds`,
        `'${failing.failed.unit}' fails, and what was done is undone`,
        `at ${formatTime(ended.at)} '${to}' fails once, and is not tried again`,
        `the run ends ${run.outcome}, and the effect of '${undone}' stands`,
      ],
      step: ended.seq,
    };
  }
  return null;
};
