/**
 * What people may do to a run that failed (discipline 6, driver protocol "Operators"): every
 * act is written down with who, what, why and the checkpoint; without authority it is that
 * and nothing more.
 */

import type { JsonObject } from '../../core/model/json.ts';
import type { Control } from '../../core/model/scenario.ts';
import { certain } from './attempts.ts';
import { emitOfInstance } from './emit.ts';
import { postToInstance, postToStep } from './message.ts';
import type { Instance, StepRun } from './state.ts';

type OperatorControl = Extract<Control, { readonly action: 'operator' }>;

export const operate = (instance: Instance, control: OperatorControl): void => {
  const { engine } = instance;
  const { by, command, step, reason, authorised } = control;
  const checkpoint = engine.trace.length;
  const acted = emitOfInstance(engine, {
    type: 'operator.act',
    by,
    command,
    step,
    reason,
    checkpoint,
    authorised,
    cause: null,
    ...(control.applied === null ? {} : { applied: control.applied }),
  });
  if (!authorised) return;
  const named = instance.parked.filter((parked) => isNamed(parked, step));
  switch (command) {
    case 'retry-step':
      for (const parked of named) retry(instance, parked, acted);
      break;
    case 'resume-run':
      for (const parked of [...instance.parked]) retry(instance, parked, acted);
      break;
    case 'settle-uncertain':
      for (const parked of named) settle(instance, parked, control, acted);
      break;
  }
  if (instance.parked.length === 0) postToInstance(instance, { type: 'freed' }, acted);
};

const isNamed = (parked: StepRun, step: string | null): boolean =>
  parked.unit === step || parked.frame.instance.path + parked.node.id === step;

const release = (instance: Instance, step: StepRun): void => {
  instance.parked = instance.parked.filter((parked) => parked !== step);
};

/** A new budget of attempts; they go on counting, and the key stays. */
const retry = (instance: Instance, step: StepRun, cause: number): void => {
  release(instance, step);
  step.error = null;
  step.guardError = null;
  postToStep(instance.engine, step, { type: 'operator.retried' }, cause);
};

/** Whether an uncertain call had its effect: then the step has succeeded; else it stays failed. */
const settle = (
  instance: Instance,
  step: StepRun,
  { applied, output }: OperatorControl,
  cause: number,
): void => {
  if (step.error?.uncertain !== true) return;
  if (applied !== true) {
    step.error = certain(step.error);
    return;
  }
  release(instance, step);
  const given = typeof output === 'object' && output !== null && !Array.isArray(output);
  postToStep(instance.engine, step, { type: 'operator.settled' }, cause, {
    output: given ? (output as JsonObject) : step.node.placeholder,
  });
};
