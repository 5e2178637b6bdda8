/** Which event of the built-in runtime's run to look at, so that one sees where another went wrong. */

import type { TraceEvent } from '../../core/model/trace.ts';
import type { Breach } from '../rules/rule.ts';

/**
 * The last event that is not after the breach; at that very moment one about its unit, if any is.
 * Events of the runtime under test have numbers of their own, so only times tell.
 * @param at ms since the run began; null where it is the end of the run that is wrong.
 * @returns `seq` of an event; null for an empty trace.
 */
export const stepOf = (
  trace: readonly TraceEvent[],
  { unit }: Pick<Breach, 'unit'>,
  at: number | null,
): number | null => {
  const before = at === null ? trace : trace.filter((event) => event.at <= at);
  const last = (before.length > 0 ? before : trace.slice(0, 1)).at(-1);
  if (last === undefined) return null;
  const own = before.findLast(
    (event) => event.at === last.at && unit !== null && 'unit' in event && event.unit === unit,
  );
  return (at === null ? last : (own ?? last)).seq;
};
