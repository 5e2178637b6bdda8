import type { Workflow } from '../../../core/model/workflow.ts';
import { stepOfUnit } from '../expectations/names.ts';
import { broken, HELD, type JudgeProperty, NOT_TRIED, type PropertyBreak } from './property.ts';

/**
 * An error edge promises that somebody deals with a failure. Where its target never begins, for
 * its join waits for more, the failure is gone and the run may call itself succeeded.
 */
export const noFailureSwallowed = (workflow: Workflow): JudgeProperty => {
  const handlers = new Map<string, string[]>();
  for (const { type, from, to } of workflow.edges) {
    if (type !== 'error') continue;
    const targets = handlers.get(from);
    if (targets === undefined) handlers.set(from, [to]);
    else targets.push(to);
  }
  return ({ run }) => {
    if (run.outcome !== 'succeeded' || handlers.size === 0) return NOT_TRIED;
    const failed = new Map<string, { readonly unit: string; readonly seq: number }>();
    const began = new Set<string>();
    for (const event of run.trace) {
      if (event.type !== 'transition') continue;
      const step = stepOfUnit(event.unit);
      // What leaves a loop is settled by its last iteration alone, so one failure may be passed over.
      if (event.to === 'FAILED' && event.iteration === undefined && handlers.has(step)) {
        if (!failed.has(step)) failed.set(step, { unit: event.unit, seq: event.seq });
      } else if (event.to === 'READY') began.add(step);
    }
    if (failed.size === 0) return NOT_TRIED;
    const breaks: PropertyBreak[] = [];
    for (const [step, { unit, seq }] of failed) {
      const targets = handlers.get(step) ?? [];
      if (targets.some((target) => began.has(target))) continue;
      const names = targets.join(', ');
      breaks.push({
        node: step,
        message: `'${unit}' failed, none of what handles that ever began (${names}), and the run ended succeeded`,
        expected: `${names} begins after a failure of '${unit}'`,
        observed: `${names} stayed as it was`,
        seq,
      });
    }
    return breaks.length > 0 ? broken(...breaks) : HELD;
  };
};
