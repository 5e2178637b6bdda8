/**
 * The loop that makes a run happen: everything that is due at an instant, then the
 * decisions that follow from it, again until nothing is due; then the clock jumps.
 */

import type { Control, Scenario } from '../../core/model/scenario.ts';
import { createLibrary } from '../library.ts';
import type { Limits } from '../limits.ts';
import type { ProfileRules } from '../profile.ts';
import type { Program } from '../program/program.ts';
import { pop } from '../queue.ts';
import { createWorld } from '../world/world.ts';
import { readMessages } from './actions.ts';
import { bookEffect, statusKnown, taskReturned, timeoutPassedFor } from './attempts.ts';
import { backoffEnded } from './backoff.ts';
import { beginReady } from './begin.ts';
import { crash, resume } from './crash.ts';
import { createInstance } from './create.ts';
import { emitOfInstance } from './emit.ts';
import { planControl } from './engine.ts';
import { endIdleIterations } from './loop.ts';
import { postToInstance } from './message.ts';
import { operate } from './operator.ts';
import { beginMain, decideJoins, giveUpExpecting } from './schedule.ts';
import type { Engine, Instance, Planned } from './state.ts';
import { INSTANCE, STEP } from './states.ts';
import { askWaits, deliverSignal, waitEnded } from './wait.ts';

export interface Finished {
  readonly engine: Engine;
  readonly instance: Instance;
  /** Why the run stalled; null where it ended. */
  readonly stalledBecause: string | null;
}

/** Runs a program to its end, and lets the world finish what was under way. */
export const runToEnd = (
  program: Program,
  scenario: Scenario,
  limits: Limits,
  rules: ProfileRules,
): Finished => {
  const pauses = (scenario.onFailure ?? program.workflow.onFailure) === 'pause';
  const engine = createEngine(scenario, limits, rules, pauses);
  const instance = createInstance(engine, program, {
    prefix: '',
    path: '',
    input: scenario.input,
    parent: null,
  });
  engine.active.push(instance);
  planControls(engine, scenario.controls);
  beginMain(instance, null);
  settle(engine);
  while (!instance.isOver && engine.exceeded === null) {
    if (!advance(engine)) break;
    settle(engine);
  }
  const isPaused = instance.state === INSTANCE.paused && engine.exceeded === null;
  const stalledBecause = instance.isOver || isPaused ? null : whyStalled(engine);
  if (stalledBecause === null) drainWorld(engine);
  return { engine, instance, stalledBecause };
};

const createEngine = (
  scenario: Scenario,
  limits: Limits,
  rules: ProfileRules,
  pauses: boolean,
): Engine => ({
  scenario,
  rules,
  pauses,
  limits,
  world: createWorld(scenario),
  library: createLibrary(scenario.documents),
  queue: [],
  trace: [],
  inbox: [],
  posted: 0,
  read: 0,
  life: 0,
  isDown: false,
  deferred: [],
  active: [],
  frames: [],
  compensations: [],
  signals: new Map(),
  now: 0,
  planned: 0,
  calls: 0,
  controlsByEvent: new Map(),
  dueControls: [],
  exceeded: null,
});

const planControls = (engine: Engine, controls: readonly Control[]): void => {
  for (const control of controls) {
    if ('at' in control) {
      planControl(engine, control.at, control);
    } else {
      const others = engine.controlsByEvent.get(control.event) ?? [];
      engine.controlsByEvent.set(control.event, [...others, control]);
    }
  }
};

/** Takes the next thing from the queue and the clock with it. Returns whether there was one. */
const advance = (engine: Engine): boolean => {
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

const obey = (engine: Engine, control: Control): void => {
  const instance = engine.active[0];
  if (instance === undefined) return;
  switch (control.action) {
    case 'cancel':
      postToInstance(instance, { type: 'cancel.requested' }, null);
      return;
    case 'signal': {
      const { name, value } = control;
      const received = emitOfInstance(engine, {
        type: 'signal.received',
        name,
        value,
        cause: null,
      });
      deliverSignal(engine, name, value, received);
      return;
    }
    case 'crash':
      crash(engine);
      return;
    case 'resume':
      resume(engine);
      return;
    case 'operator':
      operate(instance, control);
      return;
  }
};

/** Reads messages and decides, until neither leads to anything. */
const settle = (engine: Engine): void => {
  readMessages(engine);
  while (engine.exceeded === null && (obeyDue(engine) || (!engine.isDown && decideAll(engine)))) {
    readMessages(engine);
  }
};

/** Controls whose event has just happened come before all that follows from it. */
const obeyDue = (engine: Engine): boolean => {
  if (engine.dueControls.length === 0) return false;
  for (const control of engine.dueControls.splice(0)) obey(engine, control);
  return true;
};

const decideAll = (engine: Engine): boolean => {
  const { active } = engine;
  if (active.length === 1) return decide(active[0] as Instance);
  let hasDecided = false;
  for (const instance of [...active]) if (decide(instance)) hasDecided = true;
  return hasDecided;
};

const decide = (instance: Instance): boolean =>
  instance.state !== INSTANCE.paused &&
  (propagateFailure(instance) ||
    decideJoins(instance) ||
    askWaits(instance) ||
    endIdleIterations(instance) ||
    beginReady(instance) ||
    declareSettled(instance));

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
  if (instance.state === INSTANCE.compensating) return false;
  if (instance.state === INSTANCE.running && giveUpExpecting(instance)) return true;
  const last = instance.engine.trace.length;
  postToInstance(instance, { type: 'settled' }, last === 0 ? null : last);
  return true;
};

/** Calls that the runtime gave up on still have their effects, and their results are ignored. */
const drainWorld = (engine: Engine): void => {
  for (let item = pop(engine.queue); item !== undefined; item = pop(engine.queue)) {
    if (item.at > engine.limits.time || engine.exceeded !== null) return;
    if (item.what !== 'return' && item.what !== 'effect') continue;
    engine.now = item.at;
    happen(engine, item);
  }
};

const whyStalled = (engine: Engine): string => {
  if (engine.exceeded !== null) return engine.exceeded;
  if (engine.isDown) return 'the runtime crashed and was never resumed';
  for (const step of engine.frames.flatMap((frame) => frame.steps)) {
    if (step.state !== STEP.RUNNING || step.child !== null || step.looping !== null) continue;
    if (step.node.kind === 'wait') return `${step.unit} waits for something that never comes`;
    return `${step.unit} never returns, and has no timeout`;
  }
  return 'nothing can happen any more';
};
