/**
 * Who may begin: edges that are satisfied or negative, joins, decisions, and what nothing
 * will reach any more (HarnessXML §5.3). Each edge is settled once, and each step is looked
 * at again only when something that bears on it was settled, so the work is linear in the
 * number of edges.
 */

import type { Member, ProgramEdge, ProgramNode } from '../program/program.ts';
import { iterationOf } from '../program/region.ts';
import { isBeaten } from './cancel.ts';
import { postToStep } from './message.ts';
import { testFor } from './scope.ts';
import type { Engine, Frame, Instance, StepRun } from './state.ts';
import { INSTANCE, STEP, stepIn } from './states.ts';

/** Looks at a step's join again at the next decision. */
export const touch = (step: StepRun): void => {
  if (step.isTouched || step.state !== STEP.PENDING) return;
  step.isTouched = true;
  step.frame.instance.touched.push(step);
};

/**
 * Settles all that leaves a step that has ended. A discarded result satisfies nothing.
 * @returns Whether an error edge was taken, so that a failure is handled (§5.8).
 */
export const settleOutgoing = (step: StepRun): boolean => {
  let isHandled = false;
  settleEscapes(step.node, step, step);
  for (const edge of step.node.outgoing) {
    if (isBlocked(step, edge)) continue;
    const taken = isTaken(step, edge);
    if (taken && edge.type === 'error') isHandled = true;
    if (!taken && edge.type === 'data') refuseData(step, edge);
    settle(step.frame, edge, taken, step.cause);
  }
  settleRoutes(step);
  refuseCompensations(step);
  step.frame.instance.waitsTouched = true;
  return isHandled;
};

/** A data edge that was not taken hands over nothing. */
const refuseData = (step: StepRun, edge: ProgramEdge): void => {
  step.refusedData = new Set(step.refusedData).add(edge);
};

/** Whether an error edge takes a failed step's failure; nothing is settled yet. */
export const isErrorTaken = (step: StepRun): boolean =>
  step.node.outgoing.some((edge) => edge.type === 'error' && isTaken(step, edge));

/** In one reading a join waits for ever for a step that failed, handled or not (Q14). */
const isBlocked = (step: StepRun, edge: ProgramEdge): boolean =>
  edge.type === 'control' &&
  step.state === STEP.FAILED &&
  step.frame.instance.engine.choices.Q14 === 'blocks';

const isTaken = (step: StepRun, edge: ProgramEdge): boolean => {
  if (step.context.discarded || !isSatisfiedBy(edge, step.state)) return false;
  if (edge.condition === null) return true;
  const test = testFor(step, edge.condition, `the condition of the edge to ${edge.to.id}`);
  if (test.ok) return test.holds;
  // What can't be decided must not be passed over in silence: the target fails (§14.2.1).
  const target = stepIn(step.frame, edge.to);
  if (target !== undefined) target.rejection ??= test.error;
  return true;
};

/** §5.3 and §4.4. */
const isSatisfiedBy = (edge: ProgramEdge, state: number): boolean => {
  switch (edge.type) {
    case 'control':
    case 'data':
      return state === STEP.SUCCEEDED || state === STEP.SKIPPED;
    case 'dependency':
      return true;
    case 'error':
      return state === STEP.FAILED;
    case 'compensation':
      return false;
  }
};

const settle = (frame: Frame, edge: ProgramEdge, taken: boolean, cause: number | null): void => {
  const target = stepIn(frame, edge.to);
  if (target === undefined) return;
  if (edge.isAwaited) target.unresolved -= 1;
  if (taken) target.satisfied += 1;
  if (target.state === STEP.PENDING) target.cause = cause;
  touch(target);
};

const settleRoutes = (step: StepRun): void => {
  for (const route of step.node.routes) {
    const target = stepIn(step.frame, route);
    if (target === undefined) continue;
    target.openDeciders -= 1;
    if (route === step.route && !step.context.discarded && step.state === STEP.SUCCEEDED) {
      target.isChosen = true;
      target.cause = step.cause;
    }
    touch(target);
  }
};

/** A compensation edge's condition is asked when its source ends, like any other (§10.8). */
const refuseCompensations = (step: StepRun): void => {
  if (step.state !== STEP.SUCCEEDED || step.node.compensations.length === 0) return;
  const refused = new Set<ProgramEdge>();
  for (const edge of step.node.compensations) {
    if (edge.condition === null) continue;
    const test = testFor(step, edge.condition, `the condition of the edge to ${edge.to.id}`);
    // One that can't be decided runs, and fails there: it must not be left out in silence.
    if (test.ok && !test.holds) refused.add(edge);
  }
  if (refused.size > 0) step.refusedCompensations = refused;
};

/** What a step's join comes to. */
type Readiness = 'ready' | 'waiting' | 'unreachable' | 'expecting';

const readinessOf = (step: StepRun): Readiness => {
  if (step.isStarved) return 'unreachable';
  const joined = joinedBy(step);
  if (step.node.deciders.length === 0 || step.isChosen || joined === 'unreachable') return joined;
  return step.openDeciders > 0 ? 'waiting' : 'unreachable';
};

/** By its edges alone, whether or not a decision has to choose it as well. */
const joinedBy = (step: StepRun): Readiness => {
  if (!step.hasJoin && step.node.deciders.length > 0) return 'ready';
  const { join, quorum } = step.node.definition;
  if (join === 'any') return counted(step, 1);
  if (join === 'quorum') return counted(step, quorum ?? 1);
  if (step.unresolved > 0) return 'waiting';
  return counted(step, 1);
};

const counted = (step: StepRun, needed: number): Readiness => {
  if (step.satisfied >= needed) return 'ready';
  if (step.satisfied + step.unresolved >= needed) return 'waiting';
  return step.node.incoming.some((edge) => !edge.isAwaited) ? 'expecting' : 'unreachable';
};

/**
 * Looks at every touched join, in document order. What nothing will reach any more comes first,
 * with all that follows from it: a step whose required input will never come does not begin,
 * though its join is met at the same instant.
 * @returns Whether there was any.
 */
export const decideJoins = (instance: Instance): boolean => {
  if (instance.touched.length === 0) return false;
  const open = giveUpTouched(instance);
  if (open.length > 1) open.sort((left, right) => left.node.index - right.node.index);
  for (const step of open) if (mayBegin(instance)) decideJoin(step);
  return true;
};

/** Gives up what is unreachable; the touched steps that are not, each once. */
const giveUpTouched = (instance: Instance): StepRun[] => {
  const { touched } = instance;
  const open = new Set<StepRun>();
  // What is given up touches others, which are looked at in their turn.
  for (let place = 0; place < touched.length; place += 1) {
    const step = touched[place] as StepRun;
    step.isTouched = false;
    const isLost = mayBegin(instance) && isOpen(step) && readinessOf(step) === 'unreachable';
    if (isLost) giveUp(step);
    else open.add(step);
  }
  instance.touched = [];
  return [...open];
};

const isOpen = ({ state, isUnreachable, frame }: StepRun): boolean =>
  state === STEP.PENDING && !isUnreachable && !frame.isOver;

/** Forward steps begin only while nothing failed; in one reading also behind an undo (Q16). */
const mayBegin = ({ state, engine }: Instance): boolean =>
  state === INSTANCE.running ||
  (state === INSTANCE.compensating && engine.choices.Q16 === 'followed');

const decideJoin = (step: StepRun): void => {
  if (!isOpen(step)) return;
  const readiness = readinessOf(step);
  if (readiness === 'expecting') step.frame.instance.expecting.push(step);
  if (readiness === 'ready' && isBeaten(step)) giveUp(step);
  else if (readiness === 'ready') {
    postToStep(step.frame.instance.engine, step, { type: 'reached' }, step.cause);
  }
};

/** Nothing will reach this step: what it leads to is settled as if it had refused (§5.3.3). */
export const giveUp = (step: StepRun): void => {
  step.isUnreachable = true;
  for (const edge of step.node.outgoing) {
    const target = stepIn(step.frame, edge.to);
    if (target !== undefined && edge.isNeeded) target.isStarved = true;
    settle(step.frame, edge, false, step.cause);
  }
  settleEscapes(step.node, undefined, step);
  for (const route of step.node.routes) {
    const target = stepIn(step.frame, route);
    if (target === undefined) continue;
    target.openDeciders -= 1;
    touch(target);
  }
};

/** Gives up steps that only a failure further down could have reached, once all is quiet. */
export const giveUpExpecting = (instance: Instance): boolean => {
  const waiting = instance.expecting.splice(0).filter((step) => step.state === STEP.PENDING);
  for (const step of waiting) if (!step.isUnreachable) giveUp(step);
  return waiting.length > 0;
};

/** Begins what begins by itself (§5.2), and gives up what nothing leads to. */
export const beginMain = (instance: Instance, cause: number | null): void => {
  const { main, engine } = instance;
  for (const node of main.region.entry) {
    const step = stepIn(main, node);
    if (step !== undefined) postToStep(engine, step, { type: 'reached' }, cause);
  }
  main.region.members.forEach((member, place) => {
    if (!member.isLed && !isFollowed(member, engine)) giveUp(main.steps[place] as StepRun);
  });
};

const isFollowed = ({ node }: Member, engine: Engine): boolean =>
  engine.choices.Q16 === 'followed' && node.isUndo;

/**
 * A loop is over: what leads from its body to nodes outside is settled by its last iteration. A
 * body that never ran is one that nothing will reach (§5.3.3): its edges are negative.
 */
const settleEscapes = (loopNode: ProgramNode, run: StepRun | undefined, outer: StepRun): void => {
  const { loop } = loopNode;
  if (loop === null) return;
  const { frame, cause } = outer;
  const last = run?.looping?.lastFrame ?? null;
  for (const { node } of iterationOf(frame.instance.program, loop.body).members) {
    const step = last === null ? undefined : stepIn(last, node);
    for (const edge of node.outgoing) {
      const target = stepIn(frame, edge.to);
      if (target === undefined || isIn(last, edge.to)) continue;
      if (edge.isNeeded && step?.isUnreachable !== false) target.isStarved = true;
      settle(frame, edge, step !== undefined && isTaken(step, edge), step?.cause ?? cause);
    }
    settleEscapes(node, step, outer);
  }
};

const isIn = (frame: Frame | null, node: ProgramNode): boolean =>
  frame !== null && stepIn(frame, node) !== undefined;
