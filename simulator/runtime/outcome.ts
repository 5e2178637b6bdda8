/** How an instance ends, and what it hands back (HarnessXML §5.7). */

import { instanceTable } from '../../core/lifecycle/tables.ts';
import type { Json, JsonObject } from '../../core/model/json.ts';
import type {
  CompensationOutcome,
  NodeState,
  Outcome,
  TraceError,
} from '../../core/model/trace.ts';
import { emitOfInstance } from './emit.ts';
import { instanceOf } from './engine.ts';
import { postDecision, postToInstance, postToStep } from './message.ts';
import { orbitScopeOf } from './scope.ts';
import type { Engine, Instance, StepRun } from './state.ts';
import { nameOfState, STEP } from './states.ts';

export const outcomeOf = (instance: Instance): Outcome =>
  instanceTable.states[instance.state] as Outcome;

/** A run that never unwound, or had nothing to undo, compensated none. */
export const compensationOf = (instance: Instance): CompensationOutcome => {
  if (instance.context.failedCompensations > 0) return 'failed';
  return instance.context.compensated > 0 ? 'completed' : 'none';
};

export const endInstance = (instance: Instance, cause: number): void => {
  const { engine, parent } = instance;
  instance.endedAt = engine.now;
  engine.active.splice(engine.active.indexOf(instance), 1);
  instance.isOver = true;
  if (parent !== null) instanceOf(parent).openChildren -= 1;
  if (parent === null) {
    const outcome = outcomeOf(instance);
    const compensation = compensationOf(instance);
    const { reason } = instance;
    const error = engine.rules.endsWithReason && reason !== null ? { error: reason } : {};
    emitOfInstance(engine, { type: 'instance.ended', outcome, compensation, cause, ...error });
    return;
  }
  endChild(instance, parent, cause);
};

/** Its step ends with it, as it did. */
const endChild = (instance: Instance, parent: StepRun, cause: number): void => {
  const { engine } = instance;
  const outcome = outcomeOf(instance);
  // That of an attempt that is over ends nothing: its step may be at another one.
  if (parent.child !== instance) return;
  if (outcome === 'succeeded') {
    const output =
      instance.program.workflow.orbit === undefined ? portsOf(instance) : instance.returned;
    postToStep(engine, parent, { type: 'succeeded' }, cause, { output });
  } else if (outcome !== 'cancelled') {
    const error = childError(instance, outcome);
    postDecision(engine, parent, { type: 'failed', class: error.class, retryable: null }, cause, {
      error,
    });
  } else if (engine.rules.withdrawsPending) {
    postToStep(engine, parent, { type: 'stopped' }, cause);
  }
};

const childError = (
  { engine, errors, program, reason }: Instance,
  outcome: Outcome,
): TraceError => {
  const [first] = errors;
  const errorClass = first?.class ?? 'internal';
  if (engine.rules.endsWithReason && reason !== null) {
    const code = reason.code === undefined ? {} : { code: reason.code };
    const message = `the child workflow ended ${outcome.replace('_', ' ')}: ${reason.message}`;
    return { class: reason.class, ...code, message };
  }
  const message = `the subworkflow ended ${outcome}: ${first?.unit ?? program.workflow.id}`;
  return { class: errorClass, message };
};

/** What a subworkflow hands to its step's ports: by name, from the nodes that ended it. */
const portsOf = (instance: Instance): JsonObject => {
  const ports: { [port: string]: Json } = Object.create(null) as { [port: string]: Json };
  for (const output of Object.values(lastOutputs(instance))) {
    Object.assign(ports, output);
  }
  return ports;
};

/** What nodes that nothing follows have handed back; a discarded result is none (§8.3). */
export const outputOf = (instance: Instance): Json =>
  instance.program.workflow.orbit === undefined ? lastOutputs(instance) : instance.returned;

const lastOutputs = (instance: Instance): JsonObject => {
  const output: { [node: string]: Json } = Object.create(null) as { [node: string]: Json };
  for (const step of instance.main.steps) {
    const { node } = step;
    if (step.state !== STEP.SUCCEEDED || step.context.discarded) continue;
    if (node.outgoing.length > 0 || node.routes.length > 0 || step.output === null) continue;
    const isEmpty = typeof step.output === 'object' && Object.keys(step.output).length === 0;
    if (!isEmpty) output[node.id] = step.output;
  }
  return output;
};

/**
 * Makes the value that a document hands back, once every step has ended well. Where that
 * fails the run has failed, with nothing undone.
 */
export const settleReturn = (instance: Instance, cause: number | null): void => {
  const { returns, workflow } = instance.program;
  if (returns === null || returns.language === 'harness') {
    postToInstance(instance, { type: 'settled' }, cause);
    return;
  }
  const result = returns.in(orbitScopeOf(instance.main, null));
  if (result.ok) {
    instance.returned = result.value;
    postToInstance(instance, { type: 'settled' }, cause);
    return;
  }
  const { code } = result;
  const message = `the value that ${workflow.id} returns: ${result.message}`;
  instance.reason = { class: 'internal', code, message };
  const unit = instance.parent?.unit ?? '';
  instance.errors.push({ code, class: 'internal', node: unit, unit, attempt: 0, message });
  postToInstance(instance, { type: 'return.failed' }, cause);
};

/** Unit → final state: each node, each iteration of a loop's body, each compensating node. */
export const statesOf = (engine: Engine): { [unit: string]: NodeState } => {
  const states = Object.create(null) as { [unit: string]: NodeState };
  const { tellsUndone } = engine.rules;
  for (const frame of engine.frames) {
    for (const step of frame.steps) {
      if (!tellsUndone || !step.node.isUndo) states[step.unit] = nameOfState(step.state);
    }
  }
  for (const step of engine.compensations) {
    const { frame, node, unit } = step;
    const name = tellsUndone ? unit : frame.instance.path + node.id + frame.suffix;
    states[name] = nameOfState(step.state);
  }
  return states;
};
