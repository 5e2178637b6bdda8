/** Two runs of which the second was made by changing one thing: what stayed, what is new. */

import type { TraceEvent } from '../../core/model/trace.ts';
import { momentsOf } from './moment.ts';
import type { Step } from './steps.ts';

export interface Comparison {
  /** Events that lead a step of the new run and that the old one did not have so, by `seq`. */
  readonly changed: ReadonlySet<number>;
  /** Steps of the new run that the old one had as well. */
  readonly same: number;
  /** Steps of the old run that are gone. */
  readonly gone: number;
}

export function compareRuns(
  before: readonly TraceEvent[],
  after: readonly TraceEvent[],
  stepsBefore: readonly Step[],
  stepsAfter: readonly Step[],
): Comparison {
  const known = contents(before);
  const now = contents(after);
  const changed = new Set<number>();
  for (const { lead } of stepsAfter) {
    const moment = now.momentOf.get(lead.seq) ?? '';
    if (known.contentOf.get(moment) !== contentOf(lead)) changed.add(lead.seq);
  }
  const gone = stepsBefore.filter(
    ({ lead }) => !now.contentOf.has(known.momentOf.get(lead.seq) ?? ''),
  ).length;
  return { changed, same: stepsAfter.length - changed.size, gone };
}

function contents(trace: readonly TraceEvent[]) {
  const moments = momentsOf(trace);
  const contentOfMoment = new Map<string, string>();
  const momentOf = new Map<number, string>();
  for (const [index, event] of trace.entries()) {
    const moment = moments[index] ?? '';
    contentOfMoment.set(moment, contentOf(event));
    momentOf.set(event.seq, moment);
  }
  return { contentOf: contentOfMoment, momentOf };
}

/** Numbers of events say nothing of what happened. */
function contentOf(event: TraceEvent): string {
  return JSON.stringify(event, (name, value) =>
    name === 'seq' || name === 'cause' || name === 'checkpoint' ? undefined : value,
  );
}

/** "11 events the same, 10 changed" */
export function comparisonWords({ changed, same, gone }: Comparison): string {
  if (changed.size === 0 && gone === 0) return 'Nothing changed: the run is the same';
  const events = same === 1 ? '1 event' : `${same} events`;
  const less = gone === 0 ? '' : `, ${gone} gone`;
  return `${events} the same, ${changed.size} changed${less}`;
}

/**
 * Where a cursor in the old run stands in the new one: at the same event, else at the last
 * before which nothing differs.
 */
export function carryCursor(
  before: readonly TraceEvent[],
  after: readonly TraceEvent[],
  cursor: number,
): number {
  if (cursor === 0) return 0;
  const at = before.findIndex((event) => event.seq === cursor);
  const moment = momentsOf(before)[at];
  const found = moment === undefined ? -1 : momentsOf(after).indexOf(moment);
  const event = after[found];
  if (event !== undefined) return event.seq;
  let same = 0;
  while (same < Math.min(at, after.length)) {
    const [one, other] = [before[same], after[same]];
    if (one === undefined || other === undefined || contentOf(one) !== contentOf(other)) break;
    same += 1;
  }
  return after[same - 1]?.seq ?? 0;
}
