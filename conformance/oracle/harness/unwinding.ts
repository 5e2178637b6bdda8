/** What ends a run early: an unhandled failure that is unwound, and a cancel (§8.4, Q1 to Q17). */

import { cancel, end } from './attempts.ts';
import { isHandler, isUnreachable } from './graph.ts';
import { createUnit, type Instance, isInFlight, nodeById, type Unit } from './state.ts';

/** A failure without an error edge that fired. A body's is its loop's to answer for. */
export const isUnhandled = ({ workflow }: Instance, unit: Unit): boolean =>
  unit.state === 'FAILED' &&
  !unit.isDiscarded &&
  unit.iteration === null &&
  !workflow.edges.some(
    (edge) =>
      edge.type === 'error' && edge.from === unit.node.id && unit.conditions.get(edge) !== false,
  );

/** Step 1: what is READY, RUNNING or RETRYING is cancelled (Q11). */
export const startUnwinding = (instance: Instance): void => {
  instance.phase = 'unwinding';
  for (const unit of instance.units) cancel(instance, unit);
};

/**
 * Q8: no compensation. Q15: what waits and could still have been reached is cancelled too, and
 * handlers stay. What else only a failure could have led to is left open.
 */
export const startCancelling = (instance: Instance): void => {
  const pending = instance.units.filter(({ state }) => state === 'PENDING');
  const reachable = pending.filter((unit) => !isUnreachable(instance, unit));
  instance.phase = 'cancelling';
  const waiting = reachable.filter((unit) => !isUnreachable(instance, unit));
  for (const unit of reachable) {
    if (!waiting.includes(unit) && !isHandler(instance, unit.node)) instance.open.push(unit);
  }
  for (const unit of instance.units) cancel(instance, unit);
  for (const unit of waiting) end(instance, unit, 'CANCELLED', null);
};

/** Steps 2 and 3, once all that was in flight has ended (P-quiesce); false if nothing is to do. */
export const unwind = (instance: Instance): boolean => {
  if (instance.units.some(isInFlight)) return false;
  instance.plan ??= planOf(instance);
  for (const { undone, targets } of instance.plan) {
    // One at a time (Q13), all of a unit's in document order (Q6).
    const next = targets.find(({ state }) => state === 'PENDING');
    if (next !== undefined) {
      next.state = 'READY';
      return true;
    }
    const isUndone = targets.every(({ state }) => state === 'SUCCEEDED');
    if (isUndone && undone.state === 'SUCCEEDED') {
      undone.state = 'COMPENSATED';
      return true;
    }
  }
  return false;
};

/**
 * Every SUCCEEDED unit with a compensation edge, most recently completed first; each iteration of
 * a body by itself (Q7), and what had to be let finish too, whose end came last (Q4).
 */
const planOf = (instance: Instance): NonNullable<Instance['plan']> => {
  const plan = instance.units
    .filter(({ state, undoes }) => state === 'SUCCEEDED' && undoes === null)
    .sort((left, right) => right.ended - left.ended)
    .map((undone) => ({ undone, targets: targetsOf(instance, undone) }))
    .filter(({ targets }) => targets.length > 0);
  for (const { targets } of plan) instance.units.push(...targets);
  return plan;
};

const targetsOf = (instance: Instance, undone: Unit): readonly Unit[] =>
  instance.workflow.edges
    .filter(
      (edge) =>
        edge.type === 'compensation' &&
        edge.from === undone.node.id &&
        undone.conditions.get(edge) !== false,
    )
    .map(({ to }) => {
      const place = { undoes: undone, iteration: undone.iteration };
      return createUnit(`compensate:${undone.name}`, nodeById(instance, to), place);
    });
