/** What it leads to that a step has failed for good: an error edge, a park, an abort. */

import { cancelFrame } from './cancel.ts';
import { instanceOf, rootOf } from './engine.ts';
import { stopFanOut } from './fan-out.ts';
import { postToInstance } from './message.ts';
import { nodeName } from './names.ts';
import { isErrorTaken, settleOutgoing } from './schedule.ts';
import type { Instance, StepRun } from './state.ts';
import { INSTANCE } from './states.ts';
import { compensationEnded } from './unwind.ts';

export const failed = (step: StepRun): void => {
  if (step.undoes !== null) {
    compensationEnded(step);
    return;
  }
  if (isParked(step)) {
    park(step);
    return;
  }
  reportFailure(instanceOf(step), step);
  passOn(step);
};

/** Follows a failure's error edges; where there are none that hold, it is the run's own. */
export const passOn = (step: StepRun): void => {
  const { frame } = step;
  const { instance } = frame;
  if (settleOutgoing(step) || isTakenAsHandled(step)) return;
  if (frame.loop === null && isHandler(step) && instance.engine.choices.Q10 === 'fails') {
    postToInstance(instance, { type: 'handler.failed' }, step.cause, step);
  } else if (frame.loop === null) {
    instance.unhandled.push(step);
  } else {
    frame.failure ??= step;
    const { fanning } = frame.loop;
    if (fanning === null) cancelFrame(frame, step.cause);
    else if (abortsAtOnce(frame.loop)) instance.unhandled.push(step);
    else stopFanOut(fanning, step.cause);
  }
};

/** An element that fails aborts the run, unless something may handle the failure of its step. */
const abortsAtOnce = (fannedOut: StepRun): boolean =>
  fannedOut.frame.loop === null && fannedOut.node.outgoing.every(({ type }) => type !== 'error');

/** An error edge whose condition was false handles its failure in one reading (Q17). */
const isTakenAsHandled = (step: StepRun): boolean =>
  instanceOf(step).engine.choices.Q17 === 'handled' &&
  step.node.outgoing.some(({ type }) => type === 'error');

/** Only error edges lead to it. */
const isHandler = ({ node }: StepRun): boolean =>
  node.incoming.length > 0 && node.incoming.every(({ type }) => type === 'error');

/** A failure that no error edge takes stops the whole run, if it was asked to stop. */
const isParked = (step: StepRun): boolean => {
  const { engine } = instanceOf(step);
  if (!engine.pauses) return false;
  const { state } = rootOf(engine);
  if (state !== INSTANCE.running && state !== INSTANCE.paused) return false;
  return !isErrorTaken(step) && !isTakenAsHandled(step);
};

/** Steps of subworkflows are parked with the run itself: it is the run that stops. */
const park = (step: StepRun): void => {
  const root = rootOf(instanceOf(step).engine);
  root.parked.push(step);
  reportFailure(root, step);
  postToInstance(root, { type: 'failure.propagated' }, step.cause, step);
};

const reportFailure = (instance: Instance, step: StepRun): void => {
  const { error } = step;
  instance.errors.push({
    code: error?.code ?? null,
    class: error?.class ?? 'internal',
    node: nodeName(step),
    unit: step.unit,
    attempt: step.context.attempt,
    message: error?.message ?? '',
  });
};
