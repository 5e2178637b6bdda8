/** Scenarios with another answer to one call. */

import type { Scenario, TaskAnswer } from '../../../core/model/scenario.ts';
import { createMap } from '../../../core/scenario/empty.ts';

/** A call that a run made. */
export interface Call {
  readonly unit: string;
  readonly node: string;
  readonly attempt: number;
}

/** What happens where nothing goes wrong. */
export interface UsualWorld {
  /** How long a task takes that has no answer of its own, in ms. */
  readonly usual: number;
  readonly bases: readonly Scenario[];
}

/**
 * @param forever Whether later attempts are answered alike; else they are answered as they were.
 */
export const withAnswer = (
  scenario: Scenario,
  { unit, node, attempt }: Call,
  answer: TaskAnswer,
  forever: boolean,
  world: UsualWorld,
): Scenario => {
  const before = scenario.tasks[unit] ?? scenario.tasks[node] ?? [];
  const well = usualAnswer(scenario, { unit, node, attempt }, world);
  const answers = Array.from(
    { length: attempt - 1 },
    (_, index) => before[Math.min(index, before.length - 1)] ?? well,
  );
  answers.push(answer);
  if (!forever) answers.push(...(before.length > attempt ? before.slice(attempt) : [well]));
  return withTask(scenario, unit, answers);
};

/** What the call comes to where nothing goes wrong. */
export const usualAnswer = (
  { tasks }: Scenario,
  { unit, node }: Call,
  { usual, bases }: UsualWorld,
): TaskAnswer => {
  const base = bases[0]?.tasks;
  for (const answers of [tasks[unit] ?? tasks[node], base?.[unit] ?? base?.[node]]) {
    const well = answers?.findLast(({ then }) => then.kind === 'ok');
    if (well !== undefined) return well;
  }
  return plainAnswer(usual);
};

export const plainAnswer = (after: number): TaskAnswer => ({
  after,
  then: { kind: 'default' },
  applied: true,
  duplicate: false,
});

/** An empty list takes the unit out of the script. */
export const withTask = (
  scenario: Scenario,
  unit: string,
  answers: readonly TaskAnswer[],
): Scenario => {
  const tasks = createMap<readonly TaskAnswer[]>();
  for (const name of Object.keys(scenario.tasks)) {
    if (name !== unit) tasks[name] = scenario.tasks[name] as readonly TaskAnswer[];
  }
  if (answers.length > 0) tasks[unit] = answers;
  return { ...scenario, tasks };
};
