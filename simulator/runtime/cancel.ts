/** Giving up on what is in flight (§5.3.2, §8.4.1 step 1, and a cancel from outside). */

import type { ProgramNode } from '../program/program.ts';
import { postToStep } from './message.ts';
import type { Frame, Instance, StepRun } from './state.ts';
import { isInFlight, STEP, stepIn } from './states.ts';

const cancelStep = (step: StepRun, cause: number | null): void =>
  postToStep(step.frame.instance.engine, step, { type: 'cancelled' }, cause);

/**
 * Cancels every forward step of a frame that is in flight, in document order. A RUNNING
 * step that is not idempotent is left to finish by its own chart.
 */
export const cancelFrame = (frame: Frame, cause: number | null, sparesRetrying = false): void => {
  for (const step of frame.steps) {
    const isSpared = sparesRetrying && step.state === STEP.RETRYING;
    if (isInFlight(step) && !isSpared) cancelStep(step, cause);
  }
};

/**
 * An abort in ORBIT: all that has not begun is withdrawn, in document order, and what has is
 * told that nobody wants more of it. What nothing leads to any more stays PENDING.
 */
export const withdraw = (frame: Frame, cause: number | null): void => {
  for (const step of frame.steps) {
    const isPending = step.state === STEP.PENDING && !step.isUnreachable && !step.node.isUndo;
    if (isPending || isInFlight(step)) cancelStep(step, cause);
  }
};

/**
 * A cancel from outside ends what could still have been reached (Q15). Handlers, compensating
 * nodes, losers of an `any` join and what nothing leads to stay PENDING.
 */
export const cancelReachable = (instance: Instance, cause: number | null): void => {
  const reachable = stillReachable(instance.main);
  for (const step of instance.main.steps) if (reachable.has(step)) cancelStep(step, cause);
};

const stillReachable = (frame: Frame): ReadonlySet<StepRun> => {
  const reached = new Set<StepRun>();
  const open: StepRun[] = [];
  const visit = (node: ProgramNode): void => {
    const step = stepIn(frame, node);
    if (step === undefined || reached.has(step)) return;
    if (step.state !== STEP.PENDING || step.isUnreachable || isBeaten(step)) return;
    reached.add(step);
    open.push(step);
  };
  for (const step of frame.steps) {
    if (isHalfReached(step)) reached.add(step);
    if (isInFlight(step) || isHalfReached(step)) open.push(step);
  }
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    for (const edge of step.node.outgoing) if (edge.type !== 'error') visit(edge.to);
    for (const route of step.node.routes) visit(route);
  }
  return reached;
};

/** Some edge to it was taken already, and its join still waits. */
const isHalfReached = (step: StepRun): boolean =>
  step.state === STEP.PENDING &&
  !step.isUnreachable &&
  (step.satisfied > 0 || step.isChosen) &&
  !isBeaten(step);

/**
 * §5.3.2: an `any` join that became ready cancels what is in flight and could only have
 * led to it.
 */
export const cancelLosers = (winner: StepRun): void => {
  const { frame } = winner;
  frame.lowestWon = Math.min(frame.lowestWon, winner.node.rank);
  const verdicts = new Map<ProgramNode, boolean>([[winner.node, true]]);
  // Of those that are open alone: looking at all steps for each join would take n² in the end.
  const open = [...frame.open].sort((left, right) => left.node.index - right.node.index);
  for (const step of open) {
    if (step === winner) continue;
    if (leadsOnlyTo(step.node, verdicts)) cancelStep(step, winner.cause);
  }
};

/**
 * Whether a step that may begin now could only lead to a join that was won without it: such a
 * loser stays PENDING (driver protocol, details). A join that every path passes lies on any one
 * of them, so one is looked along, as far as a join that was won can be.
 */
export const isBeaten = (step: StepRun): boolean => {
  const { frame, node } = step;
  const passed = new Set([node]);
  for (let next = firstTarget(node); next !== undefined; next = firstTarget(next)) {
    if (next.rank < frame.lowestWon || passed.has(next)) return false;
    passed.add(next);
    if (isWon(frame, next) && leadsOnlyTo(node, new Map([[next, true]]))) return true;
  }
  return false;
};

const firstTarget = ({ outgoing, routes }: ProgramNode): ProgramNode | undefined =>
  outgoing[0]?.to ?? routes[0];

const isWon = (frame: Frame, node: ProgramNode): boolean =>
  node.definition.join === 'any' && (stepIn(frame, node)?.state ?? STEP.PENDING) !== STEP.PENDING;

/** Whether every path from a node ends at the winner. Its stack is its own: paths are long. */
const leadsOnlyTo = (start: ProgramNode, verdicts: Map<ProgramNode, boolean>): boolean => {
  const path: ProgramNode[] = [start];
  const onPath = new Set(path);
  for (let node = path[path.length - 1]; node !== undefined; node = path[path.length - 1]) {
    const targets = [...node.outgoing.map((edge) => edge.to), ...node.routes];
    const isLost = targets.length === 0 || targets.some((target) => verdicts.get(target) === false);
    const unknown = targets.find((target) => !verdicts.has(target) && !onPath.has(target));
    if (!isLost && unknown !== undefined && !verdicts.has(node)) {
      path.push(unknown);
      onPath.add(unknown);
      continue;
    }
    if (!verdicts.has(node)) {
      verdicts.set(node, !isLost && targets.every((target) => verdicts.get(target) === true));
    }
    onPath.delete(node);
    path.pop();
  }
  return verdicts.get(start) === true;
};
