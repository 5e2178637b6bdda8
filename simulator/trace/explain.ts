/**
 * Why each event happened, in sentences made from the trace and the document: policy, formula
 * with its numbers, draw, bounds, cause. Nothing here is written for one example.
 */

import type { OperatorActEvent, TraceEvent, TransitionEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import {
  whyAttemptEnded,
  whyAttemptStarted,
  whyIgnored,
  whySucceeded,
  whyTimerFired,
  whyTimerSet,
} from './explain/attempts.ts';
import { whyBackoff, whyFailed, whyRetrying } from './explain/backoff.ts';
import { routeOf, titleOf } from './explain/headline.ts';
import { type History, historyOf, isOrbit, nodeOf } from './explain/history.ts';
import { caseWords, whyCancelled, whyReady, whyRunning, whySkipped } from './explain/readiness.ts';
import {
  whyCompensationEnded,
  whyCompensationStarted,
  whyEnded,
  whyUndone,
  whyUnwinding,
} from './explain/unwinding.ts';
import { quote } from './explain/words.ts';

export { type Headline, headlineOf, titleOf } from './explain/headline.ts';
export { formatTime } from './explain/words.ts';

export interface Explanation {
  /** What happened: `Charge card: attempt 1 fails: unavailable (503)`. */
  readonly title: string;
  /** Why, and what it means: one to three sentences. */
  readonly because: string;
}

/**
 * Says what an event is and why it happened.
 *
 * `trace` is the run's whole trace; time grows with its length. An event of a type that is
 * not known gets its type as title and no reason.
 */
export function explain(
  event: TraceEvent,
  trace: readonly TraceEvent[],
  workflow: Workflow,
): Explanation {
  const history = historyOf(event, trace, workflow);
  return { title: titleOf(event, workflow), because: because(history, event) };
}

function because(history: History, event: TraceEvent): string {
  switch (event.type) {
    case 'transition':
      return whyTransition(history, event);
    case 'attempt.started':
      return whyAttemptStarted(history, event);
    case 'attempt.ended':
      return whyAttemptEnded(history, event);
    case 'result.ignored':
      return whyIgnored(history, event);
    case 'timer.set':
      return event.timer === 'backoff' ? whyBackoff(history, event) : whyTimerSet(history, event);
    case 'timer.fired':
      return whyTimerFired(history, event);
    case 'unit.queued':
      return event.pool === undefined
        ? 'It may run, so its call is on the way to a worker.'
        : `It may run, so its call waits for one of the workers of the pool ${quote(event.pool)}.`;
    case 'units.fanned_out':
      return 'Its list was evaluated: each element is a unit of its own, with its own attempts and its own compensation.';
    case 'deadline.passed':
      return 'The timeout of the workflow bounds the whole execution. What has not started is withdrawn, attempts in flight are awaited, and what succeeded is undone.';
    case 'cancel.requested':
      if (isOrbit(history)) {
        return 'The scenario cancels the execution here. What has not started is withdrawn, attempts in flight are awaited, and what succeeded is undone.';
      }
      return 'The scenario cancels the run here. What is in flight or waiting is stopped, save a running step that is not idempotent: it finishes, and its result is discarded.';
    case 'signal.received':
      return 'The scenario sends it; a wait for this event can go on.';
    case 'unwinding.started':
      return whyUnwinding(history, event);
    case 'compensation.ordered':
      return 'All that was in flight has ended, so what is to be undone is known for good: what finished last comes first.';
    case 'run.paused':
      return 'A step failed, and the run pauses on failure instead of unwinding. Calls in flight are awaited; nothing begins until an operator acts.';
    case 'operator.act':
      return whyOperator(event);
    case 'crashed':
      return 'What was in flight is lost to the engine, though its effects may stand. What was recorded is safe.';
    case 'resumed':
      return 'It goes on from what was recorded: nothing that succeeded is called again, and a call that was in flight is sent again with the same key, if its step is idempotent.';
    case 'compensation.started':
      return whyCompensationStarted(history, event);
    case 'compensation.ended':
      return whyCompensationEnded(history, event);
    case 'instance.ended':
      return whyEnded(history, event);
    default:
      return '';
  }
}

function whyTransition(history: History, event: TransitionEvent): string {
  const node = nodeOf(history, event);
  switch (event.to) {
    case 'PENDING':
      return 'Nothing has reached it yet.';
    case 'READY':
      return whyReady(history, event);
    case 'RUNNING':
      return whyRunning(history, event);
    case 'RETRYING':
      return whyRetrying(history, event);
    case 'SUCCEEDED': {
      const route = routeOf(event);
      if (route === null || node === undefined) return whySucceeded(node, event.unit);
      const words = caseWords(node, route);
      return `${words.charAt(0).toUpperCase()}${words.slice(1)}. Exactly one way is taken; the others are not reached by it.`;
    }
    case 'SKIPPED':
      return whySkipped(history, event);
    case 'FAILED':
      return whyFailed(history, event);
    case 'CANCELLED':
      return whyCancelled(history, event);
    case 'COMPENSATED':
      return whyUndone(history, event);
  }
}

function whyOperator({ reason, authorised }: OperatorActEvent): string {
  const because =
    reason === '' ? 'No reason was given.' : `The reason given: ${reason.replace(/\.$/, '')}.`;
  return authorised
    ? because
    : `${because} The operator was not authorised, so it changes nothing.`;
}
