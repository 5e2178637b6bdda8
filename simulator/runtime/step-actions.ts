/** Puts a message to a step's chart, and does what the chart's actions say. */

import { choose } from '../../core/lifecycle/compile.ts';
import type { StepAction } from '../../core/lifecycle/step-chart.ts';
import { abandonAttempt } from './attempts.ts';
import { backoffFor, scheduleRetry } from './backoff.ts';
import { run } from './begin.ts';
import { cancelLosers } from './cancel.ts';
import { abandonChild } from './child.ts';
import { emitTransition } from './emit.ts';
import { instanceOf } from './engine.ts';
import { failed } from './failure.ts';
import { stopFanOut } from './fan-out.ts';
import { leaveQueue } from './line-up.ts';
import { abandonLoop, stopLoop } from './loop.ts';
import { postToStep } from './message.ts';
import { settleOutgoing } from './schedule.ts';
import type { StepMessage, StepRun } from './state.ts';
import { isInFlight, isOutOfTime, nameOfState, STEP } from './states.ts';
import { compensationEnded } from './unwind.ts';

export const tellStep = (message: StepMessage): void => {
  const { step, event } = message;
  if (isOutOfTime(step) && isResult(event.type)) return;
  const { stepTable } = instanceOf(step).engine.rules;
  const chosen = choose(stepTable, step.state, message.index, step.context, event);
  if (chosen === null) return;
  if (chosen.assign !== null) step.context = chosen.assign(step.context, event);
  if (message.error !== null) step.error = message.error;
  if (message.output !== null) step.output = message.output;
  step.cause = message.cause;
  if (chosen.target >= 0) move(message, chosen.target);
  for (const action of chosen.actions) act(step, action);
};

const isResult = (type: StepMessage['event']['type']): boolean =>
  type === 'succeeded' || type === 'failed' || type === 'rejected' || type === 'stopped';

const move = (message: StepMessage, to: number): void => {
  const { step } = message;
  const from = step.state;
  const wasInFlight = isInFlight(step);
  step.state = to;
  count(step, Number(isInFlight(step)) - Number(wasInFlight));
  step.backoff = to === STEP.RETRYING ? backoffFor(step) : null;
  const hasRemarks =
    message.error !== null || message.detail !== undefined || step.backoff !== null;
  if (from === STEP.READY && to !== STEP.RUNNING && step.queueing !== null) leaveQueue(step);
  if (isUnseen(step, to)) return;
  step.cause = emitTransition(
    step,
    nameOfState(isDirect(step) ? STEP.PENDING : from),
    nameOfState(to),
    attemptShown(step, from, to),
    hasRemarks
      ? { error: message.error ?? undefined, detail: message.detail, delay: step.backoff?.delay }
      : null,
  );
  if (to === STEP.READY) instanceOf(step).ready.push(step);
  if (to === STEP.READY && from === STEP.PENDING && step.node.definition.join === 'any') {
    cancelLosers(step);
  }
  if (from === STEP.RUNNING) {
    abandonLoop(step, step.cause);
    abandonChild(step, step.cause);
  }
};

/** Q3: in one reading a compensating node goes from PENDING to its end at once. */
const isDirect = (step: StepRun): boolean =>
  step.undoes !== null && instanceOf(step).engine.choices.Q3 === 'direct';

const isUnseen = (step: StepRun, to: number): boolean => {
  if (!isDirect(step) || (to !== STEP.READY && to !== STEP.RUNNING && to !== STEP.RETRYING)) {
    return false;
  }
  if (to === STEP.READY) instanceOf(step).ready.push(step);
  return true;
};

/** A transition names the attempt that it belongs to; on the way back to READY, the next. */
const attemptShown = (step: StepRun, from: number, to: number): number => {
  if (to === STEP.COMPENSATED) return 0;
  return from !== STEP.PENDING && to === STEP.READY
    ? step.context.attempt + 1
    : step.context.attempt;
};

const count = (step: StepRun, change: number): void => {
  if (change === 0) return;
  const { frame } = step;
  const { instance } = frame;
  instance.inFlight += change;
  if (step.undoes !== null) return;
  if (change > 0) frame.open.add(step);
  else frame.open.delete(step);
  for (let at: typeof frame | null = frame; at !== null; at = at.parent) {
    at.inFlight += change;
    if (at.loop !== null && at.inFlight === 0) instance.idle.push(at);
  }
};

const act = (step: StepRun, action: StepAction): void => {
  switch (action) {
    case 'dispatchAttempt':
      run(step);
      return;
    case 'scheduleRetry':
      scheduleRetry(step);
      return;
    case 'publishOutputs':
      if (step.undoes === null) rememberCompletion(step);
      return;
    case 'releaseSuccessors':
      ended(step);
      return;
    case 'propagateFailure':
      failed(step);
      return;
    case 'discardResult':
      if (step.state === STEP.SUCCEEDED && instanceOf(step).engine.choices.Q4 === 'compensated') {
        rememberCompletion(step);
      }
      settleOutgoing(step);
      return;
    case 'abandonAttempt':
      abandonAttempt(step);
      return;
    case 'awaitAttempt':
      if (instanceOf(step).engine.rules.withdrawsPending) stop(step);
      else if (step.looping !== null) step.looping.isStopping = true;
      return;
  }
};

/** An abort awaits attempts; what a step waits for or runs beside that is brought to a stop. */
const stop = (step: StepRun): void => {
  if (step.fanning !== null) stopFanOut(step.fanning, step.cause);
  else if (step.looping !== null) stopLoop(step.looping, step.cause);
  else if (step.child !== null) abandonChild(step, step.cause);
  else if (step.node.kind === 'wait' || step.node.kind === 'human') {
    postToStep(instanceOf(step).engine, step, { type: 'stopped' }, step.cause);
  }
};

const rememberCompletion = (step: StepRun): void => {
  if (step.node.compensations.length > 0) instanceOf(step).completed.push(step);
};

const ended = (step: StepRun): void => {
  if (step.undoes === null) {
    settleOutgoing(step);
    return;
  }
  if (instanceOf(step).engine.choices.Q16 === 'followed') settleOutgoing(step);
  compensationEnded(step);
};
