/** Traces and outcomes that do not tell what happened, or tell of what must not happen. */

import type { TraceEvent, TransitionEvent } from '../../../core/model/trace.ts';
import { stepGoes } from '../levers/tables.ts';
import { tellsEvents, traceOf, withOutcome } from '../levers/tale.ts';
import type { Mutant } from '../mutant.ts';

const isTransition = (event: TraceEvent): event is TransitionEvent => event.type === 'transition';

export const lifecycleMutants: readonly Mutant[] = [
  {
    id: 'skips-ready',
    title: 'moves nodes from PENDING to RUNNING',
    why: 'READY lasts no time, so it is not written down.',
    caughtBy: ['lifecycle/legal-transitions'],
    profiles: ['harness'],
    change: tellsEvents((event) => {
      if (!isTransition(event)) return [event];
      if (event.to === 'READY' && event.from === 'PENDING') return [];
      return [event.from === 'READY' ? { ...event, from: 'PENDING' as const } : event];
    }),
  },
  {
    id: 'retries-from-failed',
    title: 'moves a node to FAILED and from there to RETRYING',
    why: 'An attempt and a node are one thing in the data model, and an attempt that failed has failed.',
    caughtBy: ['lifecycle/legal-transitions', 'lifecycle/terminal-final'],
    profiles: ['harness'],
    change: tellsEvents((event) =>
      isTransition(event) && event.to === 'RETRYING'
        ? [
            { ...event, to: 'FAILED' as const, seq: event.seq - 0.5 },
            { ...event, from: 'FAILED' as const },
          ]
        : [event],
    ),
  },
  {
    id: 'cancels-the-succeeded',
    title: 'moves nodes that have succeeded to CANCELLED when the run is cancelled',
    why: 'The state of a run is written to all of its nodes.',
    caughtBy: ['lifecycle/terminal-final', 'lifecycle/legal-transitions'],
    profiles: ['harness'],
    change: {
      tells: (result, workflow) => {
        const done = traceOf(result).filter(
          (event) => isTransition(event) && event.to === 'SUCCEEDED',
        ) as readonly TransitionEvent[];
        return (
          tellsEvents((event) =>
            event.type === 'cancel.requested'
              ? [
                  event,
                  ...done
                    .filter(({ at }) => at < event.at)
                    .map(
                      (past, index): TraceEvent => ({
                        ...past,
                        seq: event.seq + (index + 1) / 1000,
                        at: event.at,
                        from: 'SUCCEEDED',
                        to: 'CANCELLED',
                      }),
                    ),
                ]
              : [event],
          ).tells?.(result, workflow) ?? result
        );
      },
    },
  },
  {
    id: 'failures-without-message',
    title: 'leaves class and message out of failures in its trace',
    why: 'Error texts may hold secrets, so they stay in the log.',
    caughtBy: ['lifecycle/trace-fields'],
    profiles: ['harness'],
    change: tellsEvents((event) => {
      if (!('error' in event)) return [event];
      const { error: _, ...rest } = event;
      return [rest as TraceEvent];
    }),
  },
  {
    id: 'transitions-without-attempt',
    title: 'leaves the number of the attempt out of its trace',
    why: 'The number is in the event before.',
    caughtBy: ['lifecycle/trace-fields'],
    profiles: ['harness'],
    change: tellsEvents((event) => {
      if (!isTransition(event)) return [event];
      const { attempt: _, ...rest } = event;
      return [rest as unknown as TraceEvent];
    }),
  },
  {
    id: 'skipped-blocks',
    title: 'never begins what follows a skipped node',
    why: 'Successors wait for successes, and nothing succeeded (field report B43: Airflow).',
    caughtBy: ['lifecycle/skipped-is-success'],
    profiles: ['harness'],
    change: stepGoes('READY', 'guard.refused', (ways) =>
      ways.map((way) => ({ ...way, actions: [] })),
    ),
  },
  {
    id: 'pending-is-a-failure',
    title: 'fails a run in which a node was never reached',
    why: 'A run is done when all of its nodes are, and what is not done has failed.',
    caughtBy: ['lifecycle/pending-is-normal'],
    profiles: ['harness'],
    change: {
      tells: (result, { nodes }) => {
        const moved = new Set(traceOf(result).map((event) => ('node' in event ? event.node : '')));
        return result.outcome === 'succeeded' && nodes.some(({ id }) => !moved.has(id))
          ? withOutcome(result, 'failed')
          : result;
      },
    },
  },
  {
    id: 'handled-is-failed',
    title: 'ends failed where a failure was handled',
    why: 'One failed step is enough for the query that computes the outcome.',
    caughtBy: ['lifecycle/outcome-derived'],
    profiles: ['harness'],
    change: {
      tells: (result) =>
        result.outcome === 'succeeded' &&
        traceOf(result).some((event) => isTransition(event) && event.to === 'FAILED')
          ? withOutcome(result, 'failed')
          : result,
    },
  },
];
