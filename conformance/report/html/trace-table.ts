/** What the runtime says of its run itself: of a long trace what is around the breach. */

import type { Json } from '../../../core/model/json.ts';
import type { TraceEvent } from '../../../core/model/trace.ts';
import { countOf, formatTime } from '../../../simulator/trace/explain/words.ts';
import { html, type Markup, nothing } from './markup.ts';
import { timeOf } from './timeline/attempts.ts';

const MOST_SHOWN = 60;

/** @param breachSeq The event that shows the breach; null where none does. */
export const renderTrace = (
  trace: readonly TraceEvent[] | undefined,
  breachSeq: number | null,
): Markup => {
  if (trace === undefined || trace.length === 0) return nothing;
  const { shown, before, after } = windowOf(trace, breachSeq);
  const left = (count: number): Markup | null =>
    count === 0
      ? null
      : html`<tr><td colspan="${COLUMNS.length}">${countOf(count, 'event')} left out</td></tr>
`;
  return html`<details class="trace"${breachSeq === null ? null : html` open=""`}><summary>What the runtime says itself: ${countOf(trace.length, 'event')} of its trace</summary>
<div class="scroll" role="group" aria-label="Trace" tabindex="0"><table>
<thead><tr>${COLUMNS.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${left(before)}${shown.map((event) => renderEvent(event, event.seq === breachSeq))}${left(after)}</tbody></table></div></details>
`;
};

const COLUMNS = ['Number', 'At', 'Event', 'What of it'];

interface Shown {
  readonly shown: readonly TraceEvent[];
  readonly before: number;
  readonly after: number;
}

/** As many as may be, with the breach in the middle. */
export const windowOf = (trace: readonly TraceEvent[], breachSeq: number | null): Shown => {
  const index = Math.max(
    0,
    trace.findIndex(({ seq }) => seq === breachSeq),
  );
  const last = Math.max(0, trace.length - MOST_SHOWN);
  const before = Math.min(last, Math.max(0, index - MOST_SHOWN / 2));
  const shown = trace.slice(before, before + MOST_SHOWN);
  return { shown, before, after: trace.length - before - shown.length };
};

const renderEvent = (event: TraceEvent, isBreach: boolean): Markup =>
  html`<tr${isBreach ? html` class="only-here"` : null}><td class="time">${event.seq}</td><td class="time">${formatTime(timeOf(event.at))}</td><th scope="row">${event.type}${isBreach ? html` <b class="flag">breach</b>` : null}</th><td>${factsOf(event)}</td></tr>
`;

/** Its place and its number have columns of their own; of a key nobody reads more than that it is there. */
const TOLD: readonly string[] = ['seq', 'at', 'type', 'key', 'cause'];

const factsOf = (event: TraceEvent): string =>
  Object.entries(event as unknown as { readonly [name: string]: Json })
    .filter(([name, value]) => !TOLD.includes(name) && value !== null)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
