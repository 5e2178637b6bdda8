/** Why a step is retried or not, and where the wait comes from (HarnessXML §8.1). */

import { delayBefore } from '../../../core/lifecycle/backoff.ts';
import type {
  AttemptEndedEvent,
  TimerSetEvent,
  TraceEvent,
  TransitionEvent,
  UnitsFannedOutEvent,
  UnwindingStartedEvent,
} from '../../../core/model/trace.ts';
import type { RetryPolicy, WorkflowNode } from '../../../core/model/workflow.ts';
import {
  firstAfter,
  type History,
  isAttemptEnd,
  isBackoff,
  isOrbit,
  lastBefore,
  nodeOf,
} from './history.ts';
import { formatNumber, formatTime, isCompensation, joinWords, nameOf } from './words.ts';

const DRAW_DIGITS = 4;

export function whyRetrying(history: History, event: TransitionEvent): string {
  const node = nodeOf(history, event);
  const retry = node?.retry ?? null;
  const ended = lastBefore(history, isAttemptEnd(event.unit));
  const next =
    retry === null ? '' : ` Attempt ${event.attempt + 1} of at most ${retry.maxAttempts}`;
  const timer = firstAfter(history, isBackoff(event.unit));
  const delay = event.delay ?? (timer === null ? null : timer.due - timer.at);
  const when =
    delay === null ? '' : delay === 0 ? ' follows at once.' : ` follows in ${formatTime(delay)}.`;
  const because = isOrbit(history)
    ? 'The error does not say that a retry is useless, and attempts are left.'
    : whyRetryable(node, ended, event);
  return `${because}${next === '' ? '' : next + when}`;
}

function whyRetryable(
  node: WorkflowNode | undefined,
  ended: AttemptEndedEvent | null,
  event: TransitionEvent,
): string {
  const error = event.error ?? ended?.error;
  if (ended?.outcome === 'timed_out' && node?.timeout?.onTimeout === 'retry') {
    return 'Its onTimeout is “retry”, so a timeout is tried again, whatever retryOn says.';
  }
  const list = node?.retry?.retryOn ?? null;
  if (error === undefined) return 'The attempt did not succeed, and attempts are left.';
  return list === null
    ? 'The policy names no error classes, so any failure is retried.'
    : `Its retryOn lists ${joinWords(list)}, and ${error.class} is among them.`;
}

/** The formula with its numbers, the clamp, the draw. */
export function whyBackoff(history: History, event: TimerSetEvent): string {
  const retry = nodeOf(history, event)?.retry ?? null;
  const ended = lastBefore(history, isAttemptEnd(event.unit));
  const attempt = (ended?.attempt ?? event.attempt) + 1;
  if (retry === null) return `Attempt ${attempt} is due at ${formatTime(event.due)}.`;
  const sentences = [formulaOf(retry, attempt)];
  const delay = event.due - event.at;
  if (event.draw !== undefined) {
    const base = event.base ?? delayBefore(retry, attempt);
    const draw = formatNumber(event.draw, DRAW_DIGITS);
    sentences.push(
      `Full jitter takes a part of it by chance: the draw ${draw} × ${formatTime(base)} = ${formatTime(delay)}.`,
    );
  } else if (delay > 0) {
    sentences.push('No jitter changes it.');
  }
  sentences.push(`Attempt ${attempt} is due at ${formatTime(event.due)}.`);
  return sentences.join(' ');
}

function formulaOf(retry: RetryPolicy, attempt: number): string {
  const first = formatTime(retry.initialDelay);
  const times = formatNumber(retry.multiplier, DRAW_DIGITS);
  const raw = delayBefore({ ...retry, maxDelay: null }, attempt);
  const bound =
    retry.maxDelay !== null && raw > retry.maxDelay
      ? `, clamped to maxDelay ${formatTime(retry.maxDelay)}`
      : '';
  const value = `${formatTime(raw)}${bound}`;
  switch (retry.backoff) {
    case 'none':
      return `Backoff none: attempt ${attempt} need not wait.`;
    case 'fixed':
      return `Backoff fixed: each wait is ${value}.`;
    case 'linear':
      return `Backoff linear: ${first} × ${times} × (${attempt} − 1) = ${value}.`;
    case 'exponential':
      return `Backoff exponential: ${first} × ${times}^(${attempt} − 2) = ${value}.`;
  }
}

/** Why a failure is final, and what it leads to. */
export function whyFailed(history: History, event: TransitionEvent): string {
  const node = nodeOf(history, event);
  return `${whyFinal(history, event, node)} ${consequence(history, event, node)}`;
}

function whyFinal(
  history: History,
  event: TransitionEvent,
  node: WorkflowNode | undefined,
): string {
  const ended = lastBefore(history, isAttemptEnd(event.unit));
  const message = event.error?.message;
  if (node?.kind === 'loop') return 'Its iterations failed as onItemFailure counts them.';
  if (lastBefore(history, isFanOut(event.unit)) !== null) return 'One of its elements failed.';
  if (ended === null) {
    const code = event.error?.code === undefined ? '' : ` (${event.error.code})`;
    const said = message === undefined ? '' : `: ${message.replace(/\.$/, '')}`;
    return `It failed before its task was called${code}${said}.`;
  }
  const retry = node?.retry ?? null;
  if (isOrbit(history) && retry !== null && event.attempt < retry.maxAttempts) {
    return lastBefore(history, isOwnUnwinding) === null || isCompensation(event.unit)
      ? 'The error says of itself that a retry is useless.'
      : 'The execution is aborted, and what fails meanwhile is not retried.';
  }
  const name = event.error?.class ?? ended.error?.class ?? 'failure';
  if (node !== undefined && !node.idempotent && node.kind !== 'transform') {
    return 'It is declared idempotent="false", so it is never sent again by itself.';
  }
  if (retry === null) return 'It has no retry policy: one attempt is all it gets.';
  if (event.attempt >= retry.maxAttempts) {
    return `Attempt ${event.attempt} was the last of ${retry.maxAttempts}.`;
  }
  if (retry.retryOn !== null && !retry.retryOn.includes(name)) {
    return `Its retryOn lists ${joinWords(retry.retryOn)}; ${name} is not among them, so ${leftOut(event.attempt + 1, retry.maxAttempts)} not made.`;
  }
  return `The failure (${name}) is not one that is retried.`;
}

function leftOut(from: number, to: number): string {
  return from === to ? `attempt ${from} is` : `attempts ${from} to ${to} are`;
}

function consequence(
  history: History,
  event: TransitionEvent,
  node: WorkflowNode | undefined,
): string {
  if (isCompensation(event.unit)) {
    return isOrbit(history)
      ? 'The other compensations still run, and then compensation counts as failed.'
      : 'The other compensations still run, and the run ends failed.';
  }
  const loop = history.workflow.nodes.find((other) => other.loop?.body === node?.id);
  if (loop?.loop != null) {
    return `${nameOf(history.nodes, loop.id)} decides what follows: its onItemFailure is “${loop.loop.onItemFailure}”.`;
  }
  const handlers = history.workflow.edges.filter(
    (edge) => edge.type === 'error' && edge.from === event.node,
  );
  if (handlers.length > 0) {
    const names = joinWords(handlers.map((edge) => nameOf(history.nodes, edge.to)));
    const conditional = handlers.some((edge) => edge.condition !== null)
      ? ', if its condition holds'
      : '';
    return `An error edge leads to ${names}, which handles it${conditional}.`;
  }
  return unhandled(history);
}

/** What a failure does to the run depends on what the run is doing. */
function unhandled(history: History): string {
  if (isOrbit(history)) {
    return lastBefore(history, isOwnUnwinding) === null
      ? 'It aborts the execution: what has not started is withdrawn, attempts in flight are awaited, and what succeeded is undone.'
      : 'The execution is aborted already, so nothing follows from it.';
  }
  if (lastBefore(history, (other) => other.type === 'cancel.requested') !== null) {
    return 'The run is cancelled already, so nothing follows from it.';
  }
  if (history.trace.some(({ type }) => type === 'run.paused')) {
    return 'No error edge leaves it, so nothing handles the failure, and the run pauses until an operator acts.';
  }
  return lastBefore(history, isOwnUnwinding) === null
    ? 'No error edge leaves it, so nothing handles the failure and the run unwinds.'
    : 'The run unwinds already, so nothing follows from it.';
}

function isFanOut(unit: string) {
  return (event: TraceEvent): event is UnitsFannedOutEvent =>
    event.type === 'units.fanned_out' && event.unit === unit;
}

function isOwnUnwinding(event: TraceEvent): event is UnwindingStartedEvent {
  return event.type === 'unwinding.started' && event.unit === undefined;
}
