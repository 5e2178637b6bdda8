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
  /** Names of the signals that the scenario sends. */
  readonly signals: ReadonlySet<string>;
}

export const createWorld = (scenario: Scenario): World => ({
  scenario,
  effects: [],
  ledger: new Set(),
  signals: signalsOf(scenario),
  usual: {
    after: scenario.default.after,
    then: { kind: 'default' },
    applied: true,
    duplicate: false,
  },
});

const NO_SIGNALS: ReadonlySet<string> = new Set();

const signalsOf = (scenario: Scenario): ReadonlySet<string> =>
  scenario.controls.length === 0
    ? NO_SIGNALS
    : new Set(
        scenario.controls.flatMap((control) => (control.action === 'signal' ? [control.name] : [])),
      );

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

/** A person answers when the scenario's signal of that name comes, unless a script does. */
export const isAnsweredBySignal = (world: World, unit: string, node: string): boolean =>
  world.signals.has(unit) || (world.signals.has(node) && world.scenario.tasks[unit] === undefined);

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
