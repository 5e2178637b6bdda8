/** What nodes, executions and calls are called in all that a run tells. */

import { cachedKey } from '../key.ts';
import type { Instance, StepRun } from './state.ts';

/**
 * A node's name; inside a subworkflow it stands behind its parent's. Under some profiles a
 * compensation goes by the name of the step that it undoes.
 */
export const nodeName = (step: StepRun): string => {
  const { path, engine } = step.frame.instance;
  const { id } = step.undoes !== null && engine.rules.tellsUndone ? step.undoes.node : step.node;
  return path === '' ? id : path + id;
};

/**
 * The id of an execution, a child's behind its parent's. Two tenants may use one name for
 * their runs; those of the default tenant go by the name alone.
 */
export const executionId = ({ engine, prefix }: Instance): string => {
  const { tenant, run } = engine.scenario;
  const root = tenant === 'default' ? run : `${tenant}:${run}`;
  return prefix === '' ? root : `${root}/${prefix.slice(0, -1)}`;
};

/** The idempotency key of a step's calls: the same for every attempt, and for no other step. */
export const keyOf = (step: StepRun): string => {
  const { instance } = step.frame;
  const { engine, program } = instance;
  const { tenant, run } = engine.scenario;
  if (!engine.rules.keysAreNames) {
    return cachedKey(program.keys, tenant, run, step.unit, instance.path + step.node.id);
  }
  const own = `${executionId(rootInstance(instance))}/${step.unit}`;
  // ORBIT has one compensation a step; a plan may have several (Q6), whose units are one.
  const isOneOfSeveral = (step.undoes?.node.compensations.length ?? 0) > 1;
  return isOneOfSeveral ? `${own}/${step.node.id}` : own;
};

const rootInstance = (instance: Instance): Instance => {
  let at = instance;
  while (at.parent !== null) at = at.parent.frame.instance;
  return at;
};
