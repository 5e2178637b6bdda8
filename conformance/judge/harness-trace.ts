/** The public corpus' format: transitions alone, without times. */

import type { NodeState, TraceEvent, TransitionEvent } from '../../core/model/trace.ts';
import type { TraceReading } from './trace-reading.ts';

const STATES: ReadonlySet<unknown> = new Set<NodeState>([
  ...(['PENDING', 'READY', 'RUNNING', 'RETRYING', 'SUCCEEDED'] as const),
  ...(['SKIPPED', 'FAILED', 'CANCELLED', 'COMPENSATED'] as const),
]);

export const readHarnessTrace = (items: readonly unknown[]): TraceReading => {
  const events: TraceEvent[] = [];
  for (const [index, item] of items.entries()) {
    const event = transitionOf(item, index + 1);
    if (typeof event === 'string') {
      return { ok: false, message: `transition ${index + 1}: ${event}` };
    }
    events.push(event);
  }
  return { ok: true, trace: { format: 'harness-trace', events, evidence: new Set(['trace']) } };
};

/** The order is all that is known of time, so each event has a millisecond of its own. */
const transitionOf = (item: unknown, seq: number): TransitionEvent | string => {
  if (typeof item !== 'object' || item === null) return 'it is no object';
  const { node, from, to, attempt, iteration, errorClass, detail } = item as {
    readonly [name: string]: unknown;
  };
  if (typeof node !== 'string') return "it has no 'node'";
  if (!STATES.has(from)) return `'from' is no state: ${String(from)}`;
  if (!STATES.has(to)) return `'to' is no state: ${String(to)}`;
  if (typeof attempt !== 'number') return "it has no 'attempt', a number";
  const isInLoop = typeof iteration === 'number';
  return {
    seq,
    at: seq,
    cause: null,
    type: 'transition',
    node,
    unit: isInLoop ? `${node}[${iteration}]` : node,
    from: from as NodeState,
    to: to as NodeState,
    attempt,
    ...(isInLoop ? { iteration } : {}),
    ...(typeof errorClass === 'string'
      ? {
          error: {
            class: errorClass,
            ...(typeof detail === 'string' ? { message: detail } : {}),
          },
        }
      : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
  };
};
