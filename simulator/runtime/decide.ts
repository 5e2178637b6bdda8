/** What follows from what has happened: failures, joins, waits, loops, starts, the end. */

import { beginReady } from './begin.ts';
import { assignWorkers } from './line-up.ts';
import { endIdleIterations } from './loop.ts';
import { postToInstance } from './message.ts';
import { settleReturn } from './outcome.ts';
import { decideJoins, giveUpExpecting } from './schedule.ts';
import type { Engine, Instance } from './state.ts';
import { INSTANCE } from './states.ts';
import { isExhausted } from './unwind.ts';
import { askWaits } from './wait.ts';

/**
 * Decides once, for every instance.
 * @returns Whether anything was decided.
 */
export const decideAll = (engine: Engine): boolean => {
  const { active } = engine;
  // While the run is paused nothing begins, in its subworkflows neither.
  if (active[0]?.state === INSTANCE.paused) return false;
  if (active.length === 1) {
    if (decide(active[0] as Instance)) return true;
  } else {
    let hasDecided = false;
    for (const instance of [...active]) if (decide(instance)) hasDecided = true;
    if (hasDecided) return true;
  }
  // Last of all: what a failure withdraws must not be given the worker that the failure set free.
  return engine.pools !== null && assignWorkers(engine.pools);
};

const decide = (instance: Instance): boolean =>
  propagateFailure(instance) ||
  decideJoins(instance) ||
  askWaits(instance) ||
  endIdleIterations(instance) ||
  beginReady(instance) ||
  declareSettled(instance);

const propagateFailure = (instance: Instance): boolean => {
  const failed = instance.unhandled[0];
  if (failed === undefined || instance.state !== INSTANCE.running) return false;
  instance.unhandled.length = 0;
  postToInstance(instance, { type: 'failure.propagated' }, failed.cause, failed);
  return true;
};

/** Nothing is in flight and nothing can begin. */
const declareSettled = (instance: Instance): boolean => {
  if (instance.inFlight > 0 || instance.openChildren > 0) return false;
  if (instance.unwinding !== null && !isExhausted(instance.unwinding)) return false;
  if (instance.state === INSTANCE.running && giveUpExpecting(instance)) return true;
  const last = instance.engine.trace.length;
  const cause = last === 0 ? null : last;
  if (instance.state === INSTANCE.running) settleReturn(instance, cause);
  else postToInstance(instance, { type: 'settled' }, cause);
  return true;
};
