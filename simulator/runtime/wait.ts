/** Steps that wait: for a time, for an expression, for a signal (HarnessXML §3.2.9). */

import type { Json, JsonObject } from '../../core/model/json.ts';
import { answerBySignal } from './attempts.ts';
import { emitTimerFired, emitTimerSet } from './emit.ts';
import { dueAfter, instanceOf, planTimer } from './engine.ts';
import { postToStep } from './message.ts';
import { testFor } from './scope.ts';
import type { Engine, Instance, StepRun } from './state.ts';
import { isOutOfTime, STEP } from './states.ts';

export const beginWait = (step: StepRun): void => {
  const { engine } = instanceOf(step);
  const { wait } = step.node.definition;
  if (wait === null) return;
  if (wait.duration !== null) {
    const due = dueAfter(engine, wait.duration);
    emitTimerSet(step, 'wait', due, step.cause, null);
    planTimer(engine, 'wait', due, step);
  } else if (wait.event !== null) {
    awaitSignal(step);
  } else {
    askUntil(step);
  }
};

/** A wait's time is over. */
export const waitEnded = (step: StepRun, attempt: number): void => {
  if (step.state !== STEP.RUNNING || step.context.attempt !== attempt) return;
  const fired = emitTimerFired(step, 'wait', step.cause);
  const { placeholder: output } = step.node;
  postToStep(instanceOf(step).engine, step, { type: 'succeeded' }, fired, { output });
};

/** A person's decision may be a signal by the name of their step. */
export const awaitDecision = (step: StepRun): void => awaitSignal(step);

/** A signal that came before its wait is kept for it, each for one wait. */
const awaitSignal = (step: StepRun): void => {
  const { engine } = instanceOf(step);
  for (const name of signalsFor(step)) {
    const value = engine.signals.get(name)?.shift();
    if (value === undefined) continue;
    passSignal(step, value, step.cause);
    return;
  }
  instanceOf(step).waitingFor.push(step);
};

/** The signals that a step waits for: its event, or for a person the step's own names. */
const signalsFor = (step: StepRun): readonly string[] => {
  const event = step.node.definition.wait?.event ?? null;
  if (event !== null) return [event];
  return step.node.kind === 'human' ? [step.unit, instanceOf(step).path + step.node.id] : [];
};

const passSignal = (step: StepRun, value: Json, cause: number | null): void => {
  const { engine, program } = instanceOf(step);
  if (program.workflow.orbit !== undefined) {
    // ORBIT has no ports: what the signal carries is the step's output.
    postToStep(engine, step, { type: 'succeeded' }, cause, { output: value });
    return;
  }
  const output = { ...step.node.placeholder, ...(isObject(value) ? value : {}) };
  if (step.node.kind === 'human') answerBySignal(step, output);
  else postToStep(engine, step, { type: 'succeeded' }, cause, { output });
};

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Hands a signal to every step that waits for it; keeps it where none does. */
export const deliverSignal = (engine: Engine, name: string, value: Json, cause: number): void => {
  let isTaken = false;
  for (const instance of engine.active) {
    const waiting = instance.waitingFor.filter(
      (step) => step.state === STEP.RUNNING && !isOutOfTime(step),
    );
    const takers = waiting.filter((step) => signalsFor(step).includes(name));
    instance.waitingFor = waiting.filter((step) => !takers.includes(step));
    for (const step of takers) passSignal(step, value, cause);
    if (takers.length > 0) isTaken = true;
  }
  if (!isTaken) engine.signals.set(name, [...(engine.signals.get(name) ?? []), value]);
};

/**
 * Asks every `until` again after something has ended.
 * @returns Whether any was asked.
 */
export const askWaits = (instance: Instance): boolean => {
  if (!instance.waitsTouched) return false;
  instance.waitsTouched = false;
  if (instance.waitingUntil.length === 0) return false;
  const asked = instance.waitingUntil;
  instance.waitingUntil = [];
  for (const step of asked) askUntil(step);
  return true;
};

/** Passes, fails, or stays among those that are asked again. */
const askUntil = (step: StepRun): void => {
  const { waitingUntil, engine } = instanceOf(step);
  if (step.state !== STEP.RUNNING || step.node.until === null) return;
  const test = testFor(step, step.node.until, 'the until of its wait');
  if (!test.ok) {
    postToStep(engine, step, { type: 'rejected' }, step.cause, { error: test.error });
  } else if (test.holds) {
    const { placeholder: output } = step.node;
    postToStep(engine, step, { type: 'succeeded' }, step.cause, { output });
  } else {
    waitingUntil.push(step);
  }
};
