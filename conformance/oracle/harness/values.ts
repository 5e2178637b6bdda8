/** Expressions of a document, read in the light of a run (harness.md §3). */

import {
  artifactValue,
  compileExpression,
  compileTemplate,
  type Declarations,
  parseCondition,
  parseTemplate,
  propertiesValue,
  resourceValue,
  type Scope,
} from '../../../core/expression/index.ts';
import type { Json, JsonObject } from '../../../core/model/json.ts';
import { type Fault, type Instance, NotRead, type Unit, unitOfNode } from './state.ts';

type Value = { readonly value: Json } | { readonly fault: Fault };

/** An invalid operation is HX-4106; what fails before the call has class `internal`. */
export const internal = (code: string): Fault => ({ class: 'internal', code });

/** A guard, case, condition, `over`, `while` or `until`. */
export const evaluate = (instance: Instance, unit: Unit, text: string): Value => {
  const reading = parseCondition(text, declarationsOf(instance));
  if (!reading.ok) throw new NotRead(`an expression that is none: ${text}`);
  const result = compileExpression(reading.expression)(scopeOf(instance, unit));
  return result.ok ? { value: result.value } : { fault: internal(result.code) };
};

/** HX-4107: what is no boolean, null included. */
export const evaluateCondition = (
  instance: Instance,
  unit: Unit,
  text: string,
): boolean | Fault => {
  const result = evaluate(instance, unit, text);
  if ('fault' in result) return result.fault;
  return typeof result.value === 'boolean' ? result.value : internal('HX-4107');
};

/**
 * Inputs: data edge, then `value`, then `default`; a required one without any is HX-4101. The
 * run's input where the node has none (driver protocol, perform).
 */
export const inputsOf = (
  instance: Instance,
  unit: Unit,
): { readonly input: JsonObject } | { readonly fault: Fault } => {
  const { node } = unit;
  if (node.inputs.length === 0) return { input: instance.scenario.input };
  const input: { [port: string]: Json } = {};
  for (const port of node.inputs) {
    const given = valueOfPort(instance, unit, port.name, port.value);
    if ('fault' in given) return given;
    const value = given.value ?? port.default;
    if (value === null && port.required) return { fault: internal('HX-4101') };
    // What has no value is left out.
    if (value !== null) input[port.name] = value;
  }
  return { input };
};

const valueOfPort = (
  instance: Instance,
  unit: Unit,
  port: string,
  template: string | null,
): Value => {
  const edge = instance.workflow.edges.find(
    ({ type, to, toPort }) => type === 'data' && to === unit.node.id && toPort === port,
  );
  if (edge !== undefined) {
    const condition = unitOfNode(instance, edge.from)?.conditions.get(edge);
    if (condition === false) return { value: null };
    return { value: scopeOf(instance, unit).port(edge.from, edge.fromPort ?? '') };
  }
  if (template === null) return { value: null };
  const reading = parseTemplate(template, declarationsOf(instance));
  if (!reading.ok) throw new NotRead(`a template that is none: ${template}`);
  const result = compileTemplate(reading.template)(scopeOf(instance, unit));
  return result.ok ? { value: result.value } : { fault: internal(result.code) };
};

const declarationsOf = ({ workflow: { nodes } }: Instance): Declarations => ({
  hasNode: (id) => nodes.some((node) => node.id === id),
  hasPort: (id, port) =>
    nodes.some((node) => node.id === id && node.outputs.some(({ name }) => name === port)),
});

const scopeOf = ({ units, workflow }: Instance, unit: Unit): Scope => ({
  port: (id, port) => {
    const own = unit.undoes?.node.id === id ? unit.undoes : null;
    const source = own ?? lastToHandBack(units, unit, id);
    return source?.output?.[port] ?? null;
  },
  variable: (name) => {
    for (let at = unit.iteration; at !== null; at = at.loop.iteration) {
      if (name === at.loop.node.loop?.var) return at.element;
      if (name === at.loop.node.loop?.indexVar) return at.index;
    }
    return undefined;
  },
  artifact: (id) => {
    const found = workflow.artifacts.find((artifact) => artifact.id === id);
    return found === undefined ? null : artifactValue(found);
  },
  resource: (id) => {
    const found = workflow.resources.find((resource) => resource.id === id);
    return found === undefined ? null : resourceValue(found);
  },
  config: (name) => propertiesValue(unit.node.config)[name] ?? null,
});

/**
 * What has succeeded so far of a node, and was not discarded: its last iteration, where it is a
 * loop's body (`while` and `until` read what the body produced). Outputs of a node that was
 * skipped are unavailable.
 */
const lastToHandBack = (units: readonly Unit[], reader: Unit, id: string): Unit | undefined =>
  units
    .filter(
      ({ node, iteration, undoes, state, isDiscarded }) =>
        node.id === id &&
        undoes === null &&
        (iteration === null || iteration.loop === reader || isAround(iteration.loop, reader)) &&
        (state === 'SUCCEEDED' || state === 'COMPENSATED') &&
        !isDiscarded,
    )
    .at(-1);

const isAround = (loop: Unit, unit: Unit): boolean =>
  unit.iteration !== null && (unit.iteration.loop === loop || isAround(loop, unit.iteration.loop));
