/** U3002: a step that must not happen twice is given up while nobody knows whether it happened. */

import type { Scenario } from '../../../core/model/scenario.ts';
import { formatTime, joinWords } from '../../../simulator/trace/explain/words.ts';
import type { DesignContext } from '../context.ts';
import type { Analysis, Draft } from '../draft.ts';
import { isStanding, undoneUnits } from '../effects.ts';
import { faultsAt } from '../failing.ts';

export const unknownOutcome: Analysis = {
  code: 'U3002',
  find: (context) =>
    context.workflow.nodes.flatMap(({ id, kind, idempotent, timeout }) => {
      // What a person answers too late changes nothing by itself.
      if (idempotent || timeout === null || kind !== 'task') return [];
      // Whoever handles the failure can ask the far side.
      if (context.flow.errorEdges(id).length > 0 || context.flow.isUndo(id)) return [];
      const draft = draftFor(context, id, timeout.duration);
      return draft === null ? [] : [draft];
    }),
};

/** Where the far side can be asked, this profile does: then the document can not do better. */
const isAskedFor = ({ simulate }: DesignContext, scenario: Scenario, unit: string): boolean =>
  simulate({ ...scenario, world: { ...scenario.world, status: true } }).trace.some(
    (event) =>
      event.type === 'attempt.started' && event.purpose === 'reconcile' && event.unit === unit,
  );

const draftFor = (context: DesignContext, id: string, timeout: number): Draft | null => {
  for (const { scenario, run, failed } of faultsAt(context, id, 'late')) {
    const state = run.states[failed.unit];
    if (state === 'SUCCEEDED' || state === 'COMPENSATED' || !isStanding(run, id)) continue;
    if (isAskedFor(context, scenario, failed.unit)) continue;
    const effect = run.effects.find(({ unit }) => unit === failed.unit);
    const over = run.trace.find(
      (event) => event.type === 'attempt.ended' && event.unit === failed.unit,
    );
    if (effect === undefined || over === undefined) continue;
    const undone = undoneUnits(run);
    const others =
      undone.length === 0
        ? ''
        : `, while ${joinWords(undone.map((unit) => `'${unit}'`))} ${undone.length === 1 ? 'is' : 'are'} undone`;
    const own = context.flow.isUndone(id) ? '; its compensation does not run, since it failed' : '';
    return {
      nodes: [id],
      message: `'${id}' is not idempotent, and after ${formatTime(timeout)} it is given up without asking what became of the call: it may have happened all the same, and the run ends ${run.outcome}${others}${own}`,
      numbers: { timeout, effectAt: effect.at },
      scenario,
      run,
      facts: [
        `at ${formatTime(over.at)} '${failed.unit}' is given up and ${state === 'SKIPPED' ? 'skipped' : 'failed'}`,
        `at ${formatTime(effect.at)} its call takes effect`,
        ...undone.map((unit) => `'${unit}' is undone`),
        `the run ends ${run.outcome}, and the effect of '${failed.unit}' stands`,
      ],
      step: over.seq,
    };
  }
  return null;
};
