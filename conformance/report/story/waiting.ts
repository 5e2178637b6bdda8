/** What a run that has not ended waits for, and of whom. */

import type { Run } from '../../../core/model/run.ts';
import type { TransitionEvent } from '../../../core/model/trace.ts';
import type { Workflow, WorkflowNode } from '../../../core/model/workflow.ts';
import { formatTime } from '../../../simulator/trace/explain/words.ts';
import type { Nodes } from './nodes.ts';
import { errorText } from './tell-attempt.ts';

export interface Waiting {
  readonly unit: string;
  readonly node: string;
  /** `operator` where a person who runs the system must act, `other` where somebody else must. */
  readonly forWhom: 'operator' | 'other';
  /** Nobody knows whether its call took effect. */
  readonly uncertain: boolean;
  /** Virtual ms. */
  readonly since: number;
  /** A clause whose subject is the unit: `waits since 2 s for the signal 'go'`. */
  readonly text: string;
}

/** In the order in which they began to wait; empty for a run that has ended. */
export function waitingIn(run: Run, workflow: Workflow, nodes: Nodes): readonly Waiting[] {
  if (run.outcome !== 'paused' && run.outcome !== 'stalled') return [];
  const last = new Map<string, TransitionEvent>();
  for (const event of run.trace) if (event.type === 'transition') last.set(event.unit, event);
  return [...last.values()]
    .sort((left, right) => left.seq - right.seq)
    .flatMap((event) => {
      const told = tell(event, run, workflow, nodes.get(event.node));
      return told === null ? [] : [told];
    });
}

function tell(
  event: TransitionEvent,
  run: Run,
  workflow: Workflow,
  node: WorkflowNode | undefined,
): Waiting | null {
  const { unit, at: since, error, to } = event;
  const base = { unit, node: event.node, since, uncertain: error?.uncertain === true };
  if (to === 'FAILED' && run.outcome === 'paused' && !isHandled(event, run, workflow)) {
    const choices = base.uncertain
      ? ', and nobody knows whether it was done: an operator says so (settle-uncertain), or has it tried again (retry-step)'
      : ` (${errorText(error)}): an operator has it tried again (retry-step)`;
    return { ...base, forWhom: 'operator', text: `failed at ${formatTime(since)}${choices}` };
  }
  if (to !== 'RUNNING' || node?.kind === 'loop' || node?.kind === 'subworkflow') return null;
  const text = `waits since ${formatTime(since)} ${whatFor(unit, node)}`;
  return { ...base, forWhom: 'other', text };
}

/** Whether an error edge leads on: one without a condition does, of others a trace must be seen. */
function isHandled({ seq, node }: TransitionEvent, run: Run, workflow: Workflow): boolean {
  const edges = workflow.edges.filter(({ type, from }) => type === 'error' && from === node);
  if (edges.some(({ condition }) => condition === null)) return true;
  const handlers = new Set(edges.map(({ to }) => to));
  return run.trace
    .slice(seq)
    .some(
      (event) => event.type === 'transition' && event.cause === seq && handlers.has(event.node),
    );
}

function whatFor(unit: string, node: WorkflowNode | undefined): string {
  if (node?.kind === 'human') return `for a person's answer, the signal '${unit}'`;
  const wait = node?.wait ?? null;
  if (wait?.event != null) return `for the signal '${wait.event}'`;
  if (wait?.until != null) return `for ${wait.until} to be true`;
  if (wait?.duration != null) return 'for its time to pass';
  return 'for the answer of its call';
}
