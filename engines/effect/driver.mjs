/**
 * The workflow module of Effect as a driver: a module that `unwind certify --driver-module` loads.
 * The suite plays the tasks, the engine's in-memory layer decides everything else, and Effect's
 * TestClock is the time.
 */

import { readFileSync } from 'node:fs';
import { Cause, Deferred, Effect, Exit, Layer } from 'effect';
import { DurableDeferred, WorkflowEngine } from 'effect/workflow';
import { runInVirtualTime } from './virtual-time.mjs';
import { failureOf, signalOf, TaskFailure, workflowOf } from './workflow.mjs';

const { version } = JSON.parse(
  readFileSync(new URL('node_modules/effect/package.json', import.meta.url), 'utf8'),
);

/** What is under test is not Effect, but the engine that keeps its workflows in memory. */
const NAMES = {
  effects: 'effect/workflow (in memory)',
  activities: 'effect/workflow (in memory, undone by activities)',
};

const HELLO = {
  protocol: 1,
  profiles: ['baseline'],
  dialects: ['plan'],
  clock: { kind: 'virtual' },
  capabilities: [
    ...['retry', 'backoff.none', 'backoff.fixed', 'backoff.exponential', 'max-delay'],
    ...['retry-on', 'non-retryable', 'timeout', 'keys', 'parallel', 'waits', 'signals', 'cancel'],
    ...['compensation', 'compensation.native'],
  ],
  unsupported: {
    'backoff.linear': 'Schedule has no constructor whose delays grow by addition',
    jitter:
      'Schedule.jittered draws between 80 % and 120 % of a delay, not between 0 and the delay',
    idempotent: 'an activity cannot be marked as one that must not be sent twice',
    reconcile: 'there is nothing by which the engine asks what became of a call',
    data: 'values are variables of the program, which the driver would have to carry itself',
    'join.any': 'races are the program’s own (Effect.race), and no join of a graph',
    'join.quorum': 'there is no such join',
    guards: 'conditions are the program’s own',
    conditions: 'conditions are the program’s own',
    decisions: 'conditions are the program’s own',
    loops: 'loops are the program’s own',
    'error-edges': 'errors are caught by the program’s own Effect.catch',
    'dependency-edges': 'the program’s own Effect.ensuring',
    resume: 'the in-memory engine keeps nothing over a crash',
    operators: 'Workflow.SuspendOnFailure parks a run, and nothing records who brought it back',
    trace: 'the engine keeps no history that could be read',
  },
};

const TASKS = ['task', 'inference', 'transform', 'source', 'sink', 'human'];
/** @type {Set<string>} */
const abandoned = new Set();

/** @param {'effects' | 'activities'} compensations What the compensations are written as. */
export const createDriver = (compensations) => ({
  initialize: () => ({
    ...HELLO,
    runtime: {
      ...{ name: NAMES[compensations], version, language: 'javascript' },
      homepage: 'https://effect.website',
    },
  }),
  run: (/** @type {any} */ request, /** @type {any} */ suite) => run(request, suite, compensations),
  abandon: (/** @type {any} */ { run: id }) => abandoned.add(id),
});

export default createDriver('effects');

/** @param {any} request @param {any} suite @param {'effects' | 'activities'} compensations */
async function run({ run: id, tenant, plan, input, controls, limits }, suite, compensations) {
  const reason = whyUnsupported(plan);
  if (reason !== null) {
    const error = { code: 'unsupported', class: 'internal', message: reason };
    return { outcome: 'refused', error };
  }
  let calls = 0;
  let undos = 0;
  let isOverLimit = false;

  const program = (/** @type {() => number} */ now) => {
    /** @type {import('./workflow.mjs').Perform} */
    const perform = (work, attempt, key) =>
      Effect.gen(function* () {
        if (calls >= limits.calls) {
          isOverLimit = true;
          return yield* Effect.never;
        }
        calls += 1;
        if (work.undoes !== null) undos += 1;
        const call = calls;
        const { after = 0, then } = suite.perform({
          ...{ run: id, call, step: work.node.id, unit: work.unit, attempt, key },
          ...(work.undoes === null ? {} : { undoes: work.undoes }),
          purpose: work.undoes === null ? 'forward' : 'compensation',
          input: work.input,
          at: now(),
        });
        if (then.hang === true) return yield* waitFor(call, Effect.never);
        // The far side goes on by itself, whether or not anybody still waits for it.
        const reply = yield* Deferred.make();
        yield* Effect.gen(function* () {
          yield* Effect.sleep(after);
          suite.settled({ run: id, call, at: now() });
          yield* then.error === undefined
            ? Deferred.succeed(reply, then.ok ?? {})
            : Deferred.fail(reply, failureOf(work, then.error));
        }).pipe(Effect.forkDetach);
        return yield* waitFor(call, Deferred.await(reply));
      });
    const waitFor = (/** @type {number} */ call, /** @type {Effect.Effect<any, any>} */ reply) =>
      Effect.onInterrupt(reply, () =>
        Effect.sync(() => suite.aborted({ run: id, call, at: now() })),
      );

    const { workflow, body } = workflowOf(plan, input, perform, compensations);
    const engine = Layer.provideMerge(
      workflow.toLayer(() => body),
      WorkflowEngine.layerMemory,
    );
    return Effect.gen(function* () {
      const payload = { tenant, run: id };
      const executionId = yield* workflow.executionId(payload);
      for (const control of controls) {
        const act = actOf(control, workflow, executionId);
        yield* Effect.sleep(control.at).pipe(Effect.andThen(act), Effect.forkChild);
      }
      return yield* workflow.execute(payload);
    }).pipe(Effect.provide(engine));
  };

  const exit = await runInVirtualTime(program, limits.time, () => isOverLimit || abandoned.has(id));
  return exit === null ? { outcome: 'stalled' } : resultOf(exit, undos);
}

/**
 * What somebody outside does to a run.
 * @param {any} control @param {any} workflow @param {string} executionId
 * @returns {Effect.Effect<any, any, any>}
 */
function actOf({ action, name, value }, workflow, executionId) {
  if (action === 'cancel') return workflow.interrupt(executionId);
  if (action !== 'signal') return Effect.void;
  const deferred = signalOf(name);
  const token = DurableDeferred.tokenFromExecutionId(deferred, { workflow, executionId });
  return DurableDeferred.succeed(deferred, { token, value: value ?? null });
}

/**
 * The workflow's exit in the protocol's words. Effect has one word for all that went wrong; a
 * failure is called compensated where compensations ran and none of them left a defect in it.
 * @param {Exit.Exit<any, any>} exit
 * @param {number} undos
 */
function resultOf(exit, undos) {
  if (Exit.isSuccess(exit)) return { outcome: 'succeeded', compensation: 'none' };
  const { cause } = exit;
  const failed = cause.reasons.filter(Cause.isFailReason).map(({ error }) => error);
  const defects = cause.reasons.filter(Cause.isDieReason).map(({ defect }) => defect);
  const strange = defects.find((defect) => !(defect instanceof TaskFailure));
  if (strange !== undefined) throw strange;
  const failures = defects.map((defect) => ({
    ...{ step: defect.step, unit: defect.unit, class: defect.class },
  }));
  const [first] = failed;
  const error =
    first === undefined
      ? {}
      : { error: { class: first.class, step: first.step, message: first.message } };
  if (failures.length > 0) {
    return { outcome: 'failed', compensation: 'failed', failures, ...error };
  }
  const compensation = undos > 0 ? 'completed' : 'none';
  if (failed.length === 0) return { outcome: 'cancelled', compensation };
  return { outcome: undos > 0 ? 'compensated' : 'failed', compensation, ...error };
}

/** @param {any} plan */
function whyUnsupported(plan) {
  if (plan === undefined) return 'only plans are run';
  for (const { kind, wait } of plan.nodes) {
    const isKnown = TASKS.includes(kind) || kind === 'parallel' || kind === 'barrier';
    const isWait = kind === 'wait' && (wait?.duration != null || wait?.event != null);
    if (!isKnown && !isWait) return `a step of kind ${kind}`;
  }
  return null;
}
