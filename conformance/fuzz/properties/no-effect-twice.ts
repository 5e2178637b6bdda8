import type { Workflow } from '../../../core/model/workflow.ts';
import type { Expectation } from '../expectation.ts';
import { stepOfUnit } from '../expectations/names.ts';
import { isEffectOf, seqOfCall } from './effects.ts';
import { broken, HELD, type JudgeProperty, NOT_TRIED, type PropertyBreak } from './property.ts';

type Twice = Extract<Expectation, { readonly property: 'no-effect-twice' }>;

/** One unit's effect happens once, compensations included. */
export const noEffectTwice =
  ({ of }: Twice, workflow: Workflow): JudgeProperty =>
  ({ run }) => {
    const first = new Map<string, number>();
    const breaks = new Map<string, PropertyBreak>();
    for (const effect of run.effects) {
      if (of.length > 0 && !of.some((name) => isEffectOf(effect, name, workflow))) continue;
      const name = `${effect.unit}\n${effect.node}`;
      const at = first.get(name);
      if (at === undefined) {
        first.set(name, effect.at);
        continue;
      }
      if (breaks.has(name)) continue;
      breaks.set(name, {
        node: stepOfUnit(effect.unit),
        message: `the effect of '${effect.unit}' happened twice: at ${at} ms and, by attempt ${effect.attempt}, at ${effect.at} ms`,
        expected: `one effect of '${effect.unit}'`,
        observed: `a second one at ${effect.at} ms`,
        seq: seqOfCall(run.trace, effect),
      });
    }
    if (breaks.size > 0) return broken(...breaks.values());
    return first.size > 0 ? HELD : NOT_TRIED;
  };
