/** One thing after another: what is due happens, and the clock jumps to what is next. */

import { pop } from '../queue.ts';
import { readMessages } from './actions.ts';
import { bookEffect, statusKnown, taskReturned, timeoutPassedFor } from './attempts.ts';
import { backoffEnded } from './backoff.ts';
import { obey, obeyDue } from './control.ts';
import { resume } from './crash.ts';
import { decideAll } from './decide.ts';
import type { Engine, Planned } from './state.ts';
import { STEP } from './states.ts';
import { waitEnded } from './wait.ts';

/** Reads messages and decides, until neither leads to anything. */
export const settle = (engine: Engine): void => {
  readMessages(engine);
  while (engine.exceeded === null && (obeyDue(engine) || (!engine.isDown && decideAll(engine)))) {
    readMessages(engine);
  }
};

/** Takes the next thing from the queue and the clock with it. Returns whether there was one. */
export const advance = (engine: Engine): boolean => {
  for (let item = pop(engine.queue); item !== undefined; item = pop(engine.queue)) {
    if (isStale(item)) continue;
    if (item.at > engine.limits.time) {
      engine.exceeded = `it passed its limit of ${engine.limits.time} ms of virtual time`;
      return false;
    }
    engine.now = item.at;
    happen(engine, item);
    readMessages(engine);
    while (engine.queue[0]?.at === engine.now && engine.dueControls.length === 0) {
      const next = pop(engine.queue) as Planned;
      if (isStale(next)) continue;
      happen(engine, next);
      readMessages(engine);
    }
    return true;
  }
  return false;
};

/** A timer of an attempt that is over: it neither fires nor moves the clock. */
const isStale = (item: Planned): boolean => {
  switch (item.what) {
    case 'timeout':
      if (item.call !== null && item.call !== item.step.attempt) return true;
      if (item.call !== null && item.call.life !== item.call.step.frame.instance.engine.life) {
        return true;
      }
      return item.step.state !== STEP.RUNNING || item.step.context.attempt !== item.attempt;
    case 'wait':
      return item.step.state !== STEP.RUNNING || item.step.context.attempt !== item.attempt;
    case 'backoff':
      return item.step.state !== STEP.RETRYING || item.step.context.attempt !== item.attempt;
    default:
      return false;
  }
};

const happen = (engine: Engine, item: Planned): void => {
  if (engine.isDown) {
    happenWhileDown(engine, item);
    return;
  }
  switch (item.what) {
    case 'return':
      taskReturned(item.attempt);
      return;
    case 'effect':
      bookEffect(item.attempt);
      return;
    case 'status':
      statusKnown(item.attempt);
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
    case 'control':
      obey(engine, item.control);
      return;
  }
};

/** The world goes on; timers wait for the resume, and other controls are lost. */
const happenWhileDown = (engine: Engine, item: Planned): void => {
  switch (item.what) {
    case 'return':
    case 'effect':
      bookEffect(item.attempt);
      return;
    case 'control':
      if (item.control.action === 'resume') resume(engine);
      return;
    case 'status':
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
