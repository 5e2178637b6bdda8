/** Subworkflows: another instance on the same engine (HarnessXML §3.2.7). */

import type { JsonObject } from '../../core/model/json.ts';
import type { TraceError } from '../../core/model/trace.ts';
import type { Subworkflow } from '../../core/model/workflow.ts';
import type { Library, Loaded } from '../library.ts';
import { childOf } from '../program/children.ts';
import type { Program } from '../program/program.ts';
import { createInstance } from './create.ts';
import { setDeadline } from './deadline.ts';
import { instanceOf } from './engine.ts';
import { postToInstance, postToStep } from './message.ts';
import { beginMain } from './schedule.ts';
import type { Instance, StepRun } from './state.ts';

export const beginChild = (step: StepRun): void => {
  const instance = instanceOf(step);
  const { engine } = instance;
  const { subworkflow } = step.node.definition;
  if (subworkflow === null) return;
  const depth = depthOf(instance);
  if (depth >= engine.limits.depth) {
    engine.exceeded ??= `it passed its limit of ${engine.limits.depth} nested subworkflows`;
    return;
  }
  const loaded = loadChild(instance.program, subworkflow, engine.library);
  if (!loaded.ok) {
    const error: TraceError = { class: 'internal', code: 'HX-4109', message: loaded.message };
    postToStep(engine, step, { type: 'rejected' }, step.cause, { error });
    return;
  }
  // A second attempt is a new run of the subworkflow: its units and keys are its own.
  const { attempt } = step.context;
  const prefix = attempt === 1 ? `${step.unit}/` : `${step.unit}#${attempt}/`;
  const path = `${instance.path}${step.node.id}/`;
  const input: JsonObject = step.input ?? {};
  const child = createInstance(engine, loaded.program, { prefix, path, input, parent: step });
  step.child = child;
  instance.openChildren += 1;
  engine.active.push(child);
  setDeadline(child);
  beginMain(child, step.cause);
};

/** A workflow of the document itself, if it holds one of that name; else another document. */
const loadChild = (program: Program, subworkflow: Subworkflow, library: Library): Loaded => {
  const own = childOf(program, subworkflow.href);
  if (own !== null) return { ok: true, program: own };
  return library.load(subworkflow);
};

const depthOf = (instance: Instance): number => {
  let depth = 1;
  for (let at = instance.parent; at !== null; at = instanceOf(at).parent) depth += 1;
  return depth;
};

/** A subworkflow step is cancelled or timed out: its instance is cancelled from outside. */
export const abandonChild = (step: StepRun, cause: number | null): void => {
  if (step.child !== null && !step.child.isOver) {
    postToInstance(step.child, { type: 'cancel.requested' }, cause);
  }
};
