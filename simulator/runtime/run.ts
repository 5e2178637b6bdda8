/** A run from its beginning to its end. */

import { type Choices, defaultChoices } from '../../core/lifecycle/choices.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import { createLibrary } from '../library.ts';
import type { Limits } from '../limits.ts';
import type { ProfileRules } from '../profile.ts';
import type { Program } from '../program/program.ts';
import { createWorld } from '../world/world.ts';
import { planControls } from './control.ts';
import { createInstance } from './create.ts';
import { setDeadline } from './deadline.ts';
import { planDecision } from './engine.ts';
import { createPools, queuesCalls } from './line-up.ts';
import { beginMain } from './schedule.ts';
import { simulatedHost } from './simulated-host.ts';
import type { Engine, Host, Instance } from './state.ts';
import { INSTANCE, STEP } from './states.ts';
import { drainWorld, turn } from './turn.ts';

/** A run that is under way, or over. */
export interface Simulation {
  readonly engine: Engine;
  readonly instance: Instance;
}

export interface Finished extends Simulation {
  /** Why the run stalled; null where it ended, or waits for an operator. */
  readonly stalledBecause: string | null;
}

/** A run at its beginning: planned, and nothing of it has happened. */
export const begin = (
  program: Program,
  scenario: Scenario,
  limits: Limits,
  rules: ProfileRules,
  choices: Choices = defaultChoices,
  host: Host = simulatedHost,
): Simulation => {
  const pauses = (scenario.onFailure ?? program.workflow.onFailure) === 'pause';
  const readings = rules.choices ?? choices;
  const engine = createEngine(scenario, limits, { rules, choices: readings, pauses, host });
  const instance = createInstance(engine, program, {
    prefix: '',
    path: '',
    input: scenario.input,
    parent: null,
  });
  engine.active.push(instance);
  setDeadline(instance);
  planDecision(engine);
  planControls(engine, scenario.controls);
  beginMain(instance, null);
  return { engine, instance };
};

/** Runs on to the end, and lets the world finish what was under way. */
export const runOn = ({ engine, instance }: Simulation): Finished => {
  let isMoving = true;
  while (isMoving && !instance.isOver) isMoving = turn(engine);
  return finish({ engine, instance });
};

/** How a run stands that goes no further. */
export const finish = ({ engine, instance }: Simulation): Finished => {
  const isPaused = instance.state === INSTANCE.paused && engine.exceeded === null;
  const stalledBecause = instance.isOver || isPaused ? null : whyStalled(engine);
  if (stalledBecause === null) drainWorld(engine);
  return { engine, instance, stalledBecause };
};

const createEngine = (
  scenario: Scenario,
  limits: Limits,
  { rules, choices, pauses, host }: Pick<Engine, 'rules' | 'choices' | 'pauses' | 'host'>,
): Engine => {
  const pools = createPools(scenario);
  return {
    // By their names: a spread here would make a short run take four times as long.
    rules,
    choices,
    pauses,
    host,
    scenario,
    horizon: Number.POSITIVE_INFINITY,
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
    isDeciding: true,
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
    queues: queuesCalls(scenario, { rules, pools }),
    pools,
    thinking: scenario.latency.decide,
    held: [],
    decides: scenario.latency.decide === 0,
    decisionAt: -1,
  };
};

const whyStalled = (engine: Engine): string => {
  if (engine.exceeded !== null) return engine.exceeded;
  if (engine.isDown) return 'the runtime crashed and was never resumed';
  for (const step of engine.frames.flatMap((frame) => frame.steps)) {
    if (step.state !== STEP.RUNNING || step.child !== null || step.looping !== null) continue;
    if (step.fanning !== null) continue;
    if (step.node.kind === 'wait') return `${step.unit} waits for something that never comes`;
    return `${step.unit} never returns, and has no timeout`;
  }
  return 'nothing can happen any more';
};
