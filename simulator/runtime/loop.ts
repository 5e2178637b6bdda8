/** Loops: iterations begin, end, fail, and are refused (HarnessXML §7.2). */

import type { Json, JsonObject } from '../../core/model/json.ts';
import type { TraceError } from '../../core/model/trace.ts';
import type { ProgramLoop } from '../program/program.ts';
import { iterationOf } from '../program/region.ts';
import { cancelFrame, withdraw } from './cancel.ts';
import { createFrame } from './create.ts';
import { instanceOf } from './engine.ts';
import { endElement } from './fan-out.ts';
import { postToStep } from './message.ts';
import { evaluateFor, expressionError, portOf, testFor } from './scope.ts';
import type { Frame, Instance, Looping, StepRun } from './state.ts';
import { STEP, stepIn } from './states.ts';

type Decision =
  | { readonly kind: 'begin' | 'end' }
  | { readonly kind: 'fail'; readonly error: TraceError };

const BEGIN: Decision = { kind: 'begin' };
const END: Decision = { kind: 'end' };

/** `over` is evaluated once, when the loop begins (§10.8). */
export const beginLoop = (step: StepRun): void => {
  const { loop } = step.node;
  if (loop === null) return;
  if (step.looping !== null && hasBegun(loop, step.looping)) {
    step.looping.isStopping = false;
    step.looping.failure = null;
    continueLoop(step, loop, step.looping);
    return;
  }
  const elements = loop.definition.kind === 'forEach' ? elementsOf(step, loop) : null;
  step.looping = {
    elements: Array.isArray(elements) ? (elements as readonly Json[]) : null,
    begun: 0,
    open: new Set(),
    succeeded: 0,
    failed: 0,
    isStopping: false,
    failure: null,
    lastFrame: null,
    results: [],
    cut: [],
  };
  if (elements !== null && !Array.isArray(elements)) {
    stopWith(step.looping, (elements as { readonly error: TraceError }).error);
  }
  continueLoop(step, loop, step.looping);
};

/** An operator brings a loop back: what succeeded stays, what was cut short begins again. */
const hasBegun = (loop: ProgramLoop, { elements }: Looping): boolean =>
  loop.definition.kind !== 'forEach' || elements !== null;

const elementsOf = (
  step: StepRun,
  loop: ProgramLoop,
): readonly Json[] | { readonly error: TraceError } => {
  if (loop.over === null) return [];
  const result = evaluateFor(step, loop.over);
  if (!result.ok) return { error: expressionError(result, 'the over of the loop') };
  if (Array.isArray(result.value)) return result.value as readonly Json[];
  const message = `the over of the loop is ${JSON.stringify(result.value)?.slice(0, 40)}, not an array`;
  return { error: { class: 'internal', code: 'HX-4106', message } };
};

/** A refusal is the loop's own failure: no iteration that succeeded makes up for it. */
const stopWith = (looping: Looping, error: TraceError): void => {
  looping.isStopping = true;
  if (looping.failure?.code === undefined) looping.failure = error;
};

/** Begins what may begin; ends the loop where nothing is open and nothing may. */
const continueLoop = (step: StepRun, loop: ProgramLoop, looping: Looping): void => {
  const width = loop.definition.kind === 'until' ? 1 : loop.definition.maxConcurrency;
  while (!looping.isStopping && looping.open.size < width) {
    const decision = decideIteration(step, loop, looping);
    if (decision.kind === 'begin') beginIteration(step, loop, looping);
    else if (decision.kind === 'fail') stopWith(looping, decision.error);
    if (decision.kind === 'end') break;
  }
  if (looping.open.size === 0) endLoop(step, loop, looping);
};

const decideIteration = (step: StepRun, loop: ProgramLoop, looping: Looping): Decision => {
  const wanted = wantsIteration(step, loop, looping);
  if (
    looping.cut.length > 0 ||
    wanted.kind !== 'begin' ||
    looping.begun < loop.definition.maxIterations
  )
    return wanted;
  const message = `iteration ${looping.begun + 1} was refused: maxIterations is ${loop.definition.maxIterations}`;
  return { kind: 'fail', error: { class: 'internal', code: 'HX-4104', message } };
};

const wantsIteration = (step: StepRun, loop: ProgramLoop, looping: Looping): Decision => {
  if (looping.cut.length > 0) return BEGIN;
  const { kind, count } = loop.definition;
  switch (kind) {
    case 'forEach':
      return looping.begun < (looping.elements?.length ?? 0) ? BEGIN : END;
    case 'times':
      return looping.begun < (count ?? 0) ? BEGIN : END;
    case 'while':
      return askWhile(step, loop, looping, true);
    case 'until':
      return looping.begun === 0 ? BEGIN : askWhile(step, loop, looping, false);
  }
};

/** Asked where it sees what the last iteration produced; null before there was one. */
const askWhile = (
  step: StepRun,
  loop: ProgramLoop,
  looping: Looping,
  continuesOn: boolean,
): Decision => {
  if (loop.while === null) return END;
  const frame = looping.lastFrame ?? step.frame;
  const test = testFor(step, loop.while, 'the while of the loop', frame);
  if (!test.ok) return { kind: 'fail', error: test.error };
  return test.holds === continuesOn ? BEGIN : END;
};

const beginIteration = (step: StepRun, loop: ProgramLoop, looping: Looping): void => {
  const instance = instanceOf(step);
  const cut = looping.cut.shift();
  const number = cut?.iteration ?? numberOfNext(step, loop);
  const variables = cut?.variables ?? variablesOf(loop, looping);
  if (cut === undefined) looping.begun += 1;
  const region = iterationOf(instance.program, loop.body);
  const suffix = `${step.frame.suffix}[${number}]`;
  const frame = createFrame(instance, region, step.frame, step, number, suffix, variables);
  looping.open.add(frame);
  if (cut !== undefined) countOn(frame, cut);
  const body = stepIn(frame, loop.body);
  if (body !== undefined) postToStep(instance.engine, body, { type: 'reached' }, step.cause);
};

/**
 * Iterations of a body that several loops repeat are numbered in the order in which they begin,
 * whichever loop begins them: each is an execution of its own, with a unit and keys of its own.
 */
const numberOfNext = (step: StepRun, { sharers }: ProgramLoop): number =>
  sharers.reduce((sum, node) => sum + (stepIn(step.frame, node)?.looping?.begun ?? 0), 0);

const variablesOf = ({ definition }: ProgramLoop, { elements, begun }: Looping) =>
  new Map<string, Json>([
    [definition.var, elements?.[begun] ?? null],
    [definition.indexVar, begun],
  ]);

/** Attempts of an iteration that is begun again go on counting. */
const countOn = (frame: Frame, cut: Frame): void => {
  for (const [place, step] of frame.steps.entries()) {
    const { attempt } = (cut.steps[place] as StepRun).context;
    step.context = { ...step.context, attempt, spent: attempt };
  }
};

/**
 * Ends each iteration in which nothing is in flight any more.
 * @returns Whether there was any.
 */
export const endIdleIterations = (instance: Instance): boolean => {
  if (instance.idle.length === 0) return false;
  for (const frame of instance.idle.splice(0)) {
    const fanning = frame.loop?.fanning ?? null;
    if (fanning !== null && frame.inFlight === 0) endElement(frame, frame.loop as StepRun, fanning);
    const looping = frame.loop?.looping;
    if (frame.inFlight === 0 && !frame.isOver && looping?.open.has(frame)) {
      endIteration(frame, frame.loop as StepRun, looping);
    }
  }
  return true;
};

const endIteration = (frame: Frame, step: StepRun, looping: Looping): void => {
  const { loop } = step.node;
  if (loop === null) return;
  frame.isOver = true;
  looping.open.delete(frame);
  looping.lastFrame = frame;
  const body = stepIn(frame, loop.body);
  if (step.state !== STEP.RUNNING) {
    // It was cancelled with its loop, or finished although the loop was over.
    if (body?.state === STEP.SUCCEEDED && frame.failure === null) keepResult(frame, body, looping);
    else looping.cut.push(frame);
    return;
  }
  if (body !== undefined) step.cause = body.cause;
  if (frame.failure === null) {
    keepResult(frame, body, looping);
  } else {
    looping.failed += 1;
    failIteration(frame, frame.failure, loop, looping);
    if (loop.definition.onItemFailure !== 'continue') {
      // At the first: what may not be cancelled finishes for nothing, and nobody waits for it.
      endLoop(step, loop, looping);
      return;
    }
  }
  continueLoop(step, loop, looping);
};

const keepResult = (frame: Frame, body: StepRun | undefined, looping: Looping): void => {
  looping.succeeded += 1;
  looping.results.push({ iteration: frame.iteration, output: body?.output ?? null });
};

/** §7.2.5. */
const failIteration = (
  frame: Frame,
  failed: StepRun,
  loop: ProgramLoop,
  looping: Looping,
): void => {
  const error: TraceError = {
    class: failed.error?.class ?? 'internal',
    message: `iteration ${frame.iteration} failed: ${failed.unit}`,
  };
  const { onItemFailure } = loop.definition;
  if (onItemFailure === 'continue') {
    if (looping.succeeded === 0 && looping.failure === null) looping.failure = error;
    return;
  }
  looping.isStopping = true;
  if (onItemFailure === 'fail') looping.failure ??= error;
  for (const other of looping.open) cancelFrame(other, failed.cause);
};

const endLoop = (step: StepRun, loop: ProgramLoop, looping: Looping): void => {
  const { engine } = instanceOf(step);
  const isAbsorbed = loop.definition.onItemFailure === 'continue' && looping.succeeded > 0;
  const isRefused = looping.failure?.code !== undefined;
  if (looping.failure !== null && (isRefused || !isAbsorbed)) {
    postToStep(engine, step, { type: 'rejected' }, step.cause, { error: looping.failure });
    return;
  }
  if (step.context.discarded && engine.rules.withdrawsPending) {
    postToStep(engine, step, { type: 'stopped' }, step.cause);
    return;
  }
  postToStep(engine, step, { type: 'succeeded' }, step.cause, { output: outputOf(step, looping) });
};

/** A loop's declared outputs: what the body's port of the same name gave, by iteration. */
const outputOf = (step: StepRun, looping: Looping): JsonObject => {
  const output: { [port: string]: Json } = Object.create(null) as { [port: string]: Json };
  const body = step.node.loop?.body.definition.outputs ?? [];
  const results = [...looping.results].sort((left, right) => left.iteration - right.iteration);
  for (const { name } of step.node.definition.outputs) {
    const isCollected = body.some((port) => port.name === name);
    output[name] = isCollected
      ? results.map((result) => portOf(result.output, name))
      : (step.node.placeholder[name] ?? null);
  }
  return output;
};

/** Nobody wants more of a loop: what has not begun is withdrawn, what has is awaited. */
export const stopLoop = (looping: Looping, cause: number | null): void => {
  looping.isStopping = true;
  for (const frame of looping.open) withdraw(frame, cause);
};

/** A loop is cancelled or timed out: its open iterations are given up. */
export const abandonLoop = (step: StepRun, cause: number | null): void => {
  if (step.looping === null) return;
  step.looping.isStopping = true;
  for (const frame of step.looping.open) cancelFrame(frame, cause);
};
