/** Subworkflows: another instance on the same engine (HarnessXML §3.2.7). */
import { instanceOf } from './engine.ts';
import { postToInstance, postToStep } from './message.ts';
import type { StepRun } from './state.ts';

export const beginChild = (step: StepRun): void => {
  const message = `the subworkflow ${step.node.definition.subworkflow?.href} was not loaded`;
  postToStep(instanceOf(step).engine, step, { type: 'rejected' }, step.cause, {
    error: { class: 'internal', code: 'HX-4109', message },
  });
};

/** A subworkflow step is cancelled or timed out: its instance is cancelled from outside. */
export const abandonChild = (step: StepRun, cause: number | null): void => {
  if (step.child === null) return;
  postToInstance(step.child, { type: 'cancel.requested' }, cause);
};
