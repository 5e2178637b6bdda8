/** What the world does with a call: answer, effect, placeholder (cli.md, Scenario). */

import type { Json, JsonObject } from '../../../core/model/json.ts';
import type { TaskAnswer, TaskError } from '../../../core/model/scenario.ts';
import type { OutputPort } from '../../../core/model/workflow.ts';
import type { Fault, Instance, Unit } from './state.ts';

/** One call to the task, with a whole timeout. */
export const perform = (instance: Instance, unit: Unit): void => {
  const { now, scenario, calls } = instance;
  const { name, node, undoes, attempt } = unit;
  unit.timesOutAt = node.timeout === null ? null : now + node.timeout.duration;
  calls.push({
    at: now,
    unit: name,
    node: node.id,
    purpose: undoes === null ? 'forward' : 'compensation',
    attempt,
    input: undoes === null ? unit.input : { input: undoes.input, output: undoes.output },
  });
  // Entry n answers attempt n, the last one all later ones; by unit, then by node (cli.md).
  const entries = scenario.tasks[name] ?? scenario.tasks[node.id] ?? [];
  const answer = entries[Math.min(attempt, entries.length) - 1];
  instance.performs += 1;
  const order = instance.performs;
  if (answer === undefined) {
    const result = { output: placeholders(unit) };
    unit.returns = { at: now + scenario.default.after, order, result };
    unit.effects.push(now + scenario.default.after);
    return;
  }
  const at = now + answer.after;
  unit.returns = { order, ...returnOf(unit, at, answer) };
  if (answer.applied) unit.effects.push(at);
};

const returnOf = (
  unit: Unit,
  at: number,
  { then }: TaskAnswer,
): Omit<Unit['returns'] & object, 'order'> => {
  switch (then.kind) {
    case 'default':
      return { at, result: { output: placeholders(unit) } };
    case 'ok':
      return { at, result: { output: then.output } };
    case 'error':
      return { at, result: { fault: faultOfTask(then.error) } };
    case 'hang':
    case 'timeout':
      return { at: null, result: { output: placeholders(unit) } };
  }
};

const faultOfTask = ({ class: errorClass, retryable }: TaskError): Fault => ({
  ...{ class: errorClass, code: null, retryable },
});

/** What a task without a script hands back (cli.md, Scenario). */
export const placeholders = ({ node }: Unit): JsonObject =>
  Object.fromEntries(node.outputs.map((port) => [port.name, placeholder(node.id, port)]));

const placeholder = (node: string, { name, type }: OutputPort): Json => {
  switch (type) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [1, 2];
    case 'json':
    case 'map':
      return {};
    default:
      return `${node}.${name}`;
  }
};
