/** Makes instances, frames and steps as they are before anything happened. */

import type { Choices } from '../../core/lifecycle/choices.ts';
import type { StepContext } from '../../core/lifecycle/semantics.ts';
import {
  harnessAttemptTable,
  harnessStepTable,
  instanceTable,
} from '../../core/lifecycle/tables.ts';
import type { Json } from '../../core/model/json.ts';
import type { RetryPolicy } from '../../core/model/workflow.ts';
import type { Program, ProgramNode, Region } from '../program/program.ts';
import type { Attempt, Engine, Frame, Instance, StepRun } from './state.ts';

export const createInstance = (
  engine: Engine,
  program: Program,
  { prefix, path, input, parent }: Pick<Instance, 'prefix' | 'path' | 'input' | 'parent'>,
): Instance => {
  const instance = {
    engine,
    program,
    // By their names: engines keep objects that begin with a spread in a slower form.
    prefix,
    path,
    input,
    parent,
    state: instanceTable.initial,
    context: {
      // A failure in a subworkflow stops the run, not the subworkflow alone.
      pauses: engine.pauses && parent === null,
      failsWithoutUndo: engine.choices.Q1 === 'failed',
      compensatesOnCancel: engine.choices.Q8 === 'compensates',
      namesCompensated: engine.rules.namesCompensated,
      isCancelled: false,
      isTimedOut: false,
      compensated: 0,
      failedCompensations: 0,
    },
    inFlight: 0,
    openChildren: 0,
    touched: [],
    ready: [],
    waitingUntil: [],
    waitsTouched: false,
    waitingFor: [],
    expecting: [],
    idle: [],
    unhandled: [],
    parked: [],
    completed: [],
    unwinding: null,
    reason: null,
    returned: null,
    failures: [],
    errors: [],
    isOver: false,
    endedAt: 0,
  } as unknown as Instance & { main: Frame };
  instance.main = createFrame(instance, program.main, null, null, 0, '', null);
  return instance;
};

export const createFrame = (
  instance: Instance,
  region: Region,
  parent: Frame | null,
  loop: StepRun | null,
  iteration: number,
  suffix: string,
  variables: ReadonlyMap<string, Json> | null,
): Frame => {
  const steps: StepRun[] = [];
  const frame: Frame = {
    instance,
    region,
    steps,
    open: new Set(),
    inFlight: 0,
    failure: null,
    isOver: false,
    lowestWon: Number.POSITIVE_INFINITY,
    parent,
    loop,
    iteration,
    suffix,
    variables,
  };
  for (const { node, awaited, deciders } of region.members) {
    const unit = instance.prefix + node.id + suffix;
    steps.push(createStep(node, frame, unit, awaited, deciders, null));
  }
  instance.engine.frames.push(frame);
  return frame;
};

/** The step that undoes another: in the frame of what it undoes, so that it reads the same names. */
export const createCompensation = (node: ProgramNode, undoes: StepRun): StepRun =>
  createStep(node, undoes.frame, undoingUnit(undoes), 0, 0, undoes);

/** The unit that undoes another. */
export const undoingUnit = (undone: StepRun): string => `compensate:${undone.unit}`;

const createStep = (
  node: ProgramNode,
  frame: Frame,
  unit: string,
  awaited: number,
  deciders: number,
  undoes: StepRun | null,
): StepRun => ({
  node,
  frame,
  unit,
  purpose: undoes === null ? 'forward' : 'compensation',
  state: harnessStepTable.initial,
  context: contextOf(node, frame.instance.engine.choices, undoes !== null),
  cause: null,
  unresolved: awaited,
  satisfied: 0,
  hasJoin: awaited > 0,
  openDeciders: deciders,
  isChosen: false,
  isStarved: false,
  isUnreachable: false,
  isTouched: false,
  attempt: null,
  outOfTime: 0,
  redeliveries: 0,
  input: null,
  output: null,
  key: null,
  queueing: null,
  error: null,
  rejection: null,
  guardError: null,
  route: null,
  backoff: null,
  refusedCompensations: null,
  refusedData: null,
  undoes,
  looping: null,
  fanning: null,
  child: null,
});

/** A lone timeout to be retried is one more attempt, in one reading (Q5). */
const ONE_MORE: RetryPolicy = {
  maxAttempts: 2,
  backoff: 'none',
  initialDelay: 0,
  maxDelay: null,
  multiplier: 1,
  jitter: 'none',
  retryOn: [],
};

const contextOf = (node: ProgramNode, choices: Choices, isUndo: boolean): StepContext => {
  const { initialContext } = node;
  if (isUndo && choices.Q9 === 'ignored') return { ...initialContext, retry: null };
  const isLone = initialContext.retry === null && initialContext.onTimeout === 'retry';
  return choices.Q5 === 'two-attempts' && isLone
    ? { ...initialContext, retry: ONE_MORE }
    : initialContext;
};

export const createAttempt = (step: StepRun, key: string, answer: Attempt['answer']): Attempt => ({
  step,
  number: step.context.attempt,
  key,
  answer,
  life: step.frame.instance.engine.life,
  started: 0,
  state: harnessAttemptTable.initial,
  isAsked: false,
});
