/**
 * A plan as a workflow of Effect, in the engine's own words: every step is an `Activity`, retried
 * by `Activity.retry`, bounded by `Effect.timeoutOrElse`, undone by `withCompensation`, and begun
 * when the `Deferred` of each step before it is done. Compensations are plain effects, as in the
 * engine's own tests, or activities as well.
 */

import { Deferred, Duration, Effect, Schedule, Schema } from 'effect';
import { Activity, DurableClock, DurableDeferred, Workflow } from 'effect/workflow';

/** What a step waits for that a signal of this name ends. @param {string} name */
export const signalOf = (name) => DurableDeferred.make(`signal/${name}`, { success: Schema.Json });

/** Why a task failed, or was given up. */
export class TaskFailure extends Schema.TaggedError()('TaskFailure', {
  step: Schema.String,
  unit: Schema.String,
  class: Schema.String,
  message: Schema.String,
  isRetryable: Schema.Boolean,
}) {}

/** Classes that are worth another attempt where the failure itself does not say. */
const RETRYABLE = ['transient', 'rate_limit', 'timeout', 'unavailable'];

/**
 * One node to be performed: forward, or as the compensation of another.
 * @typedef {{ node: any, unit: string, undoes: string | null, input: any }} Work
 * @typedef {(work: Work, attempt: number, key: string) => Effect.Effect<any, any>} Perform
 */

/**
 * @param {any} plan
 * @param {any} input The run's input.
 * @param {Perform} perform Has the outside world do a task.
 * @param {'effects' | 'activities'} compensations What the compensations are written as.
 */
export function workflowOf(plan, input, perform, compensations) {
  const undoBy = compensations === 'activities' ? activityOf : effectOf;
  const workflow = Workflow.make(plan.id, {
    payload: { tenant: Schema.String, run: Schema.String },
    error: TaskFailure,
    idempotencyKey: ({ tenant, run }) => JSON.stringify([tenant, run]),
    // Whoever waits for a suspended run is woken by its end; to look now and then besides would
    // make time go on for ever where nothing can happen any more.
    suspendedRetrySchedule: Schedule.spaced(Duration.infinity),
  });
  const nodes = new Map(plan.nodes.map((/** @type {any} */ node) => [node.id, node]));
  const undone = (/** @type {string} */ id) => edgesOf(plan, 'compensation', 'from', id);

  const stepOf = (/** @type {any} */ node) => {
    if (node.kind === 'wait') {
      return node.wait.event === null || node.wait.event === undefined
        ? DurableClock.sleep({ name: node.id, duration: node.wait.duration })
        : DurableDeferred.await(signalOf(node.wait.event));
    }
    if (node.kind === 'barrier' || node.kind === 'parallel') return Effect.void;
    /** @type {Effect.Effect<any, any, any>} */
    let step = activityOf({ node, unit: node.id, undoes: null, input }, perform);
    for (const { to } of undone(node.id)) {
      step = workflow.withCompensation(step, (output) =>
        // The type of a compensation has no error: a failure can only become a defect.
        Effect.orDie(
          undoBy(
            {
              ...{ node: nodes.get(to), unit: `compensate:${node.id}`, undoes: node.id },
              input: { input, output },
            },
            perform,
          ),
        ),
      );
    }
    return step;
  };

  const forward = plan.nodes.filter(
    (/** @type {any} */ { id }) => edgesOf(plan, 'compensation', 'to', id).length === 0,
  );
  const body = Effect.gen(function* () {
    const done = new Map();
    for (const { id } of forward) done.set(id, yield* Deferred.make());
    yield* Effect.forEach(
      forward,
      (node) =>
        Effect.gen(function* () {
          for (const { from } of edgesOf(plan, 'control', 'to', node.id)) {
            yield* Deferred.await(done.get(from));
          }
          yield* stepOf(node);
          yield* Deferred.succeed(done.get(node.id), undefined);
        }),
      { concurrency: 'unbounded', discard: true },
    );
  });
  return { workflow, body };
}

/** @param {Work} work @param {Perform} perform */
function activityOf(work, perform) {
  const { node } = work;
  const name = nameOf(work);
  const activity = Activity.make({
    name,
    success: Schema.Json,
    error: TaskFailure,
    execute: bounded(
      work,
      Effect.gen(function* () {
        const attempt = yield* Activity.CurrentAttempt;
        const key = yield* Activity.idempotencyKey(name);
        return yield* perform(work, attempt, key);
      }),
    ),
  });
  const policy = policyOf(node.retry);
  // The type of `Activity.retry` leaves `schedule` out; it hands its options on to `Effect.retry`.
  return policy === null ? activity : Activity.retry(activity, /** @type {any} */ (policy));
}

/** The same without an activity: nothing of it is recorded. @param {Work} work @param {Perform} perform */
function effectOf(work, perform) {
  let attempt = 0;
  const effect = bounded(
    work,
    Effect.gen(function* () {
      attempt += 1;
      const key = yield* Activity.idempotencyKey(nameOf(work));
      return yield* perform(work, attempt, key);
    }),
  );
  const policy = policyOf(work.node.retry);
  return policy === null ? effect : Effect.retry(effect, policy);
}

/** @param {Work} work */
const nameOf = ({ node, unit }) => (unit === node.id ? unit : `${node.id}/${unit}`);

/** @param {Work} work @param {Effect.Effect<any, any, any>} attempt */
function bounded({ node, unit }, attempt) {
  const { timeout } = node;
  if (timeout === undefined) return attempt;
  return Effect.timeoutOrElse(attempt, {
    duration: timeout.duration,
    orElse: () =>
      Effect.fail(
        new TaskFailure({
          ...{ step: node.id, unit, class: 'timeout', isRetryable: true },
          message: `it took longer than ${timeout.duration} ms`,
        }),
      ),
  });
}

/** The options of `Effect.retry`; null where nothing is retried. @param {any} retry */
function policyOf(retry) {
  if (retry === undefined) return null;
  const { maxAttempts, backoff, initialDelay, multiplier, maxDelay, retryOn } = retry;
  const times = maxAttempts - 1;
  const isWorthIt = (/** @type {any} */ failure) =>
    retryOn === undefined ? failure.isRetryable : retryOn.includes(failure.class);
  if (backoff === 'none') return { times, while: isWorthIt };
  const growing =
    backoff === 'exponential'
      ? Schedule.exponential(initialDelay, multiplier)
      : Schedule.spaced(initialDelay);
  const schedule = maxDelay === null ? growing : Schedule.min([growing, Schedule.spaced(maxDelay)]);
  return { times, while: isWorthIt, schedule };
}

/** What the world says of a failure. @param {Work} work @param {any} error */
export function failureOf({ node, unit }, error) {
  return new TaskFailure({
    ...{ step: node.id, unit, class: error.class, message: error.message ?? '' },
    isRetryable: error.retryable ?? RETRYABLE.includes(error.class),
  });
}

/** @param {any} plan @param {string} type @param {'from' | 'to'} end @param {string} id */
function edgesOf(plan, type, end, id) {
  return plan.edges.filter((/** @type {any} */ edge) => edge.type === type && edge[end] === id);
}
