/** What the expressions of an ORBIT document come to: digest §1, "Expressions" and "compensate". */

import type { Json, JsonObject } from '../../../core/model/json.ts';
import {
  compileOrbitExpression,
  type OrbitScope,
  parseOrbitExpression,
} from '../../../core/orbit/expression/index.ts';
import {
  type Execution,
  type Failure,
  isOver,
  nameOf,
  type Step,
  type Unit,
  unitsOf,
} from './units.ts';

export type Value = { readonly value: Json } | { readonly error: Failure };

const EXPRESSION_ERROR: Failure = { code: 'EXPRESSION_ERROR', retryable: false };

/** An expression of a step, of one of its units, or (unit null) of what the execution returns. */
export function evaluate(text: string, execution: Execution, unit: Unit | null): Value {
  const reading = parseOrbitExpression(text);
  if (!reading.ok) return { error: EXPRESSION_ERROR };
  const result = compileOrbitExpression(reading.expression)(scopeOf(execution, unit));
  return result.ok ? { value: result.value } : { error: EXPRESSION_ERROR };
}

/** What a unit is handed and its idempotency key, or the error of the first that has no value. */
export function prepare(unit: Unit): Failure | null {
  const input: { [name: string]: Json } = {};
  for (const { name, value } of unit.node.inputs) {
    const given = evaluate(value ?? 'null', unit.execution, unit);
    if ('error' in given) return given.error;
    input[name] = given.value;
  }
  unit.input = handed(unit, input);
  // `<execution id>/<unit>` (§2, "Units"); for what undoes a unit of a child: of the whole run.
  unit.key = `${rootOf(unit.execution).id}/${nameOf(unit)}`;
  if (unit.node.idempotencyKey === undefined) return null;
  const key = evaluate(unit.node.idempotencyKey, unit.execution, unit);
  if ('error' in key) return key.error;
  if (typeof key.value !== 'string' || key.value === '') return EXPRESSION_ERROR;
  unit.key = key.value;
  return null;
}

/** What `with` says; else as the driver protocol has it for any plan ("Driver → suite"). */
function handed({ node, execution, undoes }: Unit, own: JsonObject): Json {
  if (node.inputs.length > 0) return own;
  const isPlan = execution.workflow.orbit === undefined;
  return isPlan && undoes !== null
    ? { input: undoes.input, output: undoes.output }
    : execution.input;
}

const rootOf = (execution: Execution): Execution =>
  execution.parent === null ? execution : rootOf(execution.parent.execution);

/** The elements of a `for`. */
export function listOf(step: Step): { readonly value: readonly Json[] } | { error: Failure } {
  const list = evaluate(step.node.fanOut?.over ?? '', step.whole.execution, step.whole);
  if ('error' in list) return list;
  return Array.isArray(list.value) ? { value: list.value } : { error: EXPRESSION_ERROR };
}

/** Whether a step's `when` lets it run. */
export function isWanted(step: Step): { readonly value: boolean } | { error: Failure } {
  if (step.node.guard === null) return { value: true };
  const when = evaluate(step.node.guard, step.whole.execution, step.whole);
  if ('error' in when) return when;
  return typeof when.value === 'boolean' ? { value: when.value } : { error: EXPRESSION_ERROR };
}

function scopeOf(execution: Execution, unit: Unit | null): OrbitScope {
  const undone = unit?.undoes ?? null;
  const step = execution.steps.find((each) => unitsOf(each).includes(undone ?? (unit as Unit)));
  const element = (undone ?? unit)?.element ?? null;
  return {
    input: () => execution.input,
    execution: () => ({
      id: execution.id,
      workflow: execution.workflow.id,
      version: execution.workflow.orbit?.version ?? null,
    }),
    step: (name) => {
      // In a compensation the step's own name is the output of the unit that is undone.
      if (undone !== null && step?.node.id === name) return undone.output;
      const other = execution.steps.find(({ node }) => node.id === name);
      return other === undefined ? null : outputOf(other);
    },
    variable: (name) =>
      element !== null && step?.node.fanOut?.variable === name ? element.value : undefined,
  };
}

/** Of a `for` step the list of what its elements gave; null of a step that was skipped. */
function outputOf(step: Step): Json {
  if (step.whole.state !== 'SUCCEEDED') return null;
  return step.node.fanOut === undefined
    ? step.whole.output
    : step.elements.filter(isOver).map(({ output }) => output);
}
