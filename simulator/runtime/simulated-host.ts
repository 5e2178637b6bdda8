/** The host of a simulated run: calls are answered by the scenario's world. */

import { drawFor } from '../random.ts';
import { dueAfter, instanceOf, planCall } from './engine.ts';
import type { Attempt, Host, StepRun } from './state.ts';

const planAnswer = (attempt: Attempt): void => {
  const { engine } = instanceOf(attempt.step);
  const { answer } = attempt;
  const at = dueAfter(engine, answer.after);
  const what = neverReturns(attempt) ? 'effect' : 'return';
  if (what === 'effect' && !answer.applied) return;
  planCall(engine, what, at, attempt);
  if (answer.duplicate) planCall(engine, what, at, attempt);
};

/** A scripted timeout outlasts the step's limit; without a limit it is the task's own error. */
const neverReturns = ({ answer, step }: Attempt): boolean =>
  answer.then.kind === 'hang' ||
  (answer.then.kind === 'timeout' && step.node.definition.timeout !== null);

/** The scenario's draw for this wait, where it gives one; else the seed's. */
export const scenarioDraw = (step: StepRun): number => {
  const { scenario } = instanceOf(step).engine;
  const { attempt } = step.context;
  return (
    scenario.draws[step.unit]?.[attempt - 1] ??
    drawFor(scenario.seed, scenario.run, step.unit, attempt)
  );
};

export const simulatedHost: Host = {
  send: planAnswer,
  ask: (attempt) => {
    const { engine } = instanceOf(attempt.step);
    planCall(engine, 'status', engine.now, attempt);
  },
  giveUp: () => {},
  draw: scenarioDraw,
};
