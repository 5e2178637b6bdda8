/** How an attempt ended, and what follows from it, in a line. */

import type {
  AttemptEndedEvent,
  TraceError,
  TraceEvent,
  TransitionEvent,
} from '../../../core/model/trace.ts';
import type { WorkflowNode } from '../../../core/model/workflow.ts';
import { formatTime, isNamedByUndone, undoneUnit } from '../../../simulator/trace/explain/words.ts';
import { type Nodes, nodeBehind } from './nodes.ts';
import type { Told } from './notable-kind.ts';

/** A compensation goes by its node, in ORBIT by what it undoes; a loop's body by its unit. */
export function nameOf({ node, unit }: { readonly node: string; readonly unit: string }): string {
  if (isNamedByUndone(node, unit)) return `undo of ${undoneUnit(unit)}`;
  return unit.startsWith('compensate:') ? node : unit;
}

export function tellAttempt(
  event: AttemptEndedEvent,
  trace: readonly TraceEvent[],
  index: number,
  nodes: Nodes,
): Told | null {
  const attempt = `${nameOf(event)}: attempt ${event.attempt}`;
  const next = nextOf(trace, index, event);
  const then = whatFollows(event, next, nodeBehind(nodes, event));
  if (event.purpose === 'reconcile') return tellAnswer(attempt, event, next, then);
  switch (event.outcome) {
    case 'succeeded':
      return event.attempt > 1 ? ['succeeded', `${attempt} succeeded`] : null;
    case 'failed':
      return ['failed', `${attempt} failed: ${errorText(event.error)}${then}`];
    case 'timed_out':
      return ['timed_out', `${attempt} timed out${then}`];
    case 'uncertain_side_effect': {
      const known = 'it may have been done or not';
      const after = next?.type === 'attempt.started' ? 'so the far side is asked' : UNREPEATED;
      return ['uncertain', `${attempt} ${howLost(event, trace)}; ${known}, ${after}`];
    }
    case 'cancelled':
      // The transition that cancels it has told it.
      return null;
  }
}

const UNREPEATED = 'so no other follows';

/** What the far side says can be seen in what the step does then. */
function tellAnswer(
  attempt: string,
  { outcome }: AttemptEndedEvent,
  next: Next | null,
  then: string,
): Told {
  if (outcome !== 'succeeded') return ['asked', `${attempt}: the far side could not be asked`];
  if (next?.type !== 'transition') return ['asked', `${attempt}: the far side was asked`];
  if (next.to === 'SUCCEEDED') return ['asked', `${attempt} was done, says the far side`];
  if (next.error?.uncertain === true) return ['asked', `${attempt}: the far side does not know`];
  return ['asked', `${attempt} was not done, says the far side${then}`];
}

type Next = TransitionEvent | Extract<TraceEvent, { readonly type: 'attempt.started' }>;

/** How far behind an attempt's end its consequence may stand. */
const NEAR = 8;

/** What the unit does next at the same instant. */
function nextOf(
  trace: readonly TraceEvent[],
  index: number,
  { unit, at }: AttemptEndedEvent,
): Next | null {
  for (const event of trace.slice(index + 1, index + 1 + NEAR)) {
    if (event.at > at) return null;
    const isNext = event.type === 'transition' || event.type === 'attempt.started';
    if (isNext && event.unit === unit) return event;
  }
  return null;
}

/** Silence has three causes: the time is up, a crash lost the answer, or the way back did. */
function howLost({ cause, error }: AttemptEndedEvent, trace: readonly TraceEvent[]): string {
  const before = cause === null ? undefined : trace[cause - 1];
  if (before?.type === 'resumed' || before?.type === 'crashed') return 'was lost in the crash';
  return error === undefined || error.class === 'timeout'
    ? 'timed out'
    : `ended without an answer: ${errorText(error)}`;
}

export function errorText(error: TraceError | undefined): string {
  if (error === undefined) return 'no class given';
  const status = error.status === undefined ? '' : ` ${error.status}`;
  const code = error.code === undefined ? '' : `, ${error.code}`;
  const message = error.message === undefined || error.message === '' ? '' : ` (${error.message})`;
  return `${error.class}${status}${code}${message}`;
}

function whatFollows(
  event: AttemptEndedEvent,
  next: Next | null,
  node: WorkflowNode | undefined,
): string {
  if (next?.type !== 'transition') return '';
  switch (next.to) {
    case 'RETRYING':
      return next.delay === undefined ? '' : `; next in ${formatTime(next.delay)}`;
    case 'SKIPPED':
      return ', so it is skipped';
    case 'FAILED':
      if (node?.retry == null) return '';
      return event.attempt < node.retry.maxAttempts ? '; not retried' : '; no attempt is left';
    default:
      return '';
  }
}
