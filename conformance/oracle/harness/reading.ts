/** What a run comes to, as plain data. */

import type { CompensationOutcome, NodeState, Outcome } from '../../../core/model/trace.ts';
import { isPaused } from './operator.ts';
import type { Instance, OracleCall, Unit } from './state.ts';

export interface OracleFailure {
  readonly unit: string;
  readonly node: string;
  readonly class: string;
  readonly code: string | null;
  readonly attempt: number;
}

export interface Reading {
  readonly outcome: Outcome;
  readonly compensation: CompensationOutcome;
  readonly endedAt: number;
  readonly calls: readonly OracleCall[];
  /** By unit; a compensation by `compensate:<unit> <node>`. */
  readonly states: { readonly [unit: string]: NodeState };
  /** Units that a cancel leaves PENDING or CANCELLED, one as right as the other. */
  readonly open: readonly string[];
  /** Units whose failure counted, in the order of their ends. */
  readonly errors: readonly OracleFailure[];
  /** Compensations that failed (HX-4110). */
  readonly failures: readonly OracleFailure[];
}

export const readingOf = (instance: Instance): Reading => {
  const { units, plan, now, calls } = instance;
  const undoing = units.filter(({ undoes }) => undoes !== null);
  // A compensation that is skipped counts as failed (driver protocol, details).
  const failed = undoing.filter(({ state }) => state !== 'SUCCEEDED');
  const compensation =
    plan === null || undoing.length === 0 ? 'none' : failed.length > 0 ? 'failed' : 'completed';
  return {
    outcome: outcomeOf(instance, compensation),
    compensation,
    endedAt: now,
    calls,
    states: Object.fromEntries(
      units.map(({ name, node, undoes, state }) => [undoes ? `${name} ${node.id}` : name, state]),
    ),
    open: instance.open.map(({ name }) => name),
    errors: instance.errors.map(({ unit, fault, attempt }) => ({
      ...failureOf({ ...unit, fault }, fault.code),
      attempt,
    })),
    failures: failed.map((unit) => failureOf(unit, 'HX-4110')),
  };
};

const failureOf = ({ name, node, fault, attempt }: Unit, code: string | null): OracleFailure => ({
  ...{ unit: name, node: node.id, class: fault?.class ?? 'timeout', code, attempt },
});

const outcomeOf = (instance: Instance, compensation: CompensationOutcome): Outcome => {
  if (isPaused(instance)) return 'paused';
  if (!instance.isOver) return 'stalled';
  switch (instance.phase) {
    case 'forward':
      return 'succeeded';
    case 'cancelling':
      return 'cancelled';
    case 'unwinding':
      // Q1: where nothing was rolled back, it failed.
      return compensation === 'completed' ? 'compensated' : 'failed';
  }
};
