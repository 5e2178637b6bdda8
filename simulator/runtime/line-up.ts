/**
 * Before a call is sent: it waits for a worker of its pool, no longer than its queue timeout
 * allows, and sending it takes a while. A step that waits so is READY; it has not started.
 */

import { MAXIMUM_TIME } from '../../core/model/duration.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import type { TraceError } from '../../core/model/trace.ts';
import { emitQueued, emitTimerFired, emitTimerSet } from './emit.ts';
import { dueAfter, instanceOf, planQueueTimeout, planTimer } from './engine.ts';
import { postDecision, postToStep } from './message.ts';
import type { Engine, Pool, Queueing, StepRun } from './state.ts';
import { STEP } from './states.ts';

const DEFAULT_POOL = 'default';

/** Workers by pool, as the scenario counts them; null where it counts none. */
export const createPools = ({ workers }: Scenario): ReadonlyMap<string, Pool> | null => {
  const names = Object.keys(workers);
  if (names.length === 0) return null;
  return new Map(
    names.map((name) => {
      const pool: Pool = { size: workers[name] ?? 1, busy: 0, waiting: [], next: 0, fresh: [] };
      return [name, pool];
    }),
  );
};

/**
 * Lines up a READY step: it is RUNNING once it has a worker and is sent. Workers are given when
 * all that may begin at this instant has lined up.
 */
export const lineUp = (step: StepRun): void => {
  const { engine } = instanceOf(step);
  const { pool = DEFAULT_POOL } = step.node.definition;
  // A person is no worker.
  const workers = step.node.kind === 'human' ? undefined : engine.pools?.get(pool);
  const queueing: Queueing = {
    step,
    workers: workers ?? null,
    since: engine.now,
    hasWorker: false,
    isOver: false,
  };
  step.queueing = queueing;
  step.cause = emitQueued(step, workers === undefined ? null : pool);
  if (workers === undefined) {
    send(step);
    return;
  }
  join(workers, queueing);
  workers.fresh.push(queueing);
};

/** Behind all that have waited longer; those of one instant stand as in the document. */
const join = ({ waiting, next }: Pool, queueing: Queueing): void => {
  let place = waiting.length;
  while (place > next && isAhead(queueing, waiting[place - 1] as Queueing)) place -= 1;
  waiting.splice(place, 0, queueing);
};

const isAhead = (one: Queueing, other: Queueing): boolean => {
  if (one.since !== other.since) return false;
  const place = placeOf(one.step);
  const otherPlace = placeOf(other.step);
  const differing = place.findIndex((number, index) => number !== otherPlace[index]);
  return differing >= 0 && (place[differing] as number) < (otherPlace[differing] ?? -1);
};

/** Where a step stands: its number and its iteration, behind those of what it runs within. */
const placeOf = ({ node, frame }: StepRun): readonly number[] => {
  const outer = frame.loop ?? frame.instance.parent;
  const own = [frame.iteration, node.index];
  return outer === null ? own : [...placeOf(outer), ...own];
};

/**
 * Gives free workers to those who wait for them.
 * @returns Whether anybody got one.
 */
export const assignWorkers = (pools: ReadonlyMap<string, Pool>): boolean => {
  let isAssigned = false;
  for (const pool of pools.values()) {
    if (assign(pool)) isAssigned = true;
    for (const queueing of pool.fresh.splice(0)) setQueueTimer(queueing);
  }
  return isAssigned;
};

/** Who must wait for a worker waits no longer than its queue timeout. */
const setQueueTimer = (queueing: Queueing): void => {
  const { step, since, hasWorker } = queueing;
  const { engine } = instanceOf(step);
  const { queueTimeout } = step.node.definition;
  if (hasWorker || queueTimeout === undefined || step.queueing !== queueing) return;
  const due = Math.min(since + queueTimeout, MAXIMUM_TIME);
  emitTimerSet(step, 'queue', due, step.cause, null, step.context.attempt + 1);
  planQueueTimeout(engine, due, step);
};

const assign = (pool: Pool): boolean => {
  let isAssigned = false;
  while (pool.busy < pool.size && pool.next < pool.waiting.length) {
    const queueing = pool.waiting[pool.next] as Queueing;
    pool.next += 1;
    if (queueing.step.queueing !== queueing || queueing.isOver) continue;
    queueing.hasWorker = true;
    pool.busy += 1;
    isAssigned = true;
    send(queueing.step);
  }
  if (pool.next === pool.waiting.length) {
    pool.waiting = [];
    pool.next = 0;
  }
  return isAssigned;
};

const send = (step: StepRun): void => {
  const { engine } = instanceOf(step);
  const { dispatch } = engine.scenario.latency;
  if (dispatch === 0) postToStep(engine, step, { type: 'started' }, step.cause);
  else planTimer(engine, 'dispatch', dueAfter(engine, dispatch), step);
};

/** The call that was being sent is under way. */
export const sent = (step: StepRun): void => {
  postToStep(instanceOf(step).engine, step, { type: 'started' }, step.cause);
};

/** It has waited for a worker for as long as it may: its attempt has failed before it began. */
export const queueTimedOut = (step: StepRun): void => {
  const { queueing } = step;
  if (queueing === null) return;
  queueing.isOver = true;
  const fired = emitTimerFired(step, 'queue', step.cause, step.context.attempt + 1);
  postToStep(instanceOf(step).engine, step, { type: 'started' }, fired);
};

/** What a step does that is RUNNING because its wait for a worker is over. */
export const failUnsent = (step: StepRun): void => {
  const { queueTimeout } = step.node.definition;
  step.queueing = null;
  const error: TraceError = {
    class: 'timeout',
    code: 'QUEUE_TIMEOUT',
    message: `no worker was free within its queue timeout of ${queueTimeout} ms`,
  };
  const event = { type: 'failed', class: error.class, retryable: null } as const;
  postDecision(instanceOf(step).engine, step, event, step.cause, { error });
};

/** It is called no more, or not at all: its worker is free. */
export const leaveQueue = (step: StepRun): void => {
  const { queueing } = step;
  step.queueing = null;
  if (queueing?.hasWorker === true && queueing.workers !== null) queueing.workers.busy -= 1;
};

/** Whether a step still waits to be sent as an attempt. */
export const isLinedUp = (step: StepRun, attempt: number): boolean =>
  step.state === STEP.READY && step.context.attempt === attempt && step.queueing !== null;

/** Whether calls of this run wait before they are sent. */
export const queuesCalls = (scenario: Scenario, engine: Pick<Engine, 'rules' | 'pools'>): boolean =>
  engine.rules.announcesQueue || engine.pools !== null || scenario.latency.dispatch > 0;
