/** What happened, in a few words: the line of the event log. */

import type {
  OperatorActEvent,
  TimerSetEvent,
  TraceError,
  TraceEvent,
  TransitionEvent,
} from '../../../core/model/trace.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import {
  countOf,
  formatTime,
  isNamedByUndone,
  nodesOf,
  quote,
  subjectOf,
  unitName,
} from './words.ts';

export interface Headline {
  /** The step, by the name that a person gave it; null for the run as a whole. */
  readonly subject: string | null;
  /** What it did: begins with a small letter. */
  readonly what: string;
}

/** What happened in one event. Takes the same time wherever in the trace it stands. */
export function headlineOf(event: TraceEvent, workflow: Workflow): Headline {
  const nodes = nodesOf(workflow);
  return { subject: subjectOf(nodes, event), what: whatHappened(event, workflow) };
}

export function titleOf(event: TraceEvent, workflow: Workflow): string {
  const { subject, what } = headlineOf(event, workflow);
  return subject === null ? what.charAt(0).toUpperCase() + what.slice(1) : `${subject}: ${what}`;
}

/** `rate_limit (429)`, as the log prints a failure. */
export function errorWords(error: TraceError): string {
  return error.status === undefined ? error.class : `${error.class} (${error.status})`;
}

function whatHappened(event: TraceEvent, workflow: Workflow): string {
  switch (event.type) {
    case 'transition':
      return transitionWords(event, workflow);
    case 'attempt.started': {
      const again = event.redelivered === true ? ', sent again' : '';
      return event.purpose === 'reconcile'
        ? `asks whether attempt ${event.attempt} was done`
        : `attempt ${event.attempt} starts${again}`;
    }
    case 'attempt.ended':
      return attemptEndWords(event);
    case 'result.ignored':
      return `late answer of attempt ${event.attempt} is ignored`;
    case 'timer.set':
      return timerWords(event);
    case 'timer.fired':
      return FIRED[event.timer];
    case 'unit.queued':
      return `attempt ${event.attempt} is scheduled`;
    case 'units.fanned_out':
      return `fans out to ${countOf(event.count, 'unit')}`;
    case 'deadline.passed':
      return 'the time for the whole run is up';
    case 'cancel.requested':
      return 'the run is cancelled from outside';
    case 'signal.received':
      return `signal ${quote(event.name)} arrives`;
    case 'unwinding.started':
      return 'unwinding starts';
    case 'compensation.ordered':
      return `will undo ${countOf(event.order.length, 'unit')}`;
    case 'run.paused':
      return 'the run waits for an operator';
    case 'operator.act':
      return operatorWords(event, workflow);
    case 'crashed':
      return 'the engine crashes';
    case 'resumed':
      return 'the engine is back';
    case 'compensation.started':
      return isNamedByUndone(event.node, event.unit)
        ? 'begins'
        : `begins to undo ${unitName(nodesOf(workflow), event.undoes)}`;
    case 'compensation.ended':
      if (isNamedByUndone(event.node, event.unit)) {
        return event.status === 'compensated' ? 'is done' : 'has failed for good';
      }
      return event.status === 'compensated'
        ? `has undone ${unitName(nodesOf(workflow), event.undoes)}`
        : `could not undo ${unitName(nodesOf(workflow), event.undoes)}`;
    case 'instance.ended':
      return `the run ends: ${event.outcome.replace('_', ' ')}`;
    default:
      return (event as { readonly type: string }).type;
  }
}

const FIRED = {
  backoff: 'backoff is over',
  timeout: 'time is up',
  wait: 'wait is over',
  queue: 'no worker was free in time',
} as const;

function operatorWords(event: OperatorActEvent, workflow: Workflow): string {
  const step = event.step === null ? '' : ` ${unitName(nodesOf(workflow), event.step)}`;
  switch (event.command) {
    case 'retry-step':
      return `${event.by} has${step} tried again`;
    case 'resume-run':
      return `${event.by} resumes the run`;
    case 'settle-uncertain':
      return `${event.by} settles what became of${step}`;
  }
}

function timerWords(event: TimerSetEvent): string {
  const time = formatTime(event.due - event.at);
  switch (event.timer) {
    case 'backoff':
      return `backs off for ${time}`;
    case 'timeout':
      return `has ${time} for this attempt`;
    case 'wait':
      return `waits ${time}`;
    case 'queue':
      return `waits for a worker, ${time} at most`;
  }
}

function attemptEndWords(event: Extract<TraceEvent, { type: 'attempt.ended' }>): string {
  const attempt = `attempt ${event.attempt}`;
  switch (event.outcome) {
    case 'succeeded':
      return `${attempt} succeeds`;
    case 'failed':
      return event.error === undefined
        ? `${attempt} fails`
        : `${attempt} fails: ${errorWords(event.error)}`;
    case 'timed_out':
      return `${attempt} times out`;
    case 'cancelled':
      return `${attempt} is cancelled`;
    case 'uncertain_side_effect':
      return `${attempt} ends with its effect unknown`;
  }
}

function transitionWords(event: TransitionEvent, workflow: Workflow): string {
  switch (event.to) {
    case 'PENDING':
      return 'is pending';
    case 'READY':
      return event.from === 'RETRYING' ? 'is ready to try again' : 'is ready';
    case 'RUNNING':
      return 'runs';
    case 'RETRYING':
      return 'will be retried';
    case 'SUCCEEDED':
      return (
        routeWords(event, workflow) ??
        (nodesOf(workflow).get(event.node)?.kind === 'wait' ? 'wait is over' : 'has succeeded')
      );
    case 'SKIPPED':
      return 'is skipped';
    case 'FAILED':
      return event.error === undefined ? 'has failed' : `has failed: ${errorWords(event.error)}`;
    case 'CANCELLED':
      return 'is cancelled';
    case 'COMPENSATED':
      return 'is undone';
  }
}

/** A decision says where it went: `routed to 'express'`. */
export function routeOf(event: TransitionEvent): string | null {
  return /^routed to '(.*)'$/.exec(event.detail ?? '')?.[1] ?? null;
}

function routeWords(event: TransitionEvent, workflow: Workflow): string | null {
  const route = routeOf(event);
  return route === null ? null : `chooses ${nodesOf(workflow).get(route)?.name ?? route}`;
}
