/**
 * The outside world of a simulated run: it answers each call as the scenario says, and
 * keeps a ledger of what really happened, which the runtime can't see.
 */

import type { JsonObject } from '../../core/model/json.ts';
import type { Effect } from '../../core/model/run.ts';
import type { Scenario, TaskAnswer } from '../../core/model/scenario.ts';

export interface World {
  readonly scenario: Scenario;
  readonly effects: Effect[];
  /** Keys that had an effect. */
  readonly ledger: Set<string>;
  readonly usual: TaskAnswer;
}

export const createWorld = (scenario: Scenario): World => ({
  scenario,
  effects: [],
  ledger: new Set(),
  usual: {
    after: scenario.default.after,
    then: { kind: 'default' },
    applied: true,
    duplicate: false,
  },
});

/**
 * What the task does when it is called: the entry of the unit, else of the node; entry n
 * for attempt n, the last one for all later ones.
 */
export const answerTo = (world: World, unit: string, node: string, attempt: number): TaskAnswer => {
  const { tasks } = world.scenario;
  const answers = tasks[unit] ?? tasks[node];
  if (answers === undefined || answers.length === 0) return world.usual;
  return answers[Math.min(attempt, answers.length) - 1] as TaskAnswer;
};

/** What a call that succeeds hands back. */
export const outputOf = (answer: TaskAnswer, placeholder: JsonObject): JsonObject =>
  answer.then.kind === 'ok' ? answer.then.output : placeholder;

/**
 * Books an effect. A world that honours keys applies one key's effect once and no more; one
 * that does not applies it again, and the ledger shows it.
 */
export const applyEffect = (
  world: World,
  at: number,
  unit: string,
  node: string,
  attempt: number,
  key: string,
): void => {
  const repeated = world.ledger.has(key);
  if (repeated && world.scenario.world.honoursKeys) return;
  world.ledger.add(key);
  world.effects.push({ at, unit, node, attempt, key, repeated });
};
