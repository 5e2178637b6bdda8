import type { Run } from '../../../core/model/run.ts';
import type { NodeState } from '../../../core/model/trace.ts';
import { formatTime } from '../../../simulator/trace/explain/words.ts';
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
    const longest = longestUnit(run);
    const mostly =
      longest === null ? '' : `, ${formatTime(longest.time)} of it for '${longest.unit}'`;
    return broken({
      node: longest === null ? null : stepOfUnit(longest.unit),
      message: `the run takes ${formatTime(run.endedAt)}, longer than ${writeSpan(time)}${mostly}`,
      expected: `an end within ${writeSpan(time)}`,
      observed: `it ended ${run.outcome} at ${formatTime(run.endedAt)}`,
      seq: run.trace.find(({ at }) => at > time)?.seq ?? null,
    });
  };

/** What the simulator says where it knows no better. */
const NOTHING = 'nothing can happen any more';

const describeStall = (run: Run): PropertyBreak => {
  const open = openUnit(run);
  const because = run.stalledBecause ?? NOTHING;
  const why =
    because === NOTHING && open !== null ? `${open.unit} never comes to its end` : because;
  return {
    node: open === null ? null : stepOfUnit(open.unit),
    message: `the run never ends: ${why}`,
    expected: 'an end',
    observed: `nothing happens any more after ${formatTime(run.endedAt)}`,
    seq: open?.seq ?? run.trace.at(-1)?.seq ?? null,
  };
};

/** What ends a step's own time: what becomes of it later is not its doing. */
const ENDED: ReadonlySet<NodeState> = new Set(['SUCCEEDED', 'FAILED', 'SKIPPED', 'CANCELLED']);

/** What took the most time from its first attempt to its end; what repeats others does not count. */
const longestUnit = ({ trace }: Run): { readonly unit: string; readonly time: number } | null => {
  const began = new Map<string, number>();
  let longest: { readonly unit: string; readonly time: number } | null = null;
  for (const event of trace) {
    if (event.type === 'attempt.started' || event.type === 'timer.set') {
      if (!began.has(event.unit)) began.set(event.unit, event.at);
      continue;
    }
    if (event.type !== 'transition') continue;
    const from = began.get(event.unit);
    if (from === undefined || !ENDED.has(event.to)) continue;
    if (longest === null || event.at - from > longest.time) {
      longest = { unit: event.unit, time: event.at - from };
    }
  }
  return longest;
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
