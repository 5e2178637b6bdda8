/** Whether a trace is one of the plan that it is judged by. */

import type { TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';

export interface Strangers {
  /** Steps that the plan does not have, in the order in which the trace names them. */
  readonly steps: readonly string[];
  /** No step of the trace is in the plan: it is the trace of another workflow. */
  readonly isOther: boolean;
}

/** Steps of a subworkflow, `pay/charge`, are as well known as the step that runs it. */
export const strangersIn = (
  { nodes }: Pick<Workflow, 'nodes'>,
  events: readonly TraceEvent[],
): Strangers => {
  const known = new Set(nodes.map(({ id }) => id));
  const named = new Set(
    events.flatMap((event) =>
      'node' in event && typeof event.node === 'string' ? [event.node] : [],
    ),
  );
  const isKnown = (step: string): boolean =>
    known.has(step) || known.has(step.split('/', 1)[0] ?? '');
  const steps = [...named].filter((step) => !isKnown(step));
  return { steps, isOther: named.size > 0 && steps.length === named.size };
};
