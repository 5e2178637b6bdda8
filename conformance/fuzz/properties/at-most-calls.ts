import type { Workflow } from '../../../core/model/workflow.ts';
import { isEffectOf } from './effects.ts';
import { broken, HELD, type JudgeProperty, NOT_TRIED } from './property.ts';

export const atMostCalls =
  (step: string, most: number, workflow: Workflow): JudgeProperty =>
  ({ run }) => {
    const calls = new Map<string, number>();
    for (const event of run.trace) {
      if (event.type !== 'attempt.started' || event.purpose === 'reconcile') continue;
      const { unit, node, attempt, key, at } = event;
      if (!isEffectOf({ unit, node, attempt, key, at, repeated: false }, step, workflow)) continue;
      const count = (calls.get(unit) ?? 0) + 1;
      calls.set(unit, count);
      if (count <= most) continue;
      return broken({
        node: step,
        message: `'${unit}' is called ${count} times, more than ${most}`,
        expected: `at most ${most} calls`,
        observed: `call ${count} at ${at} ms`,
        seq: event.seq,
      });
    }
    return calls.size > 0 ? HELD : NOT_TRIED;
  };
