/** What the rules see of a simulated run: the world's side from scenario and trace. */

import type { Run } from '../../core/model/run.ts';
import type { Control, Scenario, TaskAnswer, TaskError } from '../../core/model/scenario.ts';
import type { AttemptStartedEvent, TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import type {
  Call,
  Observation,
  Reply,
  ReplyError,
  ReplyOutcome,
  RunReport,
  TimedControl,
} from '../rules/observation.ts';
import { callOfEvent } from './call-of-event.ts';

/** A run of the built-in runtime, as the rules see it. Inputs of calls are not part of a trace. */
export const observationOfRun = (
  workflow: Workflow,
  scenario: Scenario,
  run: Run,
  choices: Observation['choices'] = {},
): Observation => ({
  profile: scenario.profile ?? workflow.profile,
  workflow,
  tenant: scenario.tenant,
  run: scenario.run,
  input: scenario.input,
  onFailure: scenario.onFailure ?? workflow.onFailure,
  controls: timedControls(scenario.controls, run.trace),
  clock: {
    toleranceMs: 0,
    mayQueue:
      Object.keys(scenario.workers).length > 0 ||
      scenario.latency.dispatch > 0 ||
      scenario.latency.decide > 0,
    latencyMs: scenario.latency.dispatch + scenario.latency.decide,
  },
  capabilities: null,
  canReconcile: scenario.world.status,
  choices,
  calls: callsOf(workflow, scenario, run.trace),
  trace: run.trace,
  report: reportOf(run),
});

const timedControls = (
  controls: readonly Control[],
  trace: readonly TraceEvent[],
): readonly TimedControl[] =>
  controls
    .flatMap((control): TimedControl[] => {
      if ('at' in control) return [control];
      const event = trace[control.event - 1];
      return event === undefined ? [] : [{ ...control, at: event.at }];
    })
    .sort((left, right) => left.at - right.at);

const isUncertain = (unit: string, trace: readonly TraceEvent[]): boolean =>
  trace.some(
    (event) =>
      event.type === 'transition' &&
      event.unit === unit &&
      event.to === 'FAILED' &&
      event.error?.uncertain === true,
  );

const reportOf = ({ outcome, compensation, errors, failures, output, trace }: Run): RunReport => {
  const [first] = errors;
  return {
    outcome,
    compensation,
    error:
      first === undefined
        ? null
        : {
            code: first.code,
            class: first.class,
            step: first.node,
            uncertain: isUncertain(first.unit, trace),
          },
    failures: failures.map(({ step, unit, code }) => ({ step, unit, code })),
    output,
  };
};

const nameOf = (unit: string, attempt: number): string => `${unit}\n${attempt}`;

/** When an attempt came back, and when the runtime gave up on it. */
interface Ends {
  settledAt: number | null;
  abortedAt: number | null;
}

const callsOf = (
  workflow: Workflow,
  scenario: Scenario,
  trace: readonly TraceEvent[],
): readonly Call[] => {
  const timeouts = new Map(
    workflow.nodes.map(({ id, timeout }) => [id, timeout?.duration ?? null]),
  );
  const humans = new Set(workflow.nodes.flatMap(({ id, kind }) => (kind === 'human' ? [id] : [])));
  const signals = new Set(
    scenario.controls.flatMap((control) => (control.action === 'signal' ? [control.name] : [])),
  );
  // Where no signal comes by their name, a script answers for people as for any task.
  const isAsked = ({ node, unit }: { readonly node: string; readonly unit: string }): boolean =>
    humans.has(node) &&
    (signals.has(unit) || (signals.has(node) && scenario.tasks[unit] === undefined));
  const calls: { call: Omit<Call, keyof Ends>; ends: Ends }[] = [];
  const open = new Map<string, number>();
  for (const event of trace) {
    if (event.type === 'attempt.started') {
      open.set(nameOf(event.unit, event.attempt), calls.length);
      calls.push({
        call: isAsked(event)
          ? { ...callOf(event, calls.length, scenario, event.node), reply: NO_REPLY }
          : callOf(event, calls.length, scenario, performerOf(event, workflow)),
        ends: { settledAt: null, abortedAt: null },
      });
      continue;
    }
    if (event.type !== 'attempt.ended' && event.type !== 'result.ignored') continue;
    const made = calls[open.get(nameOf(event.unit, event.attempt)) ?? -1];
    if (made === undefined) continue;
    if (event.type === 'result.ignored') {
      made.ends.settledAt = event.at;
      continue;
    }
    if (event.purpose === 'reconcile') {
      made.call = { ...made.call, reply: statusReply(event.applied ?? null) };
      continue;
    }
    const limit = timeouts.get(event.node) ?? null;
    const isTimeout =
      event.outcome === 'timed_out' ||
      (event.outcome === 'uncertain_side_effect' &&
        limit !== null &&
        event.at === made.call.at + limit &&
        event.error?.class === 'timeout');
    if (isTimeout || event.outcome === 'cancelled') made.ends.abortedAt = event.at;
    else made.ends.settledAt = event.at;
    if (isAsked(event) && event.outcome === 'succeeded') {
      made.call = { ...made.call, reply: signalReply(event.at - made.call.at) };
    }
  }
  return calls.map(({ call, ends }) => ({ ...call, ...ends }));
};

const statusReply = (applied: boolean | null): Reply => ({
  after: 0,
  then: { kind: 'status', applied },
});

/** A person answers by a signal, or not at all. */
const NO_REPLY: Reply = { after: 0, then: { kind: 'hang' } };

const signalReply = (after: number): Reply => ({ after, then: { kind: 'ok', output: undefined } });

const callOf = (
  event: AttemptStartedEvent,
  index: number,
  scenario: Scenario,
  performer: string,
): Omit<Call, keyof Ends> => ({
  ...callOfEvent(event, index),
  reply: event.purpose === 'reconcile' ? statusReply(null) : replyOf(event, performer, scenario),
});

/**
 * The node whose script answers a call. Under ORBIT a compensation goes by the name of the step
 * that it undoes; its script is that of the node that undoes.
 */
const performerOf = (
  { node, purpose, undoes }: AttemptStartedEvent,
  workflow: Workflow,
): string => {
  if (purpose !== 'compensation' || undoes?.replace(/\[\d+\]/g, '') !== node) return node;
  const path = node.split('/');
  const step = path[path.length - 1];
  const scope = path.slice(0, -1).reduce<Workflow | undefined>((within, name) => {
    const href = within?.nodes.find(({ id }) => id === name)?.subworkflow?.href;
    return workflow.orbit?.children.find(({ id }) => id === href);
  }, workflow);
  const edge = scope?.edges.find(({ type, from }) => type === 'compensation' && from === step);
  return edge === undefined ? node : [...path.slice(0, -1), edge.to].join('/');
};

/** Entry n answers attempt n, the last one all later ones; by unit, then by node. */
const replyOf = (
  { unit, attempt }: AttemptStartedEvent,
  performer: string,
  scenario: Scenario,
): Reply => {
  const answers = scenario.tasks[unit] ?? scenario.tasks[performer] ?? [];
  const answer = answers[Math.min(attempt, answers.length) - 1];
  return answer === undefined
    ? { after: scenario.default.after, then: { kind: 'ok', output: undefined } }
    : { after: answer.after, then: outcomeOf(answer) };
};

const outcomeOf = ({ then }: TaskAnswer): ReplyOutcome => {
  switch (then.kind) {
    case 'default':
      return { kind: 'ok', output: undefined };
    case 'ok':
      return { kind: 'ok', output: then.output };
    case 'error':
      return { kind: 'error', error: errorOf(then.error) };
    case 'hang':
      return { kind: 'hang' };
    case 'timeout':
      return { kind: 'error', error: { class: 'timeout', retryable: null } };
  }
};

const errorOf = ({ class: errorClass, retryable, message }: TaskError): ReplyError =>
  message === '' ? { class: errorClass, retryable } : { class: errorClass, retryable, message };
