/**
 * ORBIT's `for`: one unit for each element of a list. The step itself is RUNNING while they
 * are; it gives the list of what they gave.
 */

import type { Json } from '../../core/model/json.ts';
import type { TraceError } from '../../core/model/trace.ts';
import type { ProgramFanOut } from '../program/program.ts';
import { withdraw } from './cancel.ts';
import { createFrame } from './create.ts';
import { emitFannedOut } from './emit.ts';
import { instanceOf } from './engine.ts';
import { postToStep } from './message.ts';
import { evaluateFor, expressionError } from './scope.ts';
import type { Fanning, Frame, StepRun } from './state.ts';
import { STEP } from './states.ts';

/** The list is evaluated once; every element is PENDING until it may begin. */
export const beginFanOut = (step: StepRun, fanOut: ProgramFanOut): void => {
  const instance = instanceOf(step);
  const { engine } = instance;
  const elements = elementsOf(step, fanOut);
  if ('error' in elements) {
    postToStep(engine, step, { type: 'rejected' }, step.cause, { error: elements.error });
    return;
  }
  if (elements.list.length >= engine.limits.events) {
    engine.exceeded ??= `it passed its limit of ${engine.limits.events} events`;
    return;
  }
  step.cause = emitFannedOut(step, elements.list.length);
  const frames = elements.list.map((element, index) => {
    const variables = new Map<string, Json>([[fanOut.variable, element]]);
    const suffix = `${step.frame.suffix}[${index}]`;
    return createFrame(instance, fanOut.region, step.frame, step, index, suffix, variables);
  });
  step.fanning = { frames, next: 0, open: 0, isStopping: false };
  continueFanOut(step, fanOut, step.fanning);
};

const elementsOf = (
  step: StepRun,
  { over }: ProgramFanOut,
): { readonly list: readonly Json[] } | { readonly error: TraceError } => {
  const result = evaluateFor(step, over);
  if (!result.ok) return { error: expressionError(result, 'the list of the step') };
  if (Array.isArray(result.value)) return { list: result.value as readonly Json[] };
  const code = over.language === 'harness' ? 'HX-4106' : 'EXPRESSION_ERROR';
  return { error: { class: 'internal', code, message: 'what the step is run for is no list' } };
};

/** Begins as many elements as may be under way; ends the step where none is and none may. */
const continueFanOut = (step: StepRun, { width }: ProgramFanOut, fanning: Fanning): void => {
  const { engine } = instanceOf(step);
  const { frames } = fanning;
  while (!fanning.isStopping && fanning.open < width && fanning.next < frames.length) {
    const element = elementIn(frames[fanning.next] as Frame);
    fanning.next += 1;
    fanning.open += 1;
    postToStep(engine, element, { type: 'reached' }, step.cause);
  }
  if (fanning.open === 0) endFanOut(step, fanning);
};

const elementIn = (frame: Frame): StepRun => frame.steps[0] as StepRun;

/** The element of a frame has ended, whichever way. */
export const endElement = (frame: Frame, step: StepRun, fanning: Fanning): void => {
  const { fanOut } = step.node;
  if (fanOut === null || frame.isOver) return;
  frame.isOver = true;
  fanning.open -= 1;
  step.cause = elementIn(frame).cause;
  if (frame.failure !== null) fanning.isStopping = true;
  continueFanOut(step, fanOut, fanning);
};

/** Nobody wants more of it: what has not begun is withdrawn, what has is awaited. */
export const stopFanOut = (fanning: Fanning, cause: number | null): void => {
  fanning.isStopping = true;
  for (const frame of fanning.frames) if (!frame.isOver) withdraw(frame, cause);
};

const endFanOut = (step: StepRun, fanning: Fanning): void => {
  const { engine } = instanceOf(step);
  const elements = fanning.frames.map(elementIn);
  const failed = elements.find(({ state }) => state === STEP.FAILED);
  if (failed !== undefined) {
    postToStep(engine, step, { type: 'rejected' }, step.cause, { error: failureOf(failed) });
  } else if (elements.every(({ state }) => state === STEP.SUCCEEDED || state === STEP.SKIPPED)) {
    const output = elements.map((element) => element.output);
    postToStep(engine, step, { type: 'succeeded' }, step.cause, { output });
  } else {
    postToStep(engine, step, { type: 'stopped' }, step.cause);
  }
};

const failureOf = (element: StepRun): TraceError => {
  const { error } = element;
  const why = error?.message ?? error?.class ?? 'internal';
  return {
    class: error?.class ?? 'internal',
    ...(error?.code === undefined ? {} : { code: error.code }),
    message: `${element.unit} failed: ${why}`,
  };
};
