/** How an instance ends, and what it hands back (HarnessXML §5.7). */

import { instanceTable } from '../../core/lifecycle/tables.ts';
import type { Json, JsonObject } from '../../core/model/json.ts';
import type { CompensationOutcome, NodeState, Outcome } from '../../core/model/trace.ts';
import { emitOfInstance } from './emit.ts';
import { instanceOf } from './engine.ts';
import { postToStep } from './message.ts';
import type { Engine, Instance } from './state.ts';
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
    emitOfInstance(engine, { type: 'instance.ended', outcome, compensation, cause });
    return;
  }
  const outcome = outcomeOf(instance);
  if (outcome === 'succeeded') {
    postToStep(engine, parent, { type: 'succeeded' }, cause, { output: portsOf(instance) });
  } else if (outcome !== 'cancelled') {
    const [first] = instance.errors;
    const message = `the subworkflow ended ${outcome}: ${first?.unit ?? instance.program.workflow.id}`;
    const errorClass = first?.class ?? 'internal';
    postToStep(engine, parent, { type: 'failed', class: errorClass, retryable: null }, cause, {
      error: { class: errorClass, message },
    });
  }
};

/** What a subworkflow hands to its step's ports: by name, from the nodes that ended it. */
const portsOf = (instance: Instance): JsonObject => {
  const ports: { [port: string]: Json } = Object.create(null) as { [port: string]: Json };
  for (const output of Object.values(outputOf(instance))) {
    Object.assign(ports, output);
  }
  return ports;
};

/** What nodes that nothing follows have handed back; a discarded result is none (§8.3). */
export const outputOf = (instance: Instance): JsonObject => {
  const output: { [node: string]: Json } = Object.create(null) as { [node: string]: Json };
  for (const step of instance.main.steps) {
    const { node } = step;
    if (step.state !== STEP.SUCCEEDED || step.context.discarded) continue;
    if (node.outgoing.length > 0 || node.routes.length > 0 || step.output === null) continue;
    if (Object.keys(step.output).length > 0) output[node.id] = step.output;
  }
  return output;
};

/** Unit → final state: each node, each iteration of a loop's body, each compensating node. */
export const statesOf = (engine: Engine): { [unit: string]: NodeState } => {
  const states = Object.create(null) as { [unit: string]: NodeState };
  for (const frame of engine.frames) {
    for (const step of frame.steps) states[step.unit] = nameOfState(step.state);
  }
  for (const step of engine.compensations) {
    states[step.frame.instance.path + step.node.id + step.frame.suffix] = nameOfState(step.state);
  }
  return states;
};
