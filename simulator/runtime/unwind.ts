/**
 * Unwinding (HarnessXML §8.4): what is to be undone, in which order, one at a time.
 */

import type { TraceError } from '../../core/model/trace.ts';
import type { ProgramEdge } from '../program/program.ts';
import { createCompensation, undoingUnit } from './create.ts';
import { emitCompensationEnded, emitCompensationStarted, emitOfInstance } from './emit.ts';
import { instanceOf } from './engine.ts';
import { postInstanceDecision, postToStep } from './message.ts';
import { nodeName } from './names.ts';
import type { Instance, StepRun, Unwinding } from './state.ts';
import { STEP } from './states.ts';

/** Says that unwinding begins, and what it will undo as far as is known by now. */
export const announceUnwinding = (
  instance: Instance,
  reason: string,
  cause: number | null,
): number =>
  emitOfInstance(instance.engine, {
    type: 'unwinding.started',
    reason,
    order: toUndo(instance).map(({ step, edge }) =>
      instance.engine.rules.tellsUndone ? undoingUnit(step) : instance.path + edge.to.id,
    ),
    cause,
    ...(instance.parent === null ? {} : { unit: instance.parent.unit }),
  });

export const reasonOf = (failed: StepRun): string =>
  instanceOf(failed).engine.rules.reason(
    failed.unit,
    failed.error?.message ?? failed.error?.class ?? 'internal',
  );

/** Most recently completed first (§8.4.1); several of one step in document order (Q6). */
const toUndo = (instance: Instance): { step: StepRun; edge: ProgramEdge }[] => {
  const pending: { step: StepRun; edge: ProgramEdge }[] = [];
  for (let last = instance.completed.length - 1; last >= 0; last -= 1) {
    const step = instance.completed[last] as StepRun;
    if (step.state !== STEP.SUCCEEDED || isLeftAlone(step, pending)) continue;
    const edges = step.node.compensations.filter(
      (edge) => step.refusedCompensations?.has(edge) !== true,
    );
    const wanted = instance.engine.choices.Q6 === 'first' ? edges.slice(0, 1) : edges;
    for (const edge of wanted) pending.push({ step, edge });
  }
  return pending;
};

/** The body of a loop, in the readings that do not undo each iteration (Q7). */
const isLeftAlone = (step: StepRun, pending: readonly { readonly step: StepRun }[]): boolean => {
  const { Q7 } = step.frame.instance.engine.choices;
  if (step.frame.loop === null || Q7 === 'per-iteration') return false;
  return Q7 === 'none' || pending.some((earlier) => earlier.step.node === step.node);
};

const planUnwinding = (instance: Instance): Unwinding => {
  const pending = toUndo(instance);
  const owed = new Map<StepRun, number>();
  for (const { step } of pending) owed.set(step, (owed.get(step) ?? 0) + 1);
  return { pending, owed, next: 0 };
};

/** Begins the next compensation; in one reading all of them at once (Q13). */
export const compensateNext = (instance: Instance, cause: number): void => {
  if (instance.unwinding === null) {
    instance.unwinding = planUnwinding(instance);
    if (instance.engine.rules.tellsOrder) announceOrder(instance, instance.unwinding, cause);
  }
  const { unwinding } = instance;
  const last = instance.engine.choices.Q13 === 'parallel' ? unwinding.pending.length : 1;
  for (let count = 0; count < last && !isExhausted(unwinding); count += 1) {
    beginNext(instance, unwinding, cause);
  }
};

const announceOrder = (instance: Instance, { pending }: Unwinding, cause: number): void => {
  if (pending.length === 0) return;
  emitOfInstance(instance.engine, {
    type: 'compensation.ordered',
    order: pending.map(({ step }) => undoingUnit(step)),
    cause,
    ...(instance.parent === null ? {} : { unit: instance.parent.unit }),
  });
};

/** Nothing is left that could be begun to be undone. */
export const isExhausted = ({ next, pending }: Unwinding): boolean => next >= pending.length;

const beginNext = (instance: Instance, unwinding: Unwinding, cause: number): void => {
  const next = unwinding.pending[unwinding.next] as Unwinding['pending'][number];
  unwinding.next += 1;
  const step = createCompensation(next.edge.to, next.step);
  step.cause = cause;
  const started = emitCompensationStarted(step, next.step);
  instance.engine.compensations.push(step);
  postToStep(instance.engine, step, { type: 'reached' }, started);
};

/** A compensation has ended: succeeded, or failed for good; a skipped one counts as failed. */
export const compensationEnded = (step: StepRun): void => {
  const { instance } = step.frame;
  const undone = step.undoes as StepRun;
  if (step.state !== STEP.SUCCEEDED) {
    postInstanceDecision(instance, { type: 'compensation.failed' }, step.cause, step);
    return;
  }
  const owed = (instance.unwinding?.owed.get(undone) ?? 1) - 1;
  instance.unwinding?.owed.set(undone, owed);
  if (owed === 0 && instance.engine.rules.namesCompensated) {
    postToStep(instance.engine, undone, { type: 'compensated' }, step.cause);
  }
  postInstanceDecision(instance, { type: 'compensation.succeeded' }, step.cause, step);
};

/** Writes down how a compensation ended; a failure is recorded for itself (HX-4110). */
export const recordCompensation = (instance: Instance, step: StepRun): number => {
  const undone = step.undoes as StepRun;
  if (step.state === STEP.SUCCEEDED) {
    return emitCompensationEnded(step, undone, 'compensated', null);
  }
  const cause = step.error?.message ?? step.error?.class ?? 'it was skipped';
  const errorClass = step.error?.class ?? 'internal';
  const code = instance.engine.rules.codes.compensation ?? step.error?.code ?? errorClass;
  const node = nodeName(step);
  // In ORBIT what undoes a step has no name of its own.
  const isNamed = instance.program.workflow.orbit === undefined;
  const by = isNamed ? ` by ${step.node.id}` : '';
  const message = `the compensation of ${undone.unit}${by} failed: ${cause}`;
  const error: TraceError = { class: errorClass, code, message };
  const about = { code, class: errorClass, message, unit: step.unit };
  instance.failures.push({ ...about, step: node });
  instance.errors.push({ ...about, node, attempt: step.context.attempt });
  return emitCompensationEnded(step, undone, 'compensation_failed', error);
};
