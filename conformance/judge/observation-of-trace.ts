/** What the rules see of a trace that somebody recorded: the calls are the trace's own account. */

import type { Json } from '../../core/model/json.ts';
import type { AttemptStartedEvent, TraceEvent } from '../../core/model/trace.ts';
import type { Profile, Workflow } from '../../core/model/workflow.ts';
import type { Call, Observation, RunReport, TimedControl } from '../rules/observation.ts';
import { callOfEvent } from './call-of-event.ts';
import type { RecordedTrace } from './trace-reading.ts';

/** @param toleranceMs How late whoever recorded it may have been. */
export const observationOfTrace = (
  workflow: Workflow,
  profile: Profile,
  trace: RecordedTrace,
  toleranceMs = 0,
): Observation => {
  const { format, evidence } = trace;
  const events =
    format === 'harness-trace' ? withUnitsOfUndos(trace.events, workflow) : trace.events;
  const calls = evidence.has('world') ? callsOf(events, profile) : [];
  return {
    profile,
    workflow,
    ...executionOf(profile, calls),
    input: {},
    onFailure: workflow.onFailure,
    controls: controlsOf(events),
    clock:
      format === 'orbit-log'
        ? { toleranceMs: Math.max(toleranceMs, events.length), mayQueue: true }
        : { toleranceMs, mayQueue: false },
    capabilities: null,
    canReconcile: calls.some(({ purpose }) => purpose === 'reconcile'),
    choices: {},
    calls,
    trace: events,
    report: evidence.has('outcome') ? reportOf(events) : null,
  };
};

/** Transitions alone name what undoes a step by its own id; its unit is that of what it undoes. */
const withUnitsOfUndos = (
  events: readonly TraceEvent[],
  { edges }: Workflow,
): readonly TraceEvent[] => {
  const undone = new Map(
    edges.flatMap(({ type, from, to }) => (type === 'compensation' ? [[to, from] as const] : [])),
  );
  return events.map((event) => {
    const from = event.type === 'transition' ? undone.get(event.node) : undefined;
    if (event.type !== 'transition' || from === undefined) return event;
    return { ...event, unit: `compensate:${from}${event.unit.slice(event.node.length)}` };
  });
};

/** ORBIT's keys begin with the id of the execution; other keys say nothing of it. */
const executionOf = (
  profile: Profile,
  calls: readonly Call[],
): Pick<Observation, 'tenant' | 'run'> => {
  const first = calls.find(({ key, unit }) => key?.endsWith(`/${unit}`) === true);
  const run = first?.key?.slice(0, -(first.unit.length + 1));
  return { tenant: 'default', run: profile === 'orbit' ? (run ?? 'run') : 'run' };
};

const controlsOf = (events: readonly TraceEvent[]): readonly TimedControl[] =>
  events.flatMap((event): TimedControl[] => {
    const { at } = event;
    switch (event.type) {
      case 'cancel.requested':
        return [{ at, action: 'cancel' }];
      case 'crashed':
        return [{ at, action: 'crash' }];
      case 'resumed':
        return [{ at, action: 'resume' }];
      case 'signal.received':
        return [{ at, action: 'signal', name: event.name, value: event.value }];
      case 'operator.act': {
        const { by, command, step, reason, authorised, applied = null } = event;
        const act = { by, command, step, reason, authorised, applied, output: null as Json };
        return [{ at, action: 'operator', ...act }];
      }
      default:
        return [];
    }
  });

const reportOf = (events: readonly TraceEvent[]): RunReport | null => {
  const ending = events.find(({ type }) => type === 'instance.ended');
  if (ending?.type !== 'instance.ended') return null;
  return {
    outcome: ending.outcome,
    compensation: ending.compensation ?? null,
    error: null,
    failures: events.flatMap((event) =>
      event.type === 'compensation.ended' && event.status === 'compensation_failed'
        ? [{ step: event.node, unit: event.unit, code: event.error?.code ?? null }]
        : [],
    ),
    output: undefined,
  };
};

type Building = { -readonly [Name in keyof Call]: Call[Name] };

const nameOf = ({ unit, attempt }: { readonly unit: string; readonly attempt: number }) =>
  `${unit}\n${attempt}`;

const callsOf = (events: readonly TraceEvent[], profile: Profile): readonly Call[] => {
  const calls: Building[] = [];
  const open = new Map<string, Building>();
  for (const event of events) {
    if (event.type === 'attempt.started') {
      const call = callOf(event, calls.length);
      calls.push(call);
      open.set(nameOf(event), call);
    } else if (event.type === 'attempt.ended' || event.type === 'result.ignored') {
      const call = open.get(nameOf(event));
      if (call !== undefined) endCall(call, event);
    }
  }
  if (profile === 'orbit') for (const call of calls) inferRetryable(call, calls, events);
  return calls;
};

/**
 * In ORBIT a failure says whether it is retryable, and a trace does not hold that: what failed for
 * good at once is taken to have said so.
 */
const inferRetryable = (
  call: Building,
  calls: readonly Building[],
  events: readonly TraceEvent[],
): void => {
  const { then, after } = call.reply;
  if (then.kind !== 'error') return;
  const isRepeated = calls.some(
    ({ unit, attempt }) => unit === call.unit && attempt > call.attempt,
  );
  const failed = events.some(
    (event) => event.type === 'transition' && event.unit === call.unit && event.to === 'FAILED',
  );
  if (isRepeated || !failed) return;
  call.reply = { after, then: { kind: 'error', error: { ...then.error, retryable: false } } };
};

const callOf = (event: AttemptStartedEvent, index: number): Building => ({
  ...callOfEvent(event, index),
  // Until something else is told, it never returned.
  reply: { after: 0, then: { kind: 'hang' } },
  settledAt: null,
  abortedAt: null,
});

const endCall = (
  call: Building,
  event: Extract<TraceEvent, { readonly type: 'attempt.ended' | 'result.ignored' }>,
): void => {
  const after = event.at - call.at;
  const failed = {
    kind: 'error',
    error: { class: event.error?.class ?? 'internal', retryable: null },
  } as const;
  if (call.purpose === 'reconcile') {
    if (event.type !== 'attempt.ended') return;
    call.reply = { after, then: { kind: 'status', applied: event.applied ?? null } };
    call.settledAt = event.at;
    return;
  }
  const isGivenUp =
    event.outcome === 'timed_out' ||
    event.outcome === 'cancelled' ||
    (event.outcome === 'uncertain_side_effect' && event.error?.class === 'timeout');
  if (isGivenUp) {
    call.abortedAt = event.at;
    return;
  }
  call.settledAt = event.at;
  call.reply = {
    after,
    then: event.outcome === 'succeeded' ? { kind: 'ok', output: undefined } : failed,
  };
};
