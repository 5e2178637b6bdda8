/**
 * Reads messages: asks the compiled chart for the transition, writes it into the trace, and
 * does what the chart's actions say. This is the one place where state changes.
 */

import { choose } from '../../core/lifecycle/compile.ts';
import type { InstanceAction } from '../../core/lifecycle/instance-chart.ts';
import type { StepAction } from '../../core/lifecycle/step-chart.ts';
import { abandonAttempt } from './attempts.ts';
import { backoffFor, scheduleRetry } from './backoff.ts';
import { run } from './begin.ts';
import { cancelFrame, cancelLosers, cancelReachable, withdraw } from './cancel.ts';
import { abandonChild } from './child.ts';
import { emitOfInstance, emitTransition } from './emit.ts';
import { instanceOf, rootOf } from './engine.ts';
import { stopFanOut } from './fan-out.ts';
import { leaveQueue } from './line-up.ts';
import { abandonLoop, stopLoop } from './loop.ts';
import { postToInstance, postToStep } from './message.ts';
import { nodeName } from './names.ts';
import { endInstance } from './outcome.ts';
import { isErrorTaken, settleOutgoing } from './schedule.ts';
import type { Engine, Instance, InstanceMessage, StepMessage, StepRun } from './state.ts';
import { INSTANCE, isInFlight, nameOfState, STEP } from './states.ts';
import {
  announceUnwinding,
  compensateNext,
  compensationEnded,
  reasonOf,
  recordCompensation,
} from './unwind.ts';

/**
 * Reads the oldest message that was not read.
 * @returns Whether there was one.
 */
export const readMessage = (engine: Engine): boolean => {
  const message = engine.inbox[engine.read];
  if (engine.read === engine.posted || message === undefined) return false;
  engine.read += 1;
  if (engine.read === engine.posted) {
    // Places are used again; what this message posts comes to the first of them.
    engine.read = 0;
    engine.posted = 0;
  }
  if (message.to === 'step') tellStep(message);
  else tellInstance(message);
  return true;
};

const tellStep = (message: StepMessage): void => {
  const { step, event } = message;
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

const failed = (step: StepRun): void => {
  if (step.undoes !== null) {
    compensationEnded(step);
    return;
  }
  if (isParked(step)) {
    park(step);
    return;
  }
  reportFailure(instanceOf(step), step);
  passOn(step);
};

/** Follows a failure's error edges; where there are none that hold, it is the run's own. */
const passOn = (step: StepRun): void => {
  const { frame } = step;
  const { instance } = frame;
  if (settleOutgoing(step) || isTakenAsHandled(step)) return;
  if (frame.loop === null && isHandler(step) && instance.engine.choices.Q10 === 'fails') {
    postToInstance(instance, { type: 'handler.failed' }, step.cause, step);
  } else if (frame.loop === null) {
    instance.unhandled.push(step);
  } else {
    frame.failure ??= step;
    const { fanning } = frame.loop;
    if (fanning === null) cancelFrame(frame, step.cause);
    else if (abortsAtOnce(frame.loop)) instance.unhandled.push(step);
    else stopFanOut(fanning, step.cause);
  }
};

/** An element that fails aborts the run, unless something may handle the failure of its step. */
const abortsAtOnce = (fannedOut: StepRun): boolean =>
  fannedOut.frame.loop === null && fannedOut.node.outgoing.every(({ type }) => type !== 'error');

/** An error edge whose condition was false handles its failure in one reading (Q17). */
const isTakenAsHandled = (step: StepRun): boolean =>
  instanceOf(step).engine.choices.Q17 === 'handled' &&
  step.node.outgoing.some(({ type }) => type === 'error');

/** Only error edges lead to it. */
const isHandler = ({ node }: StepRun): boolean =>
  node.incoming.length > 0 && node.incoming.every(({ type }) => type === 'error');

/** A failure that no error edge takes stops the whole run, if it was asked to stop. */
const isParked = (step: StepRun): boolean => {
  const { engine } = instanceOf(step);
  if (!engine.pauses) return false;
  const { state } = rootOf(engine);
  if (state !== INSTANCE.running && state !== INSTANCE.paused) return false;
  return !isErrorTaken(step) && !isTakenAsHandled(step);
};

/** Steps of subworkflows are parked with the run itself: it is the run that stops. */
const park = (step: StepRun): void => {
  const root = rootOf(instanceOf(step).engine);
  root.parked.push(step);
  reportFailure(root, step);
  postToInstance(root, { type: 'failure.propagated' }, step.cause, step);
};

/** What was parked in subworkflows waits for no operator once they are cancelled. */
const unpark = (cancelled: Instance): void => {
  const root = rootOf(cancelled.engine);
  if (root.parked.length === 0) return;
  const ended = root.parked.filter((step) => instanceOf(step) === cancelled);
  const inner = root.parked.filter((step) => instanceOf(step) !== root);
  for (const step of cancelled === root ? inner : ended) passOn(step);
  root.parked =
    cancelled === root ? [] : root.parked.filter((step) => instanceOf(step) !== cancelled);
};

const reportFailure = (instance: Instance, step: StepRun): void => {
  const { error } = step;
  instance.errors.push({
    code: error?.code ?? null,
    class: error?.class ?? 'internal',
    node: nodeName(step),
    unit: step.unit,
    attempt: step.context.attempt,
    message: error?.message ?? '',
  });
};

const tellInstance = (message: InstanceMessage): void => {
  const { instance, event } = message;
  const table = instance.engine.rules.instanceTable;
  const chosen = choose(table, instance.state, message.index, instance.context, event);
  if (chosen === null) return;
  if (chosen.assign !== null) instance.context = chosen.assign(instance.context, event);
  if (chosen.target >= 0) instance.state = chosen.target;
  if (event.type === 'cancel.requested') unpark(instance);
  const cause = announce(message);
  for (const action of chosen.actions) actOnInstance(instance, action, cause);
};

/** A subworkflow is cancelled by its step, whose own transition says so. */
const announceCancel = (instance: Instance, cause: number | null): number => {
  if (instance.parent !== null) {
    return instance.state === INSTANCE.quiescing
      ? announceUnwinding(instance, 'the run that it belongs to needs it no more', cause)
      : (cause ?? 0);
  }
  const requested = emitOfInstance(instance.engine, { type: 'cancel.requested', cause });
  return instance.state === INSTANCE.quiescing
    ? announceUnwinding(instance, 'the run was cancelled', requested)
    : requested;
};

/** What the trace says about it, before anything follows. */
const announce = ({ instance, event, cause, about }: InstanceMessage): number => {
  switch (event.type) {
    case 'cancel.requested':
      return announceCancel(instance, cause);
    case 'failure.propagated':
      return instance.context.pauses
        ? emitOfInstance(instance.engine, { type: 'run.paused', cause })
        : announceFailure(instance, about as StepRun, cause);
    case 'deadline.passed':
      return announceUnwinding(instance, instance.reason?.message ?? '', cause);
    case 'compensation.succeeded':
    case 'compensation.failed':
      return recordCompensation(instance, about as StepRun);
    case 'freed':
    case 'handler.failed':
    case 'return.failed':
    case 'settled':
      return cause ?? 0;
  }
};

const announceFailure = (instance: Instance, about: StepRun, cause: number | null): number => {
  const message = reasonOf(about);
  const { class: errorClass = 'internal', code } = about.error ?? {};
  instance.reason = { class: errorClass, ...(code === undefined ? {} : { code }), message };
  return announceUnwinding(instance, message, cause);
};

/** Q11: in one reading a step goes on waiting for its next attempt while others are undone. */
const isRetryingSpared = (instance: Instance): boolean =>
  instance.state === INSTANCE.quiescing && instance.engine.choices.Q11 === 'continues';

const actOnInstance = (instance: Instance, action: InstanceAction, cause: number): void => {
  switch (action) {
    case 'cancelInFlight':
      if (instance.engine.rules.withdrawsPending) withdraw(instance.main, cause);
      else cancelFrame(instance.main, cause, isRetryingSpared(instance));
      return;
    case 'cancelWaiting':
      if (instance.engine.rules.withdrawsPending) return;
      if (instance.engine.choices.Q15 === 'cancelled') cancelReachable(instance, cause);
      return;
    case 'compensateNext':
      compensateNext(instance, cause);
      return;
    case 'end':
      endInstance(instance, cause);
      return;
  }
};
