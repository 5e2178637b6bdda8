/** One thing after another: what is due happens, and the clock jumps to what is next. */

import { pop } from '../queue.ts';
import { readMessage } from './actions.ts';
import { bookEffect, statusKnown, taskReturned, timeoutPassedFor } from './attempts.ts';
import { backoffEnded } from './backoff.ts';
import { obey, obeyDue } from './control.ts';
import { resume } from './crash.ts';
import { deadlinePassed, isDeadlineOff } from './deadline.ts';
import { decideAll } from './decide.ts';
import { planDecision } from './engine.ts';
import { isLinedUp, queueTimedOut, sent } from './line-up.ts';
import { releaseHeld } from './message.ts';
import type { Attempt, Engine, Planned } from './state.ts';
import { ATTEMPT_OPEN, STEP } from './states.ts';
import { waitEnded } from './wait.ts';

/**
 * The smallest thing that a run does: one message, one control, one thing that is due, or one
 * round of decisions. At one instant all that is due comes first, then the decisions, again
 * and again until nothing is due; then the clock jumps.
 * @returns Whether there was anything to do.
 */
export const turn = (engine: Engine): boolean => {
  if (engine.exceeded !== null) return false;
  if (engine.dueControls.length > 0) {
    engine.isDeciding = true;
    obeyDue(engine);
    planDecision(engine);
    return true;
  }
  if (!engine.isDown && readMessage(engine)) return true;
  // A delay of 0 that a decision began is over at this instant, and is decided about in its turn.
  const isAwake = engine.decides && engine.thinking > 0;
  if (!engine.isDeciding && !isAwake && takeNext(engine, engine.now)) return true;
  engine.isDeciding = engine.decides;
  if (engine.isDeciding && !engine.isDown && decideAll(engine)) return true;
  engine.isDeciding = false;
  engine.decides = engine.thinking === 0;
  return takeNext(engine, engine.horizon);
};

/** Takes the next thing from the queue, and the clock with it, if it is due by `latest`. */
const takeNext = (engine: Engine, latest: number): boolean => {
  while ((engine.queue[0]?.at ?? Number.NaN) <= latest) {
    const item = pop(engine.queue) as Planned;
    if (isStale(item)) continue;
    if (item.at > engine.limits.time) {
      engine.exceeded = `it passed its limit of ${engine.limits.time} ms of virtual time`;
      return false;
    }
    // A real clock may be past the time that something was due; it never goes back.
    engine.now = Math.max(engine.now, item.at);
    happen(engine, item);
    return true;
  }
  return false;
};

/** A timer of an attempt that is over: it neither fires nor moves the clock. */
export const isStale = (item: Planned): boolean => {
  switch (item.what) {
    case 'timeout':
      if (item.call !== null && item.call !== item.step.attempt) return true;
      if (item.call !== null && item.call.life !== item.call.step.frame.instance.engine.life) {
        return true;
      }
      if (item.call !== null && item.call.state !== ATTEMPT_OPEN) return true;
      return item.step.state !== STEP.RUNNING || item.step.context.attempt !== item.attempt;
    case 'wait':
      return item.step.state !== STEP.RUNNING || item.step.context.attempt !== item.attempt;
    case 'backoff':
      return item.step.state !== STEP.RETRYING || item.step.context.attempt !== item.attempt;
    case 'dispatch':
      return !isLinedUp(item.step, item.attempt);
    case 'queue':
      return !isLinedUp(item.step, item.attempt) || item.step.queueing?.hasWorker === true;
    case 'deadline':
      return isDeadlineOff(item.instance);
    default:
      return false;
  }
};

const happen = (engine: Engine, item: Planned): void => {
  if (engine.isDown) {
    happenWhileDown(engine, item);
    return;
  }
  if (item.what !== 'decide') planDecision(engine);
  switch (item.what) {
    case 'return':
      taskReturned(item.attempt);
      return;
    case 'effect':
      bookEffect(item.attempt);
      return;
    case 'status':
      statusDue(engine, item.attempt);
      return;
    case 'timeout':
      timeoutPassedFor(item.step, item.attempt);
      return;
    case 'backoff':
      backoffEnded(item.step, item.attempt);
      return;
    case 'wait':
      waitEnded(item.step, item.attempt);
      return;
    case 'dispatch':
      sent(item.step);
      return;
    case 'queue':
      queueTimedOut(item.step);
      return;
    case 'deadline':
      deadlinePassed(item.instance);
      return;
    case 'decide':
      engine.decides = true;
      releaseHeld(engine);
      return;
    case 'control':
      obey(engine, item.control);
      return;
  }
};

const statusDue = (engine: Engine, attempt: Attempt): void => {
  const told = engine.host.status?.(attempt);
  if (told === undefined) statusKnown(attempt, engine.world.ledger.has(attempt.key));
  else statusKnown(attempt, told.applied, told.output);
};

/** The world goes on; timers wait for the resume, and other controls are lost. */
const happenWhileDown = (engine: Engine, item: Planned): void => {
  switch (item.what) {
    case 'return':
    case 'effect':
      bookEffect(item.attempt);
      return;
    case 'control':
      if (item.control.action !== 'resume') return;
      resume(engine);
      planDecision(engine);
      return;
    case 'status':
    case 'decide':
      return;
    default:
      engine.deferred.push(item);
  }
};

/** Calls that the runtime gave up on still have their effects, and their results are ignored. */
export const drainWorld = (engine: Engine): void => {
  for (let item = pop(engine.queue); item !== undefined; item = pop(engine.queue)) {
    if (item.at > engine.limits.time || engine.exceeded !== null) return;
    if (item.what !== 'return' && item.what !== 'effect') continue;
    engine.now = item.at;
    happen(engine, item);
  }
};
