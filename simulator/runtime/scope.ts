/** What the names in an expression stand for, while a run is under way. */

import {
  artifactValue,
  type Evaluation,
  resourceValue,
  type Scope,
} from '../../core/expression/index.ts';
import type { Json, JsonObject } from '../../core/model/json.ts';
import type { TraceError } from '../../core/model/trace.ts';
import type { OrbitEvaluation, OrbitScope } from '../../core/orbit/expression/evaluation.ts';
import type { Evaluate, ProgramNode } from '../program/program.ts';
import { executionId } from './names.ts';
import type { Frame, StepRun } from './state.ts';
import { STEP, stepIn } from './states.ts';

/** Evaluates for a step: in its frame, unless another is given, with its `config`. */
export const evaluateFor = (
  step: StepRun,
  evaluate: Evaluate,
  frame: Frame = step.frame,
): Evaluated =>
  evaluate.language === 'harness'
    ? evaluate.in(scopeOf(frame, step))
    : evaluate.in(orbitScopeOf(frame, step));

export type Evaluated = Evaluation | OrbitEvaluation;

/** A guard, case or condition: anything but a boolean is HX-4107 (§10.7). */
export const testFor = (
  step: StepRun,
  evaluate: Evaluate,
  what: string,
  frame: Frame = step.frame,
):
  | { readonly ok: true; readonly holds: boolean }
  | { readonly ok: false; readonly error: TraceError } => {
  const result = evaluateFor(step, evaluate, frame);
  if (!result.ok) return { ok: false, error: expressionError(result, what) };
  if (typeof result.value === 'boolean') return { ok: true, holds: result.value };
  const message = `${what} is ${shown(result.value)}, not true or false`;
  const code = evaluate.language === 'harness' ? 'HX-4107' : 'EXPRESSION_ERROR';
  return { ok: false, error: { class: 'internal', code, message } };
};

export const expressionError = (
  failed: Extract<Evaluated, { ok: false }>,
  what: string,
): TraceError => ({ class: 'internal', code: failed.code, message: `${what}: ${failed.message}` });

const LONGEST_SHOWN = 40;

const shown = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
};

const scopeOf = (frame: Frame, step: StepRun): Scope => {
  const { program } = frame.instance;
  return {
    port: (node, port) => {
      const found = program.byId.get(node);
      const source = found === undefined ? undefined : stepFor(frame, found);
      return source === undefined ? null : portOf(readableOutput(source, step), port);
    },
    variable: (name) => {
      return variableIn(frame, name);
    },
    artifact: (id) => described(program.workflow.artifacts, id, artifactValue),
    resource: (id) => described(program.workflow.resources, id, resourceValue),
    config: (name) =>
      step.node.definition.config.find((property) => property.name === name)?.value ?? null,
  };
};

const variableIn = (frame: Frame, name: string): Json | undefined => {
  for (let at: Frame | null = frame; at !== null; at = at.parent) {
    const value = at.variables?.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
};

/** A step's own name is its element, within the run and the compensation of an element. */
export const orbitScopeOf = (frame: Frame, reader: StepRun | null): OrbitScope => {
  const { instance } = frame;
  const { workflow, byId } = instance.program;
  return {
    input: () => instance.input,
    execution: () => ({
      id: executionId(instance),
      workflow: workflow.id,
      version: workflow.orbit?.version ?? null,
    }),
    step: (name) => {
      const node = byId.get(name);
      const source = node === undefined ? undefined : stepFor(frame, node);
      return source === undefined ? null : readableOutput(source, reader);
    },
    variable: (name) => variableIn(frame, name),
  };
};

/** The step of a node that a frame sees: its own, or an outer frame's. */
export const stepFor = (frame: Frame, node: ProgramNode): StepRun | undefined => {
  for (let at: Frame | null = frame; at !== null; at = at.parent) {
    const step = stepIn(at, node);
    if (step !== undefined) return step;
  }
  return undefined;
};

/**
 * What a step handed back, if `reader` may use it: a discarded result is for the step's own
 * compensation alone (Q4), and nothing that has not succeeded has one (§5.6).
 */
export const readableOutput = (source: StepRun, reader: StepRun | null): Json => {
  if (source.state !== STEP.SUCCEEDED && source.state !== STEP.COMPENSATED) return null;
  if (source.context.discarded && reader?.undoes !== source) return null;
  return source.output;
};

/** A port's value; null where there is none. What objects inherit is no port. */
export const portOf = (output: Json, port: string): Json =>
  isObject(output) && Object.hasOwn(output, port) ? (output[port] ?? null) : null;

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const described = <Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  describe: (item: Item) => JsonObject,
): Json => {
  const found = items.find((item) => item.id === id);
  return found === undefined ? null : describe(found);
};
