/** Whether the run waits for a person at the cursor, and what they can do about it. */

import type { TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { nodesOf, unitName } from '../../simulator/trace/explain/words.ts';
import type { OperatorChoice } from './faults.ts';

export interface OperatorAct {
  readonly name: string;
  readonly choice: OperatorChoice;
}

/** Empty where the run waits for nobody. */
export function operatorActs(
  trace: readonly TraceEvent[],
  cursor: number,
  workflow: Workflow,
): readonly OperatorAct[] {
  let isPaused = false;
  const failed = new Map<string, boolean>();
  for (const event of trace) {
    if (event.seq > cursor) break;
    switch (event.type) {
      case 'run.paused':
        isPaused = true;
        break;
      case 'instance.ended':
        isPaused = false;
        break;
      case 'transition':
        if (event.to === 'FAILED') failed.set(event.unit, event.error?.uncertain === true);
        else failed.delete(event.unit);
        break;
      default:
        break;
    }
  }
  if (!isPaused || failed.size === 0) return [];
  const nodes = nodesOf(workflow);
  const acts = [...failed].flatMap(([unit, isUncertain]): readonly OperatorAct[] => {
    const name = unitName(nodes, unit);
    const retry = act('retry-step', unit, null, `Try ${name} again`);
    if (!isUncertain) return [retry];
    return [
      act('settle-uncertain', unit, true, `${name} was done`),
      act('settle-uncertain', unit, false, `${name} was not done`),
      retry,
    ];
  });
  return [...acts, act('resume-run', null, null, 'Resume the run')];
}

function act(
  command: OperatorChoice['command'],
  step: string | null,
  applied: boolean | null,
  name: string,
): OperatorAct {
  return { name, choice: { command, step, applied } };
}
