/** `run --format events`: the whole trace, a line for each event, for reading and for `grep`. */

import type { TraceEvent } from '../../../core/model/trace.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import { titleOf } from '../../../simulator/trace/explain/headline.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { cutMiddle, padEnd, padStart, widest } from '../terminal/width.ts';
import { createClock } from '../timeline/clock.ts';

/** Units longer than this lose their middle. */
const LONGEST_UNIT = 32;

export function* renderEvents(
  trace: readonly TraceEvent[],
  workflow: Workflow,
  { paint, glyphs }: Terminal,
): Generator<string> {
  const clock = createClock(trace.at(-1)?.at ?? 0);
  const unit = clock.unit === '' ? '' : ` ${clock.unit}`;
  const times = trace.map(({ at }) => clock.format(at) + unit);
  const seqWidth = String(trace.at(-1)?.seq ?? 0).length;
  const timeWidth = widest(times);
  const units = trace.map((event) => ('unit' in event ? visible(event.unit) : ''));
  const unitWidth = Math.min(LONGEST_UNIT, widest(units));
  for (const [index, event] of trace.entries()) {
    const columns = [
      paint('faint', padStart(String(event.seq), seqWidth)),
      paint('faint', padStart(times[index] ?? '', timeWidth)),
      padEnd(cutMiddle(units[index] ?? '', unitWidth, glyphs.ellipsis), unitWidth),
      visible(titleOf(event, workflow)),
    ];
    yield `${columns.join('  ').trimEnd()}\n`;
  }
}
