/** Effects by the names that expectations have for them. */

import type { Effect } from '../../../core/model/run.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import { stepOfUnit } from '../expectations/names.ts';

const COMPENSATION = 'compensate:';

export const isUndo = ({ unit }: Pick<Effect, 'unit'>): boolean => unit.startsWith(COMPENSATION);

/**
 * Whether an effect is what a name means: `charge`, `take[1]`, `pay/charge`, `compensate:charge`,
 * or the node that undoes, where it has a name of its own.
 */
export const isEffectOf = ({ unit, node }: Effect, name: string, workflow: Workflow): boolean => {
  if (unit === name || stepOfUnit(unit) === name) return true;
  // In ORBIT what undoes goes by the step that it undoes, whose name must not mean it.
  const isNamed = workflow.orbit === undefined || !unit.startsWith(COMPENSATION);
  return isNamed && (node === name || stepOfUnit(node) === name);
};

/** The event that an effect belongs to: where its call began. */
export const seqOfCall = (
  trace: readonly { readonly type: string; readonly seq: number }[],
  { unit, attempt }: Effect,
): number | null => {
  for (const event of trace) {
    if (event.type !== 'attempt.started') continue;
    const call = event as { readonly unit?: string; readonly attempt?: number };
    if (call.unit === unit && call.attempt === attempt) return event.seq;
  }
  return null;
};
