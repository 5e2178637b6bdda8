/**
 * The runtime dies and comes back. What a chart has decided is durable, and so is every due
 * time; what was in flight is not: its result is lost, its effect stands.
 */

import type { StepEvent } from '../../core/lifecycle/semantics.ts';
import type { TraceError } from '../../core/model/trace.ts';
import { askAgain, dispatch, recordLoss } from './attempts.ts';
import { emitOfInstance } from './emit.ts';
import { planNow } from './engine.ts';
import { postToStep } from './message.ts';
import type { Attempt, Engine, StepRun } from './state.ts';
import { ATTEMPT_OPEN, STEP } from './states.ts';

/** A lost attempt is sent again so often; the next crash fails it (driver protocol). */
const MAXIMUM_REDELIVERIES = 10;

export const crash = (engine: Engine): void => {
  emitOfInstance(engine, { type: 'crashed', cause: null });
  engine.life += 1;
  engine.isDown = true;
};

export const resume = (engine: Engine): void => {
  if (!engine.isDown) return;
  engine.isDown = false;
  const resumed = emitOfInstance(engine, { type: 'resumed', cause: null });
  for (const item of engine.deferred.splice(0)) planNow(engine, item);
  for (const step of lostCalls(engine)) restore(step, resumed);
};

const lostCalls = (engine: Engine): StepRun[] =>
  [...engine.frames.flatMap((frame) => frame.steps), ...engine.compensations].filter(
    ({ state, attempt }) =>
      state === STEP.RUNNING &&
      attempt !== null &&
      (attempt.state === ATTEMPT_OPEN || attempt.isAsked) &&
      attempt.life !== engine.life,
  );

/** An idempotent call is sent again, with its number and its key; no other ever is. */
const restore = (step: StepRun, cause: number): void => {
  const { attempt } = step.context;
  if (step.attempt?.isAsked === true) {
    restoreQuestion(step, step.attempt, cause);
  } else if (!step.context.idempotent) {
    const message = `the runtime crashed while attempt ${attempt} was under way`;
    fail(step, { class: 'internal', message, uncertain: true }, cause);
  } else if (step.redeliveries >= MAXIMUM_REDELIVERIES) {
    const message = `attempt ${attempt} was lost in ${step.redeliveries + 1} crashes`;
    fail(step, { class: 'internal', message }, cause);
  } else {
    dispatch(step, cause);
    step.redeliveries += 1;
  }
};

/** Asking has no effect, so it is asked again; after too many crashes nobody can tell. */
const restoreQuestion = (step: StepRun, lost: Attempt, cause: number): void => {
  if (step.redeliveries < MAXIMUM_REDELIVERIES) {
    askAgain(step, lost, cause);
    step.redeliveries += 1;
    return;
  }
  const message = `the question about attempt ${lost.number} was lost in ${step.redeliveries + 1} crashes`;
  const error: TraceError = { class: 'internal', message, uncertain: true };
  const { engine } = step.frame.instance;
  const event: StepEvent = { type: 'failed', class: 'internal', retryable: null };
  postToStep(engine, step, event, cause, { error });
};

const fail = (step: StepRun, error: TraceError, cause: number): void => {
  const ended = recordLoss(step, error, cause);
  const { engine } = step.frame.instance;
  // What nobody can tell must not be done twice, whatever a policy says.
  const retryable = error.uncertain === true ? false : null;
  postToStep(engine, step, { type: 'failed', class: error.class, retryable }, ended, { error });
};
