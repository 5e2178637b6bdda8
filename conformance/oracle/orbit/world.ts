/** What the outside world answers to a call: the scenario's script, and discipline.md's ledger. */

import type { Json } from '../../../core/model/json.ts';
import type { Scenario, TaskAnswer, TaskOutcome } from '../../../core/model/scenario.ts';
import { nameOf, type Unit } from './units.ts';

export interface World {
  /** How many ms the call takes (Infinity: for ever), and what it comes to. */
  answer(unit: Unit): { readonly after: number; readonly then: TaskOutcome };
}

export function makeWorld(scenario: Scenario): World {
  /** By key: what the first call that had its effect gave. */
  const ledger = new Map<string, Json>();
  return {
    answer(unit) {
      const answer = scripted(scenario, unit);
      const { then } = answer;
      if (then.kind === 'hang' || then.kind === 'timeout') return { after: Infinity, then };
      return { after: answer.after, then };
    },
  };
}

/** Entry n answers attempt n, the last one all later ones; a unit's own entries come first. */
function scripted(scenario: Scenario, unit: Unit): TaskAnswer {
  const answers =
    scenario.tasks[nameOf(unit)] ?? scenario.tasks[unit.execution.prefix + unit.node.id];
  return (
    answers?.[Math.min(unit.attempt, answers.length) - 1] ?? {
      after: scenario.default.after,
      then: { kind: 'default' },
      applied: true,
      duplicate: false,
    }
  );
}
