/** Puts a message to an instance's chart, and does what the chart's actions say. */

import { choose } from '../../core/lifecycle/compile.ts';
import type { InstanceAction } from '../../core/lifecycle/instance-chart.ts';
import { cancelFrame, cancelReachable, withdraw } from './cancel.ts';
import { emitOfInstance } from './emit.ts';
import { instanceOf, rootOf } from './engine.ts';
import { passOn } from './failure.ts';
import { endInstance } from './outcome.ts';
import type { Instance, InstanceMessage, StepRun } from './state.ts';
import { INSTANCE } from './states.ts';
import { announceUnwinding, compensateNext, reasonOf, recordCompensation } from './unwind.ts';

/** What was parked in subworkflows waits for no operator once they are cancelled. */
const unpark = (cancelled: Instance): void => {
  const root = rootOf(cancelled.engine);
  if (root.parked.length === 0) return;
  const ended = root.parked.filter((step) => instanceOf(step) === cancelled);
  const inner = root.parked.filter((step) => instanceOf(step) !== root);
  for (const step of cancelled === root ? inner : ended) passOn(step);
  root.parked =
    cancelled === root ? [] : root.parked.filter((step) => instanceOf(step) !== cancelled);
};

export const tellInstance = (message: InstanceMessage): void => {
  const { instance, event } = message;
  const table = instance.engine.rules.instanceTable;
  const chosen = choose(table, instance.state, message.index, instance.context, event);
  if (chosen === null) return;
  if (chosen.assign !== null) instance.context = chosen.assign(instance.context, event);
  if (chosen.target >= 0) instance.state = chosen.target;
  if (event.type === 'cancel.requested') unpark(instance);
  const cause = announce(message);
  for (const action of chosen.actions) actOnInstance(instance, action, cause);
};

/** A subworkflow is cancelled by its step, whose own transition says so. */
const announceCancel = (instance: Instance, cause: number | null): number => {
  if (instance.parent !== null) {
    return instance.state === INSTANCE.quiescing
      ? announceUnwinding(instance, 'the run that it belongs to needs it no more', cause)
      : (cause ?? 0);
  }
  const requested = emitOfInstance(instance.engine, { type: 'cancel.requested', cause });
  return instance.state === INSTANCE.quiescing
    ? announceUnwinding(instance, 'the run was cancelled', requested)
    : requested;
};

/** What the trace says about it, before anything follows. */
const announce = ({ instance, event, cause, about }: InstanceMessage): number => {
  switch (event.type) {
    case 'cancel.requested':
      return announceCancel(instance, cause);
    case 'failure.propagated':
      return instance.context.pauses
        ? emitOfInstance(instance.engine, { type: 'run.paused', cause })
        : announceFailure(instance, about as StepRun, cause);
    case 'deadline.passed':
      return announceUnwinding(instance, instance.reason?.message ?? '', cause);
    case 'compensation.succeeded':
    case 'compensation.failed':
      return recordCompensation(instance, about as StepRun);
    case 'freed':
    case 'handler.failed':
    case 'return.failed':
    case 'settled':
      return cause ?? 0;
  }
};

const announceFailure = (instance: Instance, about: StepRun, cause: number | null): number => {
  const message = reasonOf(about);
  const { class: errorClass = 'internal', code } = about.error ?? {};
  instance.reason = { class: errorClass, ...(code === undefined ? {} : { code }), message };
  return announceUnwinding(instance, message, cause);
};

/** Q11: in one reading a step goes on waiting for its next attempt while others are undone. */
const isRetryingSpared = (instance: Instance): boolean =>
  instance.state === INSTANCE.quiescing && instance.engine.choices.Q11 === 'continues';

const actOnInstance = (instance: Instance, action: InstanceAction, cause: number): void => {
  switch (action) {
    case 'cancelInFlight':
      if (instance.engine.rules.withdrawsPending) withdraw(instance.main, cause);
      else cancelFrame(instance.main, cause, isRetryingSpared(instance));
      return;
    case 'cancelWaiting':
      if (instance.engine.rules.withdrawsPending) return;
      if (instance.engine.choices.Q15 === 'cancelled') cancelReachable(instance, cause);
      return;
    case 'compensateNext':
      compensateNext(instance, cause);
      return;
    case 'end':
      endInstance(instance, cause);
      return;
  }
};
