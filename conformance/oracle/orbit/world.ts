/** What the outside world answers to a call: the scenario's script. */

import type { Scenario, TaskAnswer, TaskOutcome } from '../../../core/model/scenario.ts';
import { type Execution, nameOf, type Unit } from './units.ts';

/** How many ms a call takes (Infinity: for ever), and what it comes to. */
export interface Answer {
  readonly after: number;
  readonly then: TaskOutcome;
}

export function answerTo(scenario: Scenario, unit: Unit): Answer {
  const { after, then } = scripted(scenario, unit);
  // A scripted timeout outlasts the limit of its step; without one it is the task's own error.
  const error = { class: 'timeout', status: null, retryable: null, message: '' };
  if (then.kind === 'timeout' && unit.node.timeout === null) {
    return { after, then: { kind: 'error', error } };
  }
  return { after: then.kind === 'hang' || then.kind === 'timeout' ? Infinity : after, then };
}

/** Entry n answers attempt n, the last one all later ones; a unit's own entries come first. */
function scripted({ tasks, default: usual }: Scenario, unit: Unit): TaskAnswer {
  const { execution, node, undoes } = unit;
  // What undoes a unit of a child is called by its unit alone.
  const byNode = undoes === null || execution.parent === null ? pathOf(execution) + node.id : '';
  const answers = tasks[nameOf(unit)] ?? tasks[byNode] ?? [];
  return (
    answers[Math.min(unit.attempt, answers.length) - 1] ?? {
      after: usual.after,
      then: { kind: 'default' },
      applied: true,
      duplicate: false,
    }
  );
}

/** `pay/` for all elements and attempts of the step `pay` that is a child. */
const pathOf = ({ parent }: Execution): string =>
  parent === null ? '' : `${pathOf(parent.execution)}${parent.node.id}/`;
