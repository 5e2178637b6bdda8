/** The time that a whole execution may take (ORBIT's `timeout` of a workflow). */

import { emitOfInstance } from './emit.ts';
import { dueAfter, planDeadline } from './engine.ts';
import { postToInstance } from './message.ts';
import type { Instance } from './state.ts';
import { INSTANCE } from './states.ts';

export const setDeadline = (instance: Instance): void => {
  const { engine, program } = instance;
  const { timeout } = program.workflow;
  if (timeout !== null) planDeadline(engine, dueAfter(engine, timeout), instance);
};

/** Once it unwinds, the first reason stands. */
export const isDeadlineOff = ({ state }: Instance): boolean => state !== INSTANCE.running;

export const deadlinePassed = (instance: Instance): void => {
  const { engine, parent, program } = instance;
  const cause = emitOfInstance(engine, {
    type: 'deadline.passed',
    cause: null,
    ...(parent === null ? {} : { unit: parent.unit }),
  });
  const message = `the execution took longer than its timeout of ${program.workflow.timeout} ms`;
  instance.reason = { class: 'timeout', code: 'WORKFLOW_TIMEOUT', message };
  instance.errors.push({
    code: 'WORKFLOW_TIMEOUT',
    class: 'timeout',
    node: parent === null ? '' : instance.path.slice(0, -1),
    unit: parent === null ? '' : parent.unit,
    attempt: 0,
    message,
  });
  postToInstance(instance, { type: 'deadline.passed' }, cause);
};
