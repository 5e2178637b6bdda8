/** What only ORBIT has: children that are aborted with their parent, queues, return values. */

import { stepsOf } from '../levers/meddling.ts';
import { readsNodes } from '../levers/plan.ts';
import { runGoes, stepGoes } from '../levers/tables.ts';
import type { Mutant } from '../mutant.ts';

export const orbitMutants: readonly Mutant[] = [
  {
    id: 'children-run-on',
    title: 'lets child workflows run on to their end when the run aborts',
    why: 'A child is a run of its own, and nobody sends it the cancel (field report B37).',
    caughtBy: ['failure/child-cancelled'],
    profiles: ['orbit'],
    change: stepGoes('RUNNING', 'cancelled', (ways) =>
      ways.map((way) => ({
        ...way,
        actions: way.actions.filter((action) => action !== 'awaitAttempt'),
      })),
    ),
  },
  {
    id: 'waits-for-workers-for-ever',
    title: 'waits for a worker as long as it takes',
    why: 'The queue has no notion of how long something has been in it.',
    caughtBy: ['failure/queue-timeout'],
    profiles: ['orbit'],
    change: readsNodes(({ queueTimeout: _, ...node }) => node),
  },
  {
    id: 'queueing-is-running',
    title: 'counts the wait for a worker into the timeout of the attempt, and not into its own',
    why: 'There is one timeout in the queue below: from enqueueing to completion.',
    caughtBy: ['failure/queue-timeout'],
    profiles: ['orbit'],
    change: readsNodes(({ queueTimeout, ...node }) =>
      queueTimeout === undefined
        ? node
        : { ...node, timeout: { duration: queueTimeout * 10, onTimeout: 'fail' } },
    ),
  },
  {
    id: 'returns-nothing-instead',
    title: 'ends succeeded though its return value could not be made',
    why: 'The value is computed when somebody asks for it.',
    caughtBy: ['failure/return-value'],
    profiles: ['orbit'],
    change: runGoes('running', 'return.failed', (ways, numberOf) =>
      ways.map((way) => ({ ...way, target: numberOf('succeeded') })),
    ),
  },
  {
    id: 'undoes-for-the-return-value',
    title: 'compensates when its return value can not be made',
    why: 'A failure is a failure, and failures unwind.',
    caughtBy: ['failure/return-value'],
    profiles: ['orbit'],
    change: runGoes('running', 'return.failed', (ways, numberOf) =>
      ways.map((way) => ({
        ...way,
        target: numberOf('quiescing'),
        actions: ['cancelInFlight'] as const,
      })),
    ),
  },
  {
    id: 'redelivers-for-ever',
    title: 'sends a call again after every crash, however often',
    why: 'A worker that dies is no fault of the task; but a task can be why it dies (field report B14).',
    caughtBy: ['durability/redelivery-bounded'],
    profiles: ['baseline'],
    change: {
      meddles: () => (engine) => {
        if (engine.isDown) for (const step of stepsOf(engine)) step.redeliveries = 0;
      },
    },
  },
];
