import type { Run } from '../../../core/model/run.ts';
import { stepOfUnit } from '../expectations/names.ts';
import { writeSpan } from '../expectations/span.ts';
import { broken, HELD, type JudgeProperty, type PropertyBreak } from './property.ts';

/** A paused run waits for an operator, as it was asked to: that is an end for now. */
export const ends: JudgeProperty = ({ run }) =>
  run.outcome === 'stalled' ? broken(describeStall(run)) : HELD;

export const endsWithin =
  (time: number): JudgeProperty =>
  ({ run }) => {
    if (run.outcome === 'stalled') return broken(describeStall(run));
    if (run.endedAt <= time) return HELD;
    return broken({
      node: null,
      message: `the run takes ${writeSpan(run.endedAt)}, longer than ${writeSpan(time)}`,
      expected: `an end within ${writeSpan(time)}`,
      observed: `it ended ${run.outcome} at ${writeSpan(run.endedAt)}`,
      seq: run.trace.find(({ at }) => at > time)?.seq ?? null,
    });
  };

const describeStall = (run: Run): PropertyBreak => {
  const open = openUnit(run);
  return {
    node: open === null ? null : stepOfUnit(open.unit),
    message: `the run never ends: ${run.stalledBecause ?? 'nothing can happen any more'}`,
    expected: 'an end',
    observed: `nothing happens any more after ${writeSpan(run.endedAt)}`,
    seq: open?.seq ?? run.trace.at(-1)?.seq ?? null,
  };
};

/** What is under way for ever: the innermost step that has begun and not ended. */
const openUnit = ({ trace }: Run): { readonly unit: string; readonly seq: number } | null => {
  const open = new Map<string, number>();
  const inner = new Map<string, number>();
  for (const event of trace) {
    if (event.type === 'transition') {
      if (event.to === 'RUNNING') open.set(event.unit, event.seq);
      else open.delete(event.unit);
    } else if (event.type === 'attempt.started') inner.set(event.unit, event.seq);
    else if (event.type === 'attempt.ended') inner.delete(event.unit);
  }
  const [unit, seq] = [...inner][0] ?? [...open].at(-1) ?? [];
  return unit === undefined || seq === undefined ? null : { unit, seq };
};
