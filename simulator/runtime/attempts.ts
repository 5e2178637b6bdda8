/** Calls to tasks: dispatched, returned, timed out, abandoned. */

import {
  ATTEMPT_EVENTS,
  type AttemptAction,
  type AttemptEvent,
} from '../../core/lifecycle/attempt-chart.ts';
import { choose } from '../../core/lifecycle/compile.ts';
import type { StepEvent } from '../../core/lifecycle/semantics.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { TaskAnswer } from '../../core/model/scenario.ts';
import type { AttemptOutcome, TraceError } from '../../core/model/trace.ts';
import { answerTo, applyEffect, isAnsweredBySignal, outputOf } from '../world/world.ts';
import { createAttempt } from './create.ts';
import {
  emitAttemptEnded,
  emitAttemptStarted,
  emitReconciled,
  emitResultIgnored,
  emitTimerFired,
  emitTimerSet,
} from './emit.ts';
import { dueAfter, instanceOf, planTimeout } from './engine.ts';
import { leaveQueue } from './line-up.ts';
import { postDecision, postToStep } from './message.ts';
import { keyOf, nodeName } from './names.ts';
import type { Attempt, StepRun } from './state.ts';
import { ATTEMPT_OPEN, STEP } from './states.ts';

const returnedSuccess: AttemptEvent = { type: 'returned.success' };
const timeoutPassed: AttemptEvent = { type: 'timeout.passed' };
const abandoned: AttemptEvent = { type: 'abandoned' };

/**
 * Calls the step's task; for an attempt that was called before and lost in a crash, again,
 * with its number, its key, and a whole timeout anew.
 */
export const dispatch = (step: StepRun, cause: number | null): void => {
  const { engine } = instanceOf(step);
  engine.calls += 1;
  if (engine.calls > engine.limits.calls) {
    engine.exceeded ??= `it passed its limit of ${engine.limits.calls} calls`;
    return;
  }
  step.key ??= keyOf(step);
  const { key } = step;
  const name = instanceOf(step).path + step.node.id;
  const answer = answerTo(engine.world, step.unit, name, step.context.attempt);
  const isRedelivery = step.attempt?.number === step.context.attempt;
  if (!isRedelivery) step.redeliveries = 0;
  const attempt = createAttempt(step, key, answer);
  step.attempt = attempt;
  attempt.started = emitAttemptStarted(attempt, cause, isRedelivery);
  setTimeoutTimer(step, attempt.started, attempt);
  if (step.node.kind === 'human' && isAnsweredBySignal(engine.world, step.unit, name)) return;
  engine.host.send(attempt);
};

/** A person has decided: their call returns with what the signal carries. */
export const answerBySignal = (step: StepRun, output: JsonObject): void => {
  const { attempt } = step;
  if (attempt === null || attempt.state !== ATTEMPT_OPEN) return;
  attempt.answer = { after: 0, then: { kind: 'ok', output }, applied: true, duplicate: false };
  taskReturned(attempt);
};

/** Begins the time that an attempt may take (§8.2): the whole duration, for each anew. */
export const setTimeoutTimer = (
  step: StepRun,
  cause: number | null,
  call: Attempt | null,
): void => {
  const { timeout } = step.node.definition;
  const { engine } = instanceOf(step);
  const isIgnored = step.undoes !== null && engine.choices.Q9 === 'ignored';
  if (timeout === null || isIgnored) return;
  const due = dueAfter(engine, timeout.duration);
  emitTimerSet(step, 'timeout', due, cause, null);
  planTimeout(engine, due, step, call);
};

/** The world's side of a call is done: its effect stands, and its result arrives. */
export const taskReturned = (attempt: Attempt): void => {
  bookEffect(attempt);
  const { engine } = instanceOf(attempt.step);
  if (attempt.life !== engine.life) return;
  engine.host.returned?.(attempt);
  const error = errorOf(attempt.answer);
  const actions = advance(
    attempt,
    error === null ? returnedSuccess : { type: 'returned.error', class: error.class },
  );
  for (const action of actions) deliver(attempt, action, error);
};

/** The effect of a call whose result never comes. */
export const bookEffect = (attempt: Attempt): void => {
  if (!attempt.answer.applied) return;
  const { step, number, key } = attempt;
  const { engine } = instanceOf(step);
  applyEffect(engine.world, engine.now, step.unit, nodeName(step), number, key);
};

/** The time that the step's attempt may take is over. */
export const timeoutPassedFor = (step: StepRun, number: number): void => {
  const { engine } = instanceOf(step);
  if (step.state !== STEP.RUNNING || step.context.attempt !== number) return;
  const { attempt } = step;
  const fired = emitTimerFired(step, 'timeout', attempt?.started ?? step.cause);
  if (attempt === null) {
    step.outOfTime = number;
    postDecision(engine, step, { type: 'timed_out' }, fired, { error: timeoutError(step) });
    return;
  }
  for (const action of advance(attempt, timeoutPassed)) {
    deliver(attempt, action, timeoutError(step), fired);
  }
  engine.host.giveUp(attempt);
};

/** The step's open call was lost in a crash for good: it failed, or nobody can tell. */
export const recordLoss = (step: StepRun, error: TraceError, cause: number): number => {
  const { attempt } = step;
  if (attempt === null) return cause;
  if (error.uncertain === true) advance(attempt, timeoutPassed);
  else advance(attempt, { type: 'returned.error', class: error.class });
  // ORBIT's timeouts leave nothing uncertain; a call that was lost for good does.
  const outcome = error.uncertain === true ? 'uncertain_side_effect' : outcomeOf(attempt);
  return emitAttemptEnded(attempt, outcome, cause, error);
};

/** The runtime gives up on the step's open call; the task itself goes on. */
export const abandonAttempt = (step: StepRun): void => {
  const { attempt } = step;
  if (attempt === null || attempt.state !== ATTEMPT_OPEN) return;
  advance(attempt, abandoned);
  emitAttemptEnded(attempt, 'cancelled', step.cause, null);
  instanceOf(step).engine.host.giveUp(attempt);
};

const eventNumbers = new Map(ATTEMPT_EVENTS.map((type, index) => [type, index]));

const advance = (attempt: Attempt, event: AttemptEvent): readonly AttemptAction[] => {
  const { attemptTable } = instanceOf(attempt.step).engine.rules;
  const index = eventNumbers.get(event.type) as number;
  const chosen = choose(attemptTable, attempt.state, index, attempt.step.context, event);
  if (chosen === null) return [];
  if (chosen.target >= 0) {
    attempt.state = chosen.target;
    // It was open, and is over: nobody else may have its step's worker yet.
    if (attempt.step.queueing !== null && attempt.step.attempt === attempt)
      leaveQueue(attempt.step);
  }
  return chosen.actions;
};

const deliver = (
  attempt: Attempt,
  action: AttemptAction,
  error: TraceError | null,
  cause: number = attempt.started,
): void => {
  const { step } = attempt;
  const { engine } = instanceOf(step);
  if (action === 'ignoreResult') {
    emitResultIgnored(attempt, error === null ? 'succeeded' : 'failed', error);
    return;
  }
  const outcome = outcomeOf(attempt);
  const isUncertain = outcome === 'uncertain_side_effect';
  const told = isUncertain && error !== null ? { ...error, uncertain: true as const } : error;
  const ended = emitAttemptEnded(attempt, outcome, cause, told);
  if (told === null) {
    const output = outputOf(attempt.answer, step.node.placeholder);
    postToStep(engine, step, { type: 'succeeded' }, ended, { output });
  } else if (isUncertain && engine.rules.reconciles && engine.scenario.world.status) {
    askStatus(attempt, told, ended);
  } else {
    failWith(step, told, retryableIn(attempt.answer), action === 'deliverTimeout', ended);
  }
};

const failWith = (
  step: StepRun,
  error: TraceError,
  retryable: boolean | null,
  isTimeout: boolean,
  cause: number,
): void => {
  const { engine } = instanceOf(step);
  if (isTimeout && step.context.onTimeout === 'skip' && engine.choices.Q2 === 'other') {
    postToStep(engine, step, { type: 'succeeded' }, cause);
    return;
  }
  const event: StepEvent = isTimeout
    ? { type: 'timed_out' }
    : { type: 'failed', class: error.class, retryable };
  postDecision(engine, step, event, cause, { error });
};

const outcomeOf = (attempt: Attempt): AttemptOutcome => {
  const { attemptTable } = instanceOf(attempt.step).engine.rules;
  return attemptTable.states[attempt.state] as AttemptOutcome;
};

/** Discipline 4: the far side is asked before anything is sent again. */
const askStatus = (attempt: Attempt, error: TraceError, cause: number): void => {
  attempt.step.error = error;
  ask(attempt, cause, false);
};

/** Asks about the step's uncertain attempt once more: the question was lost in a crash. */
export const askAgain = (step: StepRun, lost: Attempt, cause: number): void => {
  const attempt = createAttempt(step, lost.key, lost.answer);
  attempt.started = lost.started;
  attempt.state = lost.state;
  step.attempt = attempt;
  ask(attempt, cause, true);
};

const ask = (attempt: Attempt, cause: number, isRedelivery: boolean): void => {
  const { step } = attempt;
  const { engine } = instanceOf(step);
  attempt.isAsked = true;
  step.cause = emitAttemptStarted(attempt, cause, isRedelivery, 'reconcile');
  engine.host.ask(attempt);
};

/**
 * The far side has answered: what happened is taken as a success, what did not may be sent
 * again, and where nobody can tell (null) it stays uncertain.
 */
export const statusKnown = (
  attempt: Attempt,
  applied: boolean | null,
  output: JsonObject | null = null,
): void => {
  const { step } = attempt;
  const { engine } = instanceOf(step);
  if (step.state !== STEP.RUNNING || step.attempt !== attempt) return;
  if (attempt.life !== engine.life || !attempt.isAsked) return;
  attempt.isAsked = false;
  const ended = emitReconciled(attempt, step.cause, applied);
  const error = step.error ?? { class: 'internal' };
  if (applied === true) {
    const handed = output ?? outputOf(attempt.answer, step.node.placeholder);
    postToStep(engine, step, { type: 'succeeded' }, ended, { output: handed });
  } else if (applied === false) {
    postToStep(engine, step, { type: 'found.unapplied' }, ended, { error: certain(error) });
  } else {
    const event: StepEvent = { type: 'failed', class: error.class, retryable: null };
    postToStep(engine, step, event, ended, { error });
  }
};

/** The same failure, once it is known that nothing happened. */
export const certain = (error: TraceError): TraceError => {
  const { uncertain, ...rest } = error;
  return uncertain === undefined ? error : rest;
};

const retryableIn = ({ then }: TaskAnswer): boolean | null =>
  then.kind === 'error' ? then.error.retryable : null;

const errorOf = (answer: TaskAnswer): TraceError | null => {
  const { then } = answer;
  if (then.kind === 'timeout') return { class: 'timeout', message: 'the task timed out' };
  if (then.kind !== 'error') return null;
  const { error } = then;
  return {
    class: error.class,
    ...(error.message === '' ? {} : { message: error.message }),
    ...(error.status === null ? {} : { status: error.status }),
  };
};

const timeoutError = (step: StepRun): TraceError => {
  const { timeout } = step.node.definition;
  const message = `attempt ${step.context.attempt} took longer than its timeout of ${timeout?.duration} ms`;
  return timeout?.onTimeout === 'fail' || !instanceOf(step).engine.rules.followsOnTimeout
    ? { class: 'timeout', code: instanceOf(step).engine.rules.codes.timeout, message }
    : { class: 'timeout', message };
};
