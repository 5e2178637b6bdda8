/**
 * The same runtime among real tasks: the charts, the queue and the rules are those of the
 * simulator; only time passes by itself, and tasks are functions of the author's.
 */

import { defaultChoices } from '../../core/lifecycle/choices.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { Run } from '../../core/model/run.ts';
import type { Control, Scenario, TaskOutcome } from '../../core/model/scenario.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { emptyScenario } from '../../core/scenario/empty.ts';
import { type Checkpoint, checkpointOf, resumeFrom } from '../checkpoint.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { rulesOf } from '../profile.ts';
import { compileProgram } from '../program/compile.ts';
import { report } from '../report.ts';
import { statusKnown, taskReturned } from '../runtime/attempts.ts';
import { obey } from '../runtime/control.ts';
import { resume } from '../runtime/crash.ts';
import { nodeName } from '../runtime/names.ts';
import { begin, finish, type Simulation } from '../runtime/run.ts';
import { scenarioDraw } from '../runtime/simulated-host.ts';
import type { Attempt, Host } from '../runtime/state.ts';
import { turn } from '../runtime/turn.ts';
import { whyUnsupported } from '../simulate.ts';
import { type Clock, systemClock } from './clock.ts';
import { failureOf } from './failure.ts';

/** What a task is told. */
export interface TaskCall {
  readonly input: JsonObject;
  readonly node: string;
  readonly unit: string;
  readonly attempt: number;
  /** Hand it to the far side, so that it can drop what it has seen (discipline 2). */
  readonly key: string;
  /**
   * Fires when nobody waits for the result any more. Never for a step that is not idempotent:
   * that one is let finish, and its result is ignored (§6.2.1).
   */
  readonly signal: AbortSignal;
}

/**
 * A task hands back an object of its outputs by port, or a promise of one; anything else is
 * taken as no output. Or it throws; see `failureOf` for what it may throw.
 */
export type Task = (call: TaskCall) => unknown;

/** Keeps what a run is, so that another process can take it up. */
export interface Store {
  save(run: string, checkpoint: Checkpoint): unknown;
}

/** What the far side says of a call whose outcome nobody knows. */
export interface StatusAnswer {
  /** Whether it had its effect; null where the far side can't tell. */
  readonly applied: boolean | null;
  /** What it gave, where it had. */
  readonly output?: JsonObject;
}

export interface RuntimeOptions {
  /** By `impl`, or by the node's id where it has none. */
  readonly tasks: { readonly [implementation: string]: Task };
  /**
   * Asks the far side, under the call's key, what became of a call that is not idempotent and
   * gave no answer (discipline 4; the baseline alone asks). Without it, or where it throws,
   * such a call stays uncertain and is never sent again by itself.
   */
  readonly status?: (call: Omit<TaskCall, 'signal'>) => StatusAnswer | Promise<StatusAnswer>;
  readonly clock?: Clock;
  /** Draws in [0, 1) for jitter; the seed's own where it is left out. */
  readonly random?: () => number;
  readonly store?: Store;
  readonly limits?: Partial<Limits>;
}

export interface StartOptions {
  readonly scenario?: Partial<
    Pick<Scenario, 'seed' | 'tenant' | 'run' | 'profile' | 'onFailure' | 'input' | 'documents'>
  >;
  /** Called with each event as it happens. */
  readonly onEvent?: (event: TraceEvent) => void;
  /** What `Store.save` was given; calls that were under way are sent again, or are uncertain. */
  readonly checkpoint?: Checkpoint;
}

export interface LiveRun {
  /** When the run is over, or can't go on by itself. It never rejects. */
  readonly result: Promise<Run>;
  /** Cancels, signals, and operators' acts. */
  control(control: DistributiveOmit<Control, 'at' | 'event'>): void;
}

type DistributiveOmit<T, Key extends string> = T extends unknown ? Omit<T, Key> : never;

export interface Runtime {
  /** @throws Error where the workflow can't be run as it is asked to. */
  start(workflow: Workflow, options?: StartOptions): LiveRun;
}

export const createRuntime = (options: RuntimeOptions): Runtime => ({
  start: (workflow, start = {}) => startRun(workflow, options, start),
});

const startRun = (workflow: Workflow, options: RuntimeOptions, start: StartOptions): LiveRun => {
  const clock = options.clock ?? systemClock;
  const { status } = options;
  const scenario: Scenario = {
    ...emptyScenario,
    ...start.scenario,
    // The ledger of a simulated world knows nothing of real calls.
    world: { honoursKeys: true, status: status !== undefined },
  };
  const reason = whyUnsupported(workflow, scenario);
  if (reason !== null) throw new Error(reason);
  const rules = rulesOf(scenario.profile ?? workflow.profile);
  const aborts = new Map<Attempt, AbortController>();
  const host: Host = {
    send: (attempt) => send(attempt),
    ask: (attempt) => ask(attempt),
    giveUp: (attempt) => {
      if (attempt.step.context.idempotent) aborts.get(attempt)?.abort();
      aborts.delete(attempt);
    },
    draw: options.random ?? scenarioDraw,
  };
  const limits = { ...defaultLimits, ...options.limits };
  const program = compileProgram(workflow);
  const simulation: Simulation =
    start.checkpoint === undefined
      ? begin(program, scenario, limits, rules, defaultChoices, host)
      : resumeFrom(start.checkpoint, program, scenario, limits, rules, host);
  const { engine, instance } = simulation;
  const origin = clock.now() - engine.now;
  let told = engine.trace.length;
  let takeBack = (): void => {};
  let isDone = false;
  const done = withResolvers<Run>();

  const tellEvents = (): void => {
    for (; told < engine.trace.length; told += 1) {
      start.onEvent?.(engine.trace[told] as TraceEvent);
    }
  };

  /** Does all that is due, keeps it, and sleeps until something is. */
  const pump = (): void => {
    if (isDone) return;
    takeBack();
    engine.now = Math.max(engine.now, clock.now() - origin);
    engine.horizon = engine.now;
    let isMoving = true;
    while (isMoving && !instance.isOver) isMoving = turn(engine);
    tellEvents();
    void options.store?.save(scenario.run, checkpointOf(simulation));
    const next = engine.queue[0]?.at;
    if (instance.isOver || engine.exceeded !== null) complete();
    else if (next !== undefined) takeBack = clock.wake(next - engine.now, pump);
  };

  const complete = (): void => {
    isDone = true;
    done.resolve(report(finish(simulation)));
  };

  const send = (attempt: Attempt): void => {
    const { step } = attempt;
    const controller = new AbortController();
    aborts.set(attempt, controller);
    const name = step.node.definition.implementation ?? step.node.id;
    const task = Object.hasOwn(options.tasks, name) ? options.tasks[name] : undefined;
    const call: TaskCall = { ...callOf(attempt), signal: controller.signal };
    const perform = async (): Promise<JsonObject> => {
      if (task === undefined) {
        throw { class: 'not_found', message: `no task is named ${name}` };
      }
      return outputsIn(await task(call));
    };
    // Not before this turn has ended: what the task does at once may be a control.
    queueMicrotask(tellEvents);
    Promise.resolve()
      .then(perform)
      .then(
        (output) => returned(attempt, { kind: 'ok', output }),
        (thrown: unknown) => returned(attempt, { kind: 'error', error: failureOf(thrown) }),
      );
  };

  const ask = (attempt: Attempt): void => {
    const known = ({ applied, output }: StatusAnswer): void => {
      if (isDone) return;
      engine.now = Math.max(engine.now, clock.now() - origin);
      statusKnown(attempt, applied, output ?? null);
      pump();
    };
    Promise.resolve()
      .then(() => status?.(callOf(attempt)) ?? NOBODY_KNOWS)
      .then(known, () => known(NOBODY_KNOWS));
  };

  const returned = (attempt: Attempt, then: TaskOutcome): void => {
    if (isDone) return;
    aborts.delete(attempt);
    engine.now = Math.max(engine.now, clock.now() - origin);
    attempt.answer = { after: 0, then, applied: false, duplicate: false };
    taskReturned(attempt);
    pump();
  };

  if (start.checkpoint !== undefined) {
    engine.life += 1;
    engine.isDown = true;
    resume(engine);
  }
  pump();
  return {
    result: done.promise,
    control: (control) => {
      if (isDone) return;
      engine.now = Math.max(engine.now, clock.now() - origin);
      obey(engine, { ...control, at: engine.now } as Control);
      pump();
    },
  };
};

const NOBODY_KNOWS: StatusAnswer = { applied: null };

const callOf = ({ step, number, key }: Attempt): Omit<TaskCall, 'signal'> => ({
  input: step.input ?? {},
  node: nodeName(step),
  unit: step.unit,
  attempt: number,
  key,
});

const outputsIn = (handed: unknown): JsonObject =>
  typeof handed === 'object' && handed !== null && !Array.isArray(handed)
    ? (handed as JsonObject)
    : {};

/** Node 20 has no `Promise.withResolvers`. */
const withResolvers = <Value>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
} => {
  let resolve = (_: Value): void => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};
