/** From READY to RUNNING, and what a step then does (HarnessXML §5.5). */

import type { Json, JsonObject } from '../../core/model/json.ts';
import type { TraceError } from '../../core/model/trace.ts';
import type { ProgramInput } from '../program/program.ts';
import { dispatch, setTimeoutTimer } from './attempts.ts';
import { beginChild } from './child.ts';
import { instanceOf } from './engine.ts';
import { missingFor } from './environment.ts';
import { beginFanOut } from './fan-out.ts';
import { failUnsent, lineUp } from './line-up.ts';
import { beginLoop } from './loop.ts';
import { postToStep } from './message.ts';
import { evaluateFor, expressionError, portOf, readableOutput, stepFor, testFor } from './scope.ts';
import type { Instance, StepRun } from './state.ts';
import { STEP } from './states.ts';
import { awaitDecision, beginWait } from './wait.ts';

/**
 * Starts every READY step, in document order.
 * @returns Whether there was any.
 */
export const beginReady = (instance: Instance): boolean => {
  if (instance.ready.length === 0) return false;
  const batch = instance.ready;
  instance.ready = [];
  if (batch.length > 1) batch.sort((left, right) => left.node.index - right.node.index);
  for (const step of batch) if (step.state === STEP.READY) begin(step);
  return true;
};

/** The guard is asked once, before inputs and before any effect (§7.1.1). */
const begin = (step: StepRun): void => {
  const { engine } = instanceOf(step);
  const { guard } = step.node;
  if (guard !== null && isNew(step) && step.rejection === null) {
    const test = testFor(step, guard, 'the guard');
    if (test.ok && !test.holds) {
      const detail = `the guard ${step.node.definition.guard} was false`;
      postToStep(engine, step, { type: 'guard.refused' }, step.cause, { detail });
      return;
    }
    step.guardError = test.ok ? null : test.error;
  }
  if (engine.queues && step.node.performs && isFit(step)) lineUp(step);
  else postToStep(engine, step, { type: 'started' }, step.cause);
};

/** Whether anything but a worker may be missing for a call of the step. */
const isFit = (step: StepRun): boolean => {
  const { attempt, spent } = step.context;
  if (attempt === spent && step.rejection === null) step.guardError ??= unmetBy(step);
  return step.rejection === null && step.guardError === null;
};

/** It has not come as far as its task, neither at first nor since an operator brought it back. */
const isNew = ({ context, input }: StepRun): boolean =>
  context.attempt === context.spent && input === null;

/** What a step does once it is RUNNING: call its task, wait, decide, repeat. */
export const run = (step: StepRun): void => {
  const { engine } = instanceOf(step);
  if (step.queueing?.isOver === true) {
    failUnsent(step);
    return;
  }
  const rejection = step.rejection ?? step.guardError ?? unmetAtFirst(step);
  if (rejection !== null) {
    postToStep(engine, step, { type: 'rejected' }, step.cause, { error: rejection });
    return;
  }
  if (step.node.performs) {
    dispatch(step, step.cause);
    if (step.node.kind === 'human') awaitDecision(step);
    return;
  }
  if (step.node.fanOut !== null) {
    beginFanOut(step, step.node.fanOut);
    return;
  }
  switch (step.node.kind) {
    case 'decision':
      decide(step);
      break;
    case 'wait':
      setTimeoutTimer(step, step.cause, null);
      beginWait(step);
      break;
    case 'loop':
      setTimeoutTimer(step, step.cause, null);
      beginLoop(step);
      break;
    case 'subworkflow':
      setTimeoutTimer(step, step.cause, null);
      beginChild(step);
      break;
    default:
      postToStep(engine, step, { type: 'succeeded' }, step.cause);
  }
};

/** Asked at the first attempt of a budget, if it was not asked before that lined up. */
const unmetAtFirst = (step: StepRun): TraceError | null => {
  const { attempt, spent } = step.context;
  return attempt === spent + 1 && step.queueing === null ? unmetBy(step) : null;
};

/** What the step lacks (§5.5, steps 2 and 3). */
const unmetBy = (step: StepRun): TraceError | null =>
  (step.input === null ? resolveInputs(step) : null) ?? missingFor(step) ?? resolveKey(step);

/** The key that the document gives its calls; it is the same for all attempts. */
const resolveKey = (step: StepRun): TraceError | null => {
  if (step.node.key === null || step.key !== null) return null;
  const result = evaluateFor(step, step.node.key);
  if (!result.ok) return expressionError(result, 'the idempotency key');
  if (typeof result.value === 'string' && result.value !== '') {
    step.key = result.value;
    return null;
  }
  const message = 'the idempotency key is not a text, or is empty';
  return { class: 'internal', code: 'EXPRESSION_ERROR', message };
};

/** §7.1.3: the first true case in document order, else `otherwise`, else HX-4103. */
const decide = (step: StepRun): void => {
  const { engine } = instanceOf(step);
  for (const each of step.node.cases) {
    const test = testFor(step, each.when, `the case ${each.text}`);
    if (!test.ok) {
      postToStep(engine, step, { type: 'rejected' }, step.cause, { error: test.error });
      return;
    }
    if (!test.holds) continue;
    step.route = each.to;
    break;
  }
  step.route ??= step.node.otherwise;
  if (step.route !== null) {
    const detail = `routed to '${step.route.id}'`;
    postToStep(engine, step, { type: 'succeeded' }, step.cause, { detail });
    return;
  }
  const message = `none of its ${step.node.cases.length} cases was true, and it has no otherwise`;
  const error: TraceError = { class: 'internal', code: 'HX-4103', message };
  postToStep(engine, step, { type: 'rejected' }, step.cause, { error });
};

/** §5.5, step 2: from the data edge, from `value`, from `default`; none is HX-4101. */
const resolveInputs = (step: StepRun): TraceError | null => {
  const { inputs } = step.node;
  if (inputs.length === 0) {
    step.input = inputOf(step, instanceOf(step).input);
    return null;
  }
  const values: { [port: string]: Json } = Object.create(null) as { [port: string]: Json };
  for (const port of inputs) {
    const resolved = resolveInput(step, port);
    if (!resolved.ok) return resolved.error;
    const isGiven = resolved.value !== null || port.value?.language === 'orbit';
    if (isGiven) values[port.name] = resolved.value;
    else if (port.required) return missingInput(port);
  }
  step.input = inputOf(step, values);
  return null;
};

/**
 * A compensation is handed what the unit that it undoes was handed, and what it gave; in
 * ORBIT, what its `with` says.
 */
const inputOf = (step: StepRun, own: JsonObject): JsonObject =>
  step.undoes === null || instanceOf(step).program.workflow.orbit !== undefined
    ? own
    : { input: step.undoes.input, output: step.undoes.output };

const resolveInput = (
  step: StepRun,
  port: ProgramInput,
):
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: TraceError } => {
  const bound = boundValue(step, port);
  if (bound !== null) return { ok: true, value: bound };
  if (port.value !== null) {
    const result = evaluateFor(step, port.value);
    if (!result.ok) {
      return { ok: false, error: expressionError(result, `the input '${port.name}'`) };
    }
    if (result.value !== null || port.value.language === 'orbit') return result;
  }
  return { ok: true, value: port.default ?? null };
};

const boundValue = (step: StepRun, port: ProgramInput): Json => {
  if (port.source === null) return null;
  const source = stepFor(step.frame, port.source.node);
  if (source === undefined || source.refusedData?.has(port.source.edge) === true) return null;
  return portOf(readableOutput(source, step), port.source.port);
};

const missingInput = (port: ProgramInput): TraceError => {
  const from = port.source === null ? '' : ` from ${port.source.node.id}.${port.source.port}`;
  const message = `the required input '${port.name}' has no value${from}`;
  return { class: 'internal', code: 'HX-4101', message };
};
