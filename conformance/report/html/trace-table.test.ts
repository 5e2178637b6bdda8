/** The runtime's own trace in a report. */

import { describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../../core/model/trace.ts';
import { renderTrace, windowOf } from './trace-table.ts';

const trace = Array.from(
  { length: 100 },
  (_, index): TraceEvent => ({
    ...{ seq: index + 1, at: index * 1000, cause: null, type: 'transition' },
    ...{ node: '<a>', unit: '<a>', attempt: 0, from: 'PENDING', to: 'READY' },
  }),
);

describe('a long trace', () => {
  it.each([
    [null, 1, 60, 0, 40],
    [50, 20, 79, 19, 21],
    [98, 41, 100, 40, 0],
    [7, 1, 60, 0, 40],
  ])('with the breach at %s is shown from %i to %i', (breach, first, last, before, after) => {
    const { shown, ...left } = windowOf(trace, breach);
    expect([shown[0]?.seq, shown.at(-1)?.seq]).toEqual([first, last]);
    expect(left).toEqual({ before, after });
  });

  it('says what is left out, and which event shows the breach', () => {
    const { markup } = renderTrace(trace, 50);
    expect(markup).toContain('19 events left out');
    expect(markup).toContain('21 events left out');
    expect(markup.split('class="only-here"')).toHaveLength(2);
    expect(markup).toContain('node &lt;a&gt;, unit &lt;a&gt;, attempt 0, from PENDING, to READY');
  });
});

it('a runtime without a trace says nothing', () => {
  expect(renderTrace(undefined, null).markup).toBe('');
  expect(renderTrace([], 1).markup).toBe('');
});
