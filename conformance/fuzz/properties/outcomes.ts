import type { Run } from '../../../core/model/run.ts';
import type { Outcome } from '../../../core/model/trace.ts';
import { stepOfUnit } from '../expectations/names.ts';
import { broken, HELD, type JudgeProperty, type PropertyBreak } from './property.ts';

export const never =
  (outcomes: readonly Outcome[]): JudgeProperty =>
  ({ run }) =>
    outcomes.includes(run.outcome) ? broken(describe(run, `never ${outcomes.join(', ')}`)) : HELD;

/** Who asks for a cancel gets one: that end is always allowed then. */
export const allowedOutcomes =
  (outcomes: readonly Outcome[]): JudgeProperty =>
  ({ run, wasCancelled }) =>
    outcomes.includes(run.outcome) || (run.outcome === 'cancelled' && wasCancelled)
      ? HELD
      : broken(describe(run, outcomes.join(' or ')));

const describe = (run: Run, expected: string): PropertyBreak => {
  const failed = firstFailure(run);
  const because =
    run.stalledBecause ??
    (failed === null ? 'see its story' : `'${failed.unit}' failed (${failed.what})`);
  return {
    node: failed === null ? null : stepOfUnit(failed.unit),
    message: `the run ends ${run.outcome}: ${because}`,
    expected,
    observed: run.outcome,
    seq: failed?.seq ?? run.trace.at(-1)?.seq ?? null,
  };
};

/** What began it: the failure after which the unwinding started, else the last one. */
const firstFailure = ({
  trace,
}: Run): { readonly unit: string; readonly seq: number; readonly what: string } | null => {
  let last: { readonly unit: string; readonly seq: number; readonly what: string } | null = null;
  for (const event of trace) {
    if (event.type === 'unwinding.started' && last !== null) return last;
    if (event.type !== 'transition' || event.to !== 'FAILED') continue;
    const { error } = event;
    last = { unit: event.unit, seq: event.seq, what: error?.code ?? error?.class ?? 'internal' };
  }
  return last;
};
