// @ts-check
/**
 * Effect's own TestClock, moved on for as long as something sleeps on it. What is added to it here
 * is only to know when to move: which sleeps were asked for, and whether any fiber is still busy
 * (the tasks of its scheduler are counted, and the digests that the engine makes keys of).
 */

import { Clock, Context, Duration, Effect, Fiber, Layer, Scheduler } from 'effect';
import { WebCrypto } from 'effect/crypto';
import { TestClock } from 'effect/testing';

/** TestClock warns after so long on the machine's own clock; the driver moves it on by itself. */
const warningDelay = '1 day';

/**
 * Runs an effect in virtual time, from 0 on.
 *
 * @template A, E
 * @param {(now: () => number) => import('effect').Effect.Effect<A, E>} program
 * @param {number} limit No sleep that ends later is waited for, in ms.
 * @param {() => boolean} isOver Whether nobody waits for the result any more.
 * @returns {Promise<import('effect').Exit.Exit<A, E> | null>} Null where nothing more can happen.
 */
export function runInVirtualTime(program, limit, isOver) {
  const work = { open: 0 };
  /** @type {Set<number>} When sleeps end that have not ended yet. */
  const ends = new Set();

  const driven = Effect.gen(function* () {
    const context = yield* Layer.build(TestClock.layer({ warningDelay })).pipe(
      Effect.provideService(Scheduler.Scheduler, countingScheduler(work)),
    );
    const clock = /** @type {TestClock.TestClock} */ (Context.get(context, Clock.Clock));
    const now = () => clock.currentTimeMillisUnsafe();
    const watched = {
      ...clock,
      sleep: (/** @type {Duration.Duration} */ duration) =>
        Effect.suspend(() => {
          ends.add(now() + Duration.toMillis(duration));
          return clock.sleep(duration);
        }),
    };
    const fiber = yield* program(now).pipe(
      Effect.provideContext(Context.add(context, Clock.Clock, watched)),
      Effect.provideService(WebCrypto.WebCrypto, countingCrypto(work)),
      Effect.forkDetach,
    );
    for (;;) {
      yield* Effect.promise(() => untilQuiet(work));
      const exit = fiber.pollUnsafe();
      if (exit !== undefined) return exit;
      for (const end of ends) if (end <= now()) ends.delete(end);
      const next = Math.min(...ends);
      if (next > limit || isOver()) break;
      yield* clock.setTime(next);
    }
    yield* Effect.forkDetach(Fiber.interrupt(fiber));
    return null;
  });
  return Effect.runPromise(Effect.scoped(driven));
}

/** @param {{ open: number }} work */
function countingScheduler(work) {
  const scheduler = new Scheduler.MixedScheduler();
  return {
    executionMode: scheduler.executionMode,
    shouldYield: (/** @type {any} */ fiber) => scheduler.shouldYield(fiber),
    makeDispatcher: () => {
      const dispatcher = scheduler.makeDispatcher();
      return {
        scheduleTask: (/** @type {() => void} */ task, /** @type {number} */ priority) => {
          work.open += 1;
          dispatcher.scheduleTask(() => {
            work.open -= 1;
            task();
          }, priority);
        },
        flush: () => dispatcher.flush(),
      };
    },
  };
}

/** @param {{ open: number }} work */
function countingCrypto(work) {
  return /** @type {any} */ ({
    subtle: {
      digest: async (/** @type {any} */ algorithm, /** @type {any} */ data) => {
        work.open += 1;
        try {
          return await globalThis.crypto.subtle.digest(algorithm, data);
        } finally {
          work.open -= 1;
        }
      },
    },
  });
}

/** Until every fiber waits for time alone. @param {{ open: number }} work */
async function untilQuiet(work) {
  for (let quiet = 0; quiet < 2; quiet = work.open === 0 ? quiet + 1 : 0) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
