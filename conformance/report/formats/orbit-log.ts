/**
 * `run --format orbit-log`: an ORBIT history as `orbit logs` lists it, a line for each event.
 * Dispatches are left out of the listing; their numbers are not given to others.
 */

import type { OrbitEvent } from '../../../simulator/trace/orbit-history.ts';
import { visible } from '../terminal/visible.ts';

const OFFSET_WIDTH = 6;
const NAME_WIDTH = 26;

export function* renderOrbitLog(history: readonly OrbitEvent[]): Generator<string> {
  for (const event of history) {
    if (event.type === 'StepDispatched') continue;
    const offset = `+${String(Math.round(event.at)).padStart(OFFSET_WIDTH)}ms`;
    const line = `${offset}  #${event.seq}  ${event.type.padEnd(NAME_WIDTH)}${fieldsOf(event)}`;
    yield `${visible(line).trimEnd()}\n`;
  }
}

function fieldsOf(event: OrbitEvent): string {
  switch (event.type) {
    case 'WorkflowCreated':
      return pairs({ workflow: event.workflow });
    case 'StepFanOut':
      return pairs({ step: event.step, count: event.count });
    case 'StepScheduled':
    case 'StepSucceeded':
    case 'StepAttemptUncertain':
    case 'StaleResultIgnored':
      return pairs({ step: event.step, attempt: event.attempt });
    case 'StepAttemptFailed': {
      const { step, attempt, error, message } = event;
      return `${pairs({ step, attempt, error })} ${message}`;
    }
    case 'StepFailed':
    case 'CompensationFailed':
      return `${pairs({ step: event.step, error: event.error })} ${event.message}`;
    case 'RetryScheduled': {
      const { step, next_attempt, delay_ms, fire_at_ms } = event;
      return pairs({ step, next_attempt, delay_ms, fire_at_ms });
    }
    case 'StepSkipped':
    case 'StepCancelled':
    case 'TimerFired':
      return pairs({ step: event.step });
    case 'TimerStarted':
      return pairs({ step: event.step, fire_at_ms: event.fire_at_ms });
    case 'CompensationStarted':
      return pairs({ reason: event.reason, steps: event.steps.join(',') });
    case 'WorkflowFailed': {
      const { error, message, compensation } = event;
      return `${pairs({ error })} ${message} ${pairs({ compensation })}`;
    }
    case 'WorkflowCancelled':
    case 'WorkflowTimedOut':
      return pairs({ compensation: event.compensation });
    case 'StepDispatched':
    case 'WorkflowStarted':
    case 'CancelRequested':
    case 'WorkflowTimeoutReached':
    case 'CompensationCompleted':
    case 'WorkflowCompleted':
      return '';
  }
}

function pairs(fields: { readonly [name: string]: string | number }): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
