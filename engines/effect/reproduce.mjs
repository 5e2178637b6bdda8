/**
 * What findings.md tells, without Unwind: small programs of Effect alone, on the machine's clock.
 * `npm run reproduce` prints what happens, each line with its ms.
 */

import { Effect, Exit, Layer, Schema } from 'effect';
import { Activity, DurableDeferred, Workflow, WorkflowEngine } from 'effect/workflow';

class Failed extends Schema.TaggedError()('Failed', { step: Schema.String }) {}

let began = 0;
const say = (/** @type {string} */ text) =>
  Effect.sync(() => {
    process.stdout.write(
      `  ${String(Math.round(performance.now() - began)).padStart(5)} ms  ${text}\n`,
    );
  });

/** Something that takes its time, and then succeeds or fails. @param {string} name @param {number} ms */
const work = (name, ms, fails = false) =>
  Effect.gen(function* () {
    yield* say(`${name} begins`);
    yield* Effect.sleep(ms);
    yield* say(`${name} ${fails ? 'fails' : 'succeeds'}`);
    if (fails) yield* new Failed({ step: name });
  }).pipe(Effect.onInterrupt(() => say(`${name} is interrupted`)));

/** @param {string} name @param {number} ms */
const activity = (name, ms, fails = false) =>
  Activity.make({ name, error: Failed, execute: work(name, ms, fails) });

const signal = DurableDeferred.make('signal');

/**
 * @param {string} title
 * @param {(workflow: any) => Effect.Effect<any, any, any>} body
 * @param {{ at: number, act: 'interrupt' | 'signal' }} [outside]
 */
async function show(title, body, outside) {
  const workflow = Workflow.make('order', {
    payload: { id: Schema.String },
    error: Failed,
    idempotencyKey: ({ id }) => id,
  });
  const engine = Layer.provideMerge(
    workflow.toLayer(() => body(workflow)),
    WorkflowEngine.layerMemory,
  );
  process.stdout.write(`${title}\n`);
  began = performance.now();
  const exit = await Effect.runPromise(
    Effect.gen(function* () {
      const executionId = yield* workflow.executionId({ id: title });
      if (outside !== undefined) {
        const act =
          outside.act === 'interrupt'
            ? workflow.interrupt(executionId)
            : DurableDeferred.succeed(signal, {
                token: DurableDeferred.tokenFromExecutionId(signal, { workflow, executionId }),
                value: undefined,
              });
        yield* Effect.sleep(outside.at).pipe(
          Effect.andThen(say(outside.act)),
          Effect.andThen(act),
          Effect.forkChild,
        );
      }
      return yield* Effect.exit(workflow.execute({ id: title }));
    }).pipe(Effect.provide(engine), Effect.scoped),
  );
  const end = Exit.isSuccess(exit)
    ? 'success'
    : exit.cause.reasons.map(({ _tag }) => _tag).join(', ');
  await Effect.runPromise(say(`the workflow's exit: ${end}`));
}

const undoneBy = (/** @type {any} */ workflow, /** @type {any} */ step, /** @type {any} */ undo) =>
  workflow.withCompensation(step, () => Effect.orDie(undo));

await show(
  'An interrupt while the last activity runs, which then fails: the exit is the failure',
  () => activity('charge', 300, true),
  { at: 100, act: 'interrupt' },
);
await show(
  'An interrupt while the last activity runs, which then succeeds: the exit is success',
  () => activity('charge', 300),
  { at: 100, act: 'interrupt' },
);
await show(
  'A signal while an activity runs: it is begun again, and later nothing is compensated',
  (workflow) =>
    Effect.all(
      [
        activity('charge', 400, true),
        Effect.andThen(
          DurableDeferred.await(signal),
          undoneBy(workflow, activity('reserve', 100), work('undo reserve', 100)),
        ),
      ],
      { concurrency: 'unbounded', discard: true },
    ),
  { at: 100, act: 'signal' },
);
for (const undo of [work, activity]) {
  await show(
    `An interrupt while charge runs, which then fails; the compensation is ${undo === work ? 'an effect: it runs' : 'an activity: it does not run'}`,
    (workflow) =>
      Effect.andThen(
        undoneBy(workflow, activity('reserve', 100), undo('undo reserve', 100)),
        activity('charge', 300, true),
      ),
    { at: 200, act: 'interrupt' },
  );
}
const undoable = (
  /** @type {any} */ workflow,
  /** @type {string} */ name,
  /** @type {any} */ undo,
) => undoneBy(workflow, activity(name, 100), undo);
await show(
  'An interrupt while one compensation runs, and both are activities: the other does not run',
  (workflow) =>
    Effect.andThen(
      undoable(workflow, 'reserve', activity('undo reserve', 100)),
      Effect.andThen(
        undoable(workflow, 'pay', activity('undo pay', 200)),
        activity('charge', 100, true),
      ),
    ),
  { at: 400, act: 'interrupt' },
);
await show(
  'An interrupt before charge fails, with another activity in flight: the failure is in no part of the exit',
  (workflow) =>
    Effect.andThen(
      undoable(workflow, 'reserve', activity('undo reserve', 100)),
      Effect.all([activity('ship', 500), activity('charge', 300, true)], {
        concurrency: 'unbounded',
        discard: true,
      }),
    ),
  { at: 200, act: 'interrupt' },
);
await show(
  'A compensation that fails: the other one runs, and the exit is the defect alone',
  (workflow) =>
    Effect.andThen(
      undoable(workflow, 'reserve', activity('undo reserve', 100)),
      Effect.andThen(
        undoable(workflow, 'pay', activity('undo pay', 200, true)),
        activity('charge', 100, true),
      ),
    ),
);
