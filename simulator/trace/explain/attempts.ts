/** Why an attempt started, how it ended, and what that means (HarnessXML §8; Q4). */

import type {
  AttemptEndedEvent,
  AttemptStartedEvent,
  ResultIgnoredEvent,
  TimerSetEvent,
  TraceEvent,
} from '../../../core/model/trace.ts';
import type { WorkflowNode } from '../../../core/model/workflow.ts';
import { errorWords } from './headline.ts';
import {
  type History,
  isAttemptEnd,
  isAttemptStart,
  isBackoff,
  isOrbit,
  lastBefore,
  nodeOf,
} from './history.ts';
import { countOf, formatTime, isCompensation, quote, unitName } from './words.ts';

export function whyAttemptStarted(history: History, event: AttemptStartedEvent): string {
  const node = nodeOf(history, event);
  const sentences: string[] = [];
  if (event.purpose === 'reconcile') {
    sentences.push('Its effect is unknown, so the world is asked before the call is sent again.');
  } else if (event.redelivered === true) {
    sentences.push(
      'A crash interrupted it; the same attempt is delivered again, with the same key.',
    );
  } else if (event.attempt > 1) {
    const wait = lastBefore(history, isBackoff(event.unit));
    const before = lastBefore(history, isAttemptEnd(event.unit));
    const waited =
      wait === null || wait.due <= wait.at
        ? ''
        : ` after ${formatTime(wait.due - wait.at)} of backoff`;
    sentences.push(
      `${before?.error === undefined ? 'The attempt before ended without success' : `The attempt before failed with ${errorWords(before.error)}`}, so it is tried again${waited}.`,
    );
  } else if (event.undoes !== undefined) {
    const what = unitName(history.nodes, event.undoes);
    const receives = isOrbit(history) ? '' : ', whose input and output it receives';
    sentences.push(`It undoes ${what}${receives}. Undoing is new work, with attempts of its own.`);
  } else {
    sentences.push('Its inputs are there, so its task is called.');
  }
  if (node !== undefined && (node.retry !== null || node.timeout !== null)) {
    sentences.push(boundsOf(node));
  }
  if (event.attempt > 1 && event.key !== '') {
    sentences.push(
      'The idempotency key is the one of the first attempt, so a receiver that keeps keys does the work once.',
    );
  }
  return sentences.join(' ');
}

function boundsOf({ retry, timeout }: WorkflowNode): string {
  const bound = timeout === null ? null : `for at most ${formatTime(timeout.duration)}`;
  return retry === null
    ? `One attempt is allowed, ${bound ?? 'without a timeout'}.`
    : `${countOf(retry.maxAttempts, 'attempt is', 'attempts are')} allowed, ${bound === null ? 'without a timeout' : `each ${bound}`}.`;
}

export function whyAttemptEnded(history: History, event: AttemptEndedEvent): string {
  const node = nodeOf(history, event);
  const start = lastBefore(history, isAttemptStart(event.unit));
  const lasted = start === null ? null : formatTime(event.at - start.at);
  switch (event.outcome) {
    case 'succeeded':
      return `The task returned${lasted === null ? '' : ` after ${lasted}`}.${meanwhile(history, event)}`;
    case 'failed':
      return failed(event, lasted);
    case 'timed_out':
      return silence(node, lasted);
    case 'cancelled':
      return 'The engine gave up on the call. The task itself may go on in the outside world.';
    case 'uncertain_side_effect':
      return isTimedOut(history, event)
        ? silence(node, lasted)
        : 'The call was lost on the way, so whether the work was done is unknown.';
  }
}

/** What came over the run while the task was under way. */
function meanwhile(history: History, event: AttemptEndedEvent): string {
  if (event.purpose !== 'forward') return '';
  const isCancelled = lastBefore(history, (other) => other.type === 'cancel.requested') !== null;
  if (isCancelled && !isOrbit(history)) {
    return ' The run was cancelled meanwhile, so the result is discarded and nothing follows from it.';
  }
  const unwinding = lastBefore(history, (other) => other.type === 'unwinding.started');
  if (unwinding === null || unwinding.unit !== undefined) return '';
  const isUndone = history.workflow.edges.some(
    (edge) => edge.type === 'compensation' && edge.from === event.node,
  );
  return isUndone
    ? ' The run unwinds meanwhile, so no step follows from it, and it will be undone.'
    : ' The run unwinds meanwhile, so no step follows from it.';
}

function silence(node: WorkflowNode | undefined, lasted: string | null): string {
  const limit = node?.timeout == null ? lasted : formatTime(node.timeout.duration);
  return `No answer came within ${limit ?? 'its limit'}. Silence is not failure: the work may be done, and the engine cannot tell.`;
}

function isTimedOut(history: History, event: AttemptEndedEvent): boolean {
  const fired = lastBefore(
    history,
    (other): other is Extract<TraceEvent, { type: 'timer.fired' }> =>
      other.type === 'timer.fired' && other.timer === 'timeout' && other.unit === event.unit,
  );
  return fired?.at === event.at;
}

function failed(event: AttemptEndedEvent, lasted: string | null): string {
  const message = event.error?.message;
  const words = event.error === undefined ? 'an error' : `the error class ${event.error.class}`;
  const said = message === undefined || message === '' ? '' : ` (${message})`;
  const after = lasted === null ? '' : ` after ${lasted}`;
  return `The task answered${after} with ${words}${said}.`;
}

export function whyIgnored(history: History, event: ResultIgnoredEvent): string {
  const end = lastBefore(
    history,
    (other): other is AttemptEndedEvent =>
      isAttemptEnd(event.unit)(other) && other.attempt === event.attempt,
  );
  const over =
    end === null
      ? 'That attempt was already over'
      : `That attempt was over at ${formatTime(end.at)} (${OVER[end.outcome]})`;
  const effect =
    event.outcome === 'succeeded' ? ' What it did in the outside world stays done.' : '';
  return `${over}, so this answer changes nothing in the run.${effect}`;
}

const OVER = {
  succeeded: 'succeeded',
  failed: 'failed',
  timed_out: 'timed out',
  cancelled: 'cancelled',
  uncertain_side_effect: 'effect unknown',
} as const;

export function whyTimerSet(history: History, event: TimerSetEvent): string {
  const node = nodeOf(history, event);
  if (event.timer === 'wait') {
    return `A wait is a scheduled event at ${formatTime(event.due)}; nothing runs in it, the clock jumps.`;
  }
  if (event.timer === 'queue') {
    return `All workers are busy. Without one by ${formatTime(event.due)} the attempt has failed before it began.`;
  }
  const policy = node?.timeout?.onTimeout ?? 'fail';
  return `Its timeout bounds one attempt: without an answer by ${formatTime(event.due)} the attempt is over, and onTimeout is “${policy}”.`;
}

export function whyTimerFired(
  history: History,
  event: Extract<TraceEvent, { type: 'timer.fired' }>,
): string {
  const set = lastBefore(
    history,
    (other): other is TimerSetEvent =>
      other.type === 'timer.set' && other.unit === event.unit && other.timer === event.timer,
  );
  const since =
    set === null ? '' : ` It was set at ${formatTime(set.at)} for ${formatTime(set.due - set.at)}.`;
  switch (event.timer) {
    case 'backoff':
      return `The time to wait has passed.${since}`;
    case 'timeout':
      return `No answer came in time.${since} The call may still be under way.`;
    case 'wait':
      return `The time that the document asks for has passed.${since}`;
    case 'queue':
      return `All workers were busy for as long as it may wait.${since} Nothing was called.`;
  }
}

/** Why a step is SUCCEEDED: its attempt, or what it has instead of one. */
export function whySucceeded(node: WorkflowNode | undefined, unit: string): string {
  if (isCompensation(unit)) return 'Its task returned, so what it undoes is undone.';
  switch (node?.kind) {
    case 'wait':
      return waitedFor(node);
    case 'loop':
      return 'Its iterations are done.';
    case 'parallel':
    case 'barrier':
      return 'It has no task of its own, so it is done at once.';
    case 'subworkflow':
      return 'The workflow inside it has succeeded.';
    default:
      return 'Its task returned: its outputs are bound, and its outgoing edges are resolved.';
  }
}

function waitedFor({ wait }: WorkflowNode): string {
  if (wait?.duration != null) return `The ${formatTime(wait.duration)} of its wait are over.`;
  if (wait?.event != null) return `The signal ${quote(wait.event)} that it waited for has come.`;
  return 'The time that it waited for has come.';
}
