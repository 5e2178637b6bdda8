/** An observation in the order in which rules ask for it: by step execution and by attempt. */

import type { Edge, WorkflowNode } from '../../core/model/workflow.ts';
import { attemptEnd } from './attempt-end.ts';
import type { Attempt, AttemptEnd, Execution, Outage, View } from './execution.ts';
import { whatFollows } from './follow.ts';
import type { Call, Observation } from './observation.ts';
import { policyOf } from './policy.ts';

export type { Attempt, AttemptEnd, Execution, Outage, View } from './execution.ts';

export const createView = (observation: Observation): View => {
  const nodes = new Map(observation.workflow.nodes.map((node) => [node.id, node]));
  const outages = outagesOf(observation);
  const endedAt = endOf(observation);
  const executions = executionsOf(observation, nodes, outages, endedAt);
  const view: View = {
    observation,
    executions,
    nodes,
    outgoing: outgoingOf(observation.workflow.edges),
    reconciles: observation.calls.filter(({ purpose }) => purpose === 'reconcile'),
    outages,
    cancelledAt: firstControl(observation, 'cancel'),
    endedAt,
    stoppedAt: 0,
  };
  return { ...view, stoppedAt: stopOf(view) };
};

/** Executions of forward steps. */
export const forwardExecutions = ({ executions }: View): readonly Execution[] =>
  executions.filter(({ isCompensation }) => !isCompensation);

/** Executions that undo. */
export const compensations = ({ executions }: View): readonly Execution[] =>
  executions.filter(({ isCompensation }) => isCompensation);

/** When an execution's first call was sent. */
export const beginningOf = ({ attempts }: Execution): number => attempts[0]?.calls[0].at ?? 0;

/** The forward execution of a unit; null where no call was made for it. */
export const forwardExecutionOf = (unit: string, view: View): Execution | null =>
  forwardExecutions(view).find((execution) => execution.unit === unit) ?? null;

/** The step of a unit: `ship` of `ship[2]`. */
export const stepOf = (unit: string): string => unit.replace(/\[.*$/, '');

export const lastAttempt = ({ attempts }: Execution): Attempt =>
  attempts[attempts.length - 1] as Attempt;

/** Every attempt of every execution. */
export const allAttempts = ({ executions }: View): readonly Attempt[] =>
  executions.flatMap(({ attempts }) => attempts);

/** The attempt in which an execution succeeded; null where none did. */
export const successOf = ({ attempts }: Execution): Attempt | null =>
  attempts.find(({ end }) => end.how === 'succeeded') ?? null;

/** Whether the runtime was down, or went down, in a stretch of time, ends included. */
export const wasDownWithin = ({ outages }: View, from: number, to: number): boolean =>
  outages.some((outage) => outage.from <= to && outage.to >= from);

/** Whether anybody outside did something in a stretch of time, ends included. */
export const wasDisturbedWithin = (view: View, from: number, to: number): boolean =>
  wasDownWithin(view, from, to) ||
  view.observation.controls.some(({ at }) => at >= from && at <= to);

const firstControl = ({ controls }: Observation, action: string): number =>
  controls.find((control) => control.action === action)?.at ?? Number.POSITIVE_INFINITY;

const outagesOf = ({ controls }: Observation): readonly Outage[] => {
  const outages: Outage[] = [];
  let from: number | null = null;
  for (const { action, at } of controls) {
    if (action === 'crash') from ??= at;
    if (action !== 'resume' || from === null) continue;
    outages.push({ from, to: at });
    from = null;
  }
  if (from !== null) outages.push({ from, to: Number.POSITIVE_INFINITY });
  return outages;
};

const endOf = ({ trace }: Observation): number =>
  trace?.find(({ type }) => type === 'instance.ended')?.at ?? Number.POSITIVE_INFINITY;

const outgoingOf = (edges: readonly Edge[]): ReadonlyMap<string, readonly Edge[]> => {
  const outgoing = new Map<string, Edge[]>();
  for (const edge of edges) {
    if (edge.type === 'compensation') continue;
    const known = outgoing.get(edge.from);
    if (known === undefined) outgoing.set(edge.from, [edge]);
    else known.push(edge);
  }
  return outgoing;
};

/** The node whose policies rule a call: ORBIT names the step undone, the others the one that undoes. */
const nodeOf = (
  call: Call,
  { profile, workflow }: Observation,
  nodes: ReadonlyMap<string, WorkflowNode>,
): WorkflowNode | null => {
  if (profile !== 'orbit' || call.purpose !== 'compensation') return nodes.get(call.step) ?? null;
  const edge = workflow.edges.find(
    ({ type, from, to }) => type === 'compensation' && (from === call.step || to === call.step),
  );
  return (edge === undefined ? undefined : nodes.get(edge.to)) ?? null;
};

type Building<T> = { -readonly [Key in keyof T]: T[Key] };

const executionsOf = (
  observation: Observation,
  nodes: ReadonlyMap<string, WorkflowNode>,
  outages: readonly Outage[],
  endedAt: number,
): readonly Execution[] => {
  const groups = new Map<string, Call[]>();
  for (const call of observation.calls) {
    if (call.purpose === 'reconcile') continue;
    // Several compensating nodes may undo one unit (Q6).
    const name = `${call.unit}\n${call.step}`;
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [call]);
    else known.push(call);
  }
  return [...groups.values()].map((calls) =>
    executionOf(calls as [Call, ...Call[]], observation, nodes, outages, endedAt),
  );
};

const executionOf = (
  calls: readonly [Call, ...Call[]],
  observation: Observation,
  nodes: ReadonlyMap<string, WorkflowNode>,
  outages: readonly Outage[],
  endedAt: number,
): Execution => {
  const [first] = calls;
  const { profile, choices } = observation;
  const node = nodeOf(first, observation, nodes);
  const isCompensation = first.purpose === 'compensation';
  const attempts: Building<Attempt>[] = [];
  const execution: Execution = {
    unit: first.unit,
    step: first.step,
    node,
    isCompensation,
    undoes: first.undoes,
    policy: policyOf(profile, node, isCompensation, choices),
    attempts,
  };
  const byNumber = new Map<number, Call[]>();
  for (const call of calls) {
    const known = byNumber.get(call.attempt);
    if (known === undefined) byNumber.set(call.attempt, [call]);
    else known.push(call);
  }
  for (const [number, sent] of [...byNumber].sort(([left], [right]) => left - right)) {
    const ends = sent.map((call) => attemptEnd(call, execution, observation, outages, endedAt));
    const decided = ends.findIndex(({ how }) => how !== 'lost');
    const counts = decided < 0 ? sent.length - 1 : decided;
    const call = sent[counts] as Call;
    attempts.push({
      execution,
      number,
      calls: sent as [Call, ...Call[]],
      call,
      repeated: sent.slice(counts + 1),
      at: call.at,
      end: ends[counts] as AttemptEnd,
      spent: 0,
      next: null,
    });
  }
  attempts.forEach((attempt, index) => {
    attempt.next = attempts[index + 1] ?? null;
  });
  renewBudgets(attempts, observation);
  return execution;
};

/** An operator's retry gives a failed step a new budget of attempts (driver protocol, Operators). */
const renewBudgets = (attempts: Building<Attempt>[], { controls, profile }: Observation): void => {
  if (profile !== 'baseline') return;
  const acts = controls.filter(
    (control) =>
      control.action === 'operator' &&
      control.authorised &&
      (control.command === 'retry-step' || control.command === 'resume-run'),
  );
  if (acts.length === 0) return;
  attempts.forEach((attempt, index) => {
    const before = attempts[index - 1];
    if (before === undefined) {
      // An attempt that lacks an input makes no call, and counts; an operator's act came behind it.
      attempt.spent = attempt.number - 1;
      return;
    }
    const { kind } = whatFollows(before, profile);
    const wasRenewed =
      (kind === 'failure' || kind === 'unknown') &&
      acts.some(({ at }) => at >= before.end.at && at <= attempt.calls[0].at);
    attempt.spent = wasRenewed ? index : before.spent;
  });
};

/**
 * The earliest moment at which it can be right to begin no further forward step. It is taken
 * early rather than late: a rule that is not sure says nothing.
 */
const stopOf = (view: View): number => {
  const { observation, executions, cancelledAt } = view;
  const { report, trace, workflow, profile } = observation;
  const known = [
    cancelledAt,
    profile === 'orbit' ? (workflow.timeout ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
    trace?.find(({ type }) => type === 'unwinding.started' || type === 'run.paused')?.at ??
      Number.POSITIVE_INFINITY,
    ...executions.map((execution) =>
      execution.isCompensation ? (execution.attempts[0]?.at ?? 0) : failureTime(execution, view),
    ),
  ];
  const earliest = known.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const ran = report === null ? null : report.outcome;
  if (ran === 'stalled' || ran === 'refused') return 0;
  return earliest === Number.POSITIVE_INFINITY && ran !== null && ran !== 'succeeded'
    ? 0
    : earliest;
};

/** When a forward step failed for good where nothing surely handles it; infinite if it did not. */
export const failureTime = (execution: Execution, view: View): number => {
  const last = lastAttempt(execution);
  const { kind } = whatFollows(last, view.observation.profile);
  if (kind !== 'failure' && kind !== 'unknown') return Number.POSITIVE_INFINITY;
  if (last.end.how === 'open' || last.end.how === 'given-up') return Number.POSITIVE_INFINITY;
  const edges = view.outgoing.get(execution.step) ?? [];
  const isHandled =
    execution.unit === execution.step &&
    edges.some(({ type, condition }) => type === 'error' && condition === null);
  return isHandled ? Number.POSITIVE_INFINITY : last.end.at;
};
