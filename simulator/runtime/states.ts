/** Names for the states that the compiled charts number. */

import { stateIndex } from '../../core/lifecycle/compile.ts';
import {
  harnessAttemptTable,
  harnessStepTable,
  instanceTable,
} from '../../core/lifecycle/tables.ts';
import type { NodeState } from '../../core/model/trace.ts';
import type { ProgramNode } from '../program/program.ts';
import type { Frame, StepRun } from './state.ts';

const stateOf = (name: NodeState): number => stateIndex(harnessStepTable, name);

/** Indices of a step's states. */
export const STEP = {
  PENDING: stateOf('PENDING'),
  READY: stateOf('READY'),
  RUNNING: stateOf('RUNNING'),
  RETRYING: stateOf('RETRYING'),
  SUCCEEDED: stateOf('SUCCEEDED'),
  SKIPPED: stateOf('SKIPPED'),
  FAILED: stateOf('FAILED'),
  CANCELLED: stateOf('CANCELLED'),
  COMPENSATED: stateOf('COMPENSATED'),
} as const;

/** Indices of an attempt's states. */
export const ATTEMPT_OPEN = stateIndex(harnessAttemptTable, 'open');

/** Indices of an instance's states. */
export const INSTANCE = {
  running: stateIndex(instanceTable, 'running'),
  paused: stateIndex(instanceTable, 'paused'),
  quiescing: stateIndex(instanceTable, 'quiescing'),
  compensating: stateIndex(instanceTable, 'compensating'),
  cancelling: stateIndex(instanceTable, 'cancelling'),
} as const;

export const nameOfState = (state: number): NodeState =>
  harnessStepTable.states[state] as NodeState;

export const isInFlight = (step: StepRun): boolean =>
  step.state === STEP.READY || step.state === STEP.RUNNING || step.state === STEP.RETRYING;

/** Its timeout has passed, and it is not decided yet what follows: what it comes to is too late. */
export const isOutOfTime = ({ outOfTime, state, context }: StepRun): boolean =>
  outOfTime !== 0 && outOfTime === context.attempt && state === STEP.RUNNING;

/** The step of a node in a frame; undefined where the node is not of its region. */
export const stepIn = (frame: Frame, node: ProgramNode): StepRun | undefined => {
  const { places } = frame.region;
  if (places === null) return frame.steps[node.index];
  const place = places.get(node.index);
  return place === undefined ? undefined : frame.steps[place];
};
