/** What a runtime may have forgotten, or may do again, when it comes back from a crash. */

import { dispatch } from '../../../simulator/runtime/attempts.ts';
import type { Engine, Planned } from '../../../simulator/runtime/state.ts';
import { STEP } from '../../../simulator/runtime/states.ts';
import { callsMore } from '../levers/calls.ts';
import { atCrashes, reschedule, stepsOf, succeeded } from '../levers/meddling.ts';
import type { Change, Mutant } from '../mutant.ts';

/** Before it goes down, each step under way is changed. */
const inFlight = (change: (step: ReturnType<typeof stepsOf>[number]) => void) =>
  atCrashes('crash', (engine) => {
    for (const step of stepsOf(engine)) if (step.state === STEP.RUNNING) change(step);
  });

/** Waits that had begun before the crash end at another time. */
const waitsEnd = (
  when: (item: Extract<Planned, { readonly what: 'backoff' }>, engine: Engine) => number,
): Pick<Change, 'meddles'> =>
  atCrashes('resume', (engine) =>
    reschedule(engine, (item) => (item.what === 'backoff' ? when(item, engine) : null)),
  );

export const durabilityMutants: readonly Mutant[] = [
  {
    id: 'begins-anew',
    title: 'performs steps that had succeeded again after a crash',
    why: 'The run is started again, and results are kept in memory (field report B41: Argo).',
    caughtBy: ['durability/completed-not-repeated'],
    profiles: ['baseline'],
    change: atCrashes('resume', (engine) => {
      for (const step of succeeded(engine)) dispatch(step, null);
    }),
  },
  {
    id: 'repeats-the-last-step',
    title: 'performs the step that succeeded last again after a crash',
    why: 'The checkpoint is written before the step, and the next one after the step behind it.',
    caughtBy: ['durability/completed-not-repeated'],
    profiles: ['baseline'],
    change: atCrashes('resume', (engine) => {
      const last = succeeded(engine).at(-1);
      if (last !== undefined) dispatch(last, null);
    }),
  },
  {
    id: 'backoff-is-over-after-a-crash',
    title: 'retries at once after a crash, whatever was left of the delay',
    why: 'Timers are kept in memory, and what is due is what has no timer (field report B48).',
    caughtBy: ['durability/backoff-kept'],
    profiles: ['baseline'],
    change: waitsEnd((_, { now }) => now),
  },
  {
    id: 'backoff-begins-anew-after-a-crash',
    title: 'waits the whole delay once more after a crash',
    why: 'The delay is kept, and not when it is over (field report B48).',
    caughtBy: ['durability/backoff-kept'],
    profiles: ['baseline'],
    change: waitsEnd(({ step }, { now }) => now + (step.backoff?.delay ?? 0)),
  },
  {
    id: 'forgets-to-undo',
    title: 'undoes nothing more after a crash',
    why: 'The list of what is to be undone is kept in memory (field report B30).',
    caughtBy: ['durability/unwinding-resumes'],
    profiles: ['baseline'],
    change: atCrashes('resume', (engine) => {
      for (const { unwinding } of engine.active) {
        if (unwinding !== null) unwinding.next = unwinding.pending.length;
      }
    }),
  },
  {
    id: 'undoes-from-the-beginning',
    title: 'begins the unwinding anew after a crash',
    why: 'Resuming a rollback is rolling back (field report B30: saga-lara-flow).',
    caughtBy: ['durability/unwinding-resumes'],
    profiles: ['baseline'],
    change: atCrashes('resume', (engine) => {
      for (const step of engine.compensations) {
        if (step.state === STEP.SUCCEEDED) dispatch(step, null);
      }
    }),
  },
  {
    id: 'turns-the-order-round',
    title: 'undoes the rest in the other order after a crash',
    why: 'The rest is read from a table, in the order of the table.',
    caughtBy: ['durability/unwinding-resumes'],
    profiles: ['baseline'],
    change: atCrashes('resume', (engine) => {
      for (const { unwinding } of engine.active) {
        if (unwinding === null) continue;
        const { pending, next } = unwinding;
        pending.push(...pending.splice(next).toReversed());
      }
    }),
  },
  {
    id: 'redelivers-what-must-not-be',
    title: 'sends calls that are not idempotent again after a crash',
    why: 'A queue with at-least-once delivery hands out what was not acknowledged.',
    caughtBy: ['durability/in-flight-redelivered'],
    profiles: ['baseline'],
    change: inFlight((step) => {
      step.context = { ...step.context, idempotent: true };
    }),
  },
  {
    id: 'loses-what-was-in-flight',
    title: 'fails every step that was in flight at a crash',
    why: 'A lost worker is a failed attempt, and the one kind of failure is final.',
    caughtBy: ['durability/in-flight-redelivered'],
    profiles: ['baseline'],
    change: inFlight((step) => {
      step.context = { ...step.context, idempotent: false };
    }),
  },
  {
    id: 'redelivery-is-an-attempt',
    title: 'counts a call that is sent again after a crash as a new attempt',
    why: 'The counter is raised when a call is sent (field report B14).',
    caughtBy: ['durability/redelivery-is-no-attempt'],
    profiles: ['baseline'],
    change: inFlight((step) => {
      step.context = { ...step.context, attempt: step.context.attempt + 1 };
    }),
  },
  {
    id: 'redelivery-inherits-the-deadline',
    title: 'gives a call that is sent again what the first left of its timeout',
    why: 'The deadline is kept with the attempt (field report B16).',
    caughtBy: ['durability/redelivery-is-no-attempt'],
    profiles: ['baseline'],
    change: {
      meddles: () => {
        const deadlines = new Map<string, number>();
        let seen = 0;
        return (engine) => {
          const since = seen;
          seen = engine.planned;
          if (since === seen) return;
          reschedule(engine, (item) => {
            if (item.what !== 'timeout' || item.call === null || item.order <= since) return null;
            const name = `${item.step.unit}#${item.attempt}`;
            const first = deadlines.get(name) ?? item.at;
            deadlines.set(name, first);
            return first;
          });
        };
      },
    },
  },
  {
    id: 'recovers-twice',
    title: 'sends what was in flight at a crash again twice',
    why: 'Two workers find the same run without an owner.',
    caughtBy: ['retry/attempts-sequential'],
    profiles: ['baseline', 'orbit'],
    change: callsMore(() => ({
      sent: (call, _answer, alone) => {
        if (call.redelivered === true) alone.send(call);
      },
    })),
  },
];
