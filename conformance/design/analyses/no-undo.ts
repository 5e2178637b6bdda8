/** U3004: what nothing undoes stays, while all around it is undone. */

import type { Security } from '../../../core/model/workflow.ts';
import { formatTime, joinWords } from '../../../simulator/trace/explain/words.ts';
import type { DesignContext } from '../context.ts';
import type { Analysis, Draft } from '../draft.ts';
import { isStanding, undoneUnits } from '../effects.ts';
import { failingAfter } from '../failing.ts';

export const noUndo: Analysis = {
  code: 'U3004',
  find: (context) => {
    const { workflow, flow } = context;
    // Who undoes nothing at all does not mean to.
    if (flow.undos.length === 0) return [];
    const handlers = new Set(workflow.nodes.flatMap(({ id }) => [...flow.handlers(id)]));
    return workflow.nodes.flatMap(({ id, kind, security }) => {
      if (
        kind !== 'task' ||
        onlyReads(security) ||
        flow.isUndone(id) ||
        flow.isUndo(id) ||
        handlers.has(id)
      )
        return [];
      const draft = draftFor(context, id);
      return draft === null ? [] : [draft];
    });
  },
};

/** It says itself that it needs no permission but to read. */
const onlyReads = (security: Security | null): boolean =>
  security !== null &&
  security.permissions.length > 0 &&
  security.permissions.every(({ action }) => action === 'read');

const draftFor = (context: DesignContext, id: string): Draft | null => {
  for (const { scenario, run, failed } of failingAfter(context, id)) {
    if (run.compensation !== 'completed' || !isStanding(run, id)) continue;
    const undone = undoneUnits(run);
    const effect = run.effects.find(({ node }) => node === id);
    if (undone.length === 0 || effect === undefined) continue;
    const names = joinWords(undone.map((unit) => `'${unit}'`));
    return {
      nodes: [id],
      message: `nothing undoes '${id}': when '${failed.unit}' fails behind it, ${names} ${undone.length === 1 ? 'is' : 'are'} undone and the run ends ${run.outcome}, but what '${id}' did stands`,
      numbers: { effectAt: effect.at },
      scenario,
      run,
      facts: [
        `at ${formatTime(effect.at)} '${effect.unit}' takes effect`,
        `'${failed.unit}' fails`,
        ...undone.map((unit) => `'${unit}' is undone`),
        `the run ends ${run.outcome}, and the effect of '${effect.unit}' stands`,
      ],
      step: run.trace.find(({ type }) => type === 'unwinding.started')?.seq ?? null,
    };
  }
  return null;
};
