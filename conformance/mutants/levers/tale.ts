/** What a runtime says of itself that is not so. */

import type { TraceEvent } from '../../../core/model/trace.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import type { RunResult } from '../../protocol/schema/index.ts';
import type { Change } from '../mutant.ts';

type Tells = Pick<Change, 'tells'>;

export const traceOf = ({ trace }: RunResult): readonly TraceEvent[] =>
  (trace ?? []) as unknown as readonly TraceEvent[];

/** Events in another form, left out, or more of them; they are numbered again. */
export const tellsEvents = (
  change: (event: TraceEvent, workflow: Workflow) => readonly TraceEvent[],
): Tells => ({
  tells: (result, workflow) => ({
    ...result,
    trace: renumbered(traceOf(result).flatMap((event) => change(event, workflow))),
  }),
});

const renumbered = (events: readonly TraceEvent[]): NonNullable<RunResult['trace']> => {
  const numbers = new Map(events.map(({ seq }, index) => [seq, index + 1]));
  return events.map((event, index) => ({
    ...event,
    seq: index + 1,
    cause: event.cause === null ? null : (numbers.get(event.cause) ?? null),
  })) as unknown as NonNullable<RunResult['trace']>;
};

/** A result whose outcome is another, in the trace too. */
export const withOutcome = (result: RunResult, outcome: RunResult['outcome']): RunResult => ({
  ...result,
  outcome,
  trace: traceOf(result).map((event) =>
    event.type === 'instance.ended' ? { ...event, outcome } : event,
  ) as unknown as NonNullable<RunResult['trace']>,
});
