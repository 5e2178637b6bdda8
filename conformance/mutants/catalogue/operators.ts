/** Operators who are not heard, not asked for leave, or not written down. */

import { dispatch } from '../../../simulator/runtime/attempts.ts';
import { INSTANCE, isInFlight } from '../../../simulator/runtime/states.ts';
import { newEvents, stepsOf, succeeded } from '../levers/meddling.ts';
import { stepGoes } from '../levers/tables.ts';
import { tellsEvents } from '../levers/tale.ts';
import type { Mutant } from '../mutant.ts';

export const operatorMutants: readonly Mutant[] = [
  {
    id: 'never-pauses',
    title: 'unwinds although it is to pause',
    why: 'The option is read by the console alone.',
    caughtBy: ['operator/pauses'],
    profiles: ['baseline'],
    change: { reads: (workflow) => ({ ...workflow, onFailure: 'unwind' }) },
  },
  {
    id: 'retries-the-whole-run',
    title: 'performs steps that had succeeded again when an operator retries one',
    why: 'A manual retry begins at the beginning (field report B41: Argo, Conductor).',
    caughtBy: ['operator/retry-failed-step'],
    profiles: ['baseline'],
    change: {
      meddles: () => {
        const fresh = newEvents();
        return (engine) => {
          for (const event of fresh(engine)) {
            const isRetry =
              event.type === 'operator.act' &&
              event.authorised &&
              event.command !== 'settle-uncertain';
            if (!isRetry || engine.active[0]?.state === INSTANCE.paused) continue;
            for (const step of succeeded(engine)) dispatch(step, null);
          }
        };
      },
    },
  },
  {
    id: 'deaf-to-operators',
    title: 'does nothing when an operator retries a step',
    why: 'The step has failed, and failed is final.',
    caughtBy: ['operator/retry-failed-step'],
    profiles: ['baseline'],
    change: stepGoes('FAILED', 'operator.retried', () => []),
  },
  {
    id: 'no-new-budget',
    title: 'gives a step no new attempts when an operator retries it',
    why: 'The counter stands at maxAttempts, and goes on from there.',
    caughtBy: ['operator/retry-failed-step'],
    profiles: ['baseline'],
    change: stepGoes('FAILED', 'operator.retried', (ways) =>
      ways.map((way) => ({ ...way, assign: null })),
    ),
  },
  {
    id: 'operators-leave-no-trace',
    title: 'writes down no act of an operator',
    why: 'Acts are made on the database.',
    caughtBy: ['operator/audited'],
    profiles: ['baseline'],
    change: tellsEvents((event) => (event.type === 'operator.act' ? [] : [event])),
  },
  {
    id: 'operators-without-reason',
    title: 'writes down who acted, and not why',
    why: 'The field is optional in the form.',
    caughtBy: ['operator/audited'],
    profiles: ['baseline'],
    change: tellsEvents((event) => [
      event.type === 'operator.act' ? { ...event, reason: '' } : event,
    ]),
  },
  {
    id: 'asks-for-no-authority',
    title: 'lets anybody retry a step',
    why: 'Whoever reaches the interface is an operator.',
    caughtBy: ['operator/authorised'],
    profiles: ['baseline'],
    change: {
      hears: (scenario) => ({
        ...scenario,
        controls: scenario.controls.map((control) =>
          control.action === 'operator' ? { ...control, authorised: true } : control,
        ),
      }),
    },
  },
  {
    id: 'operators-make-new-keys',
    title: 'makes a new key when an operator retries a step',
    why: 'A retry by hand is a new request.',
    caughtBy: ['idempotence/key-survives'],
    profiles: ['baseline'],
    change: {
      meddles: () => {
        const fresh = newEvents();
        return (engine) => {
          for (const event of fresh(engine)) {
            if (event.type !== 'operator.act' || event.command === 'settle-uncertain') continue;
            for (const step of stepsOf(engine)) {
              if (step.key !== null && !isInFlight(step)) step.key = `${step.key}-by-hand`;
            }
          }
        };
      },
    },
  },
];
