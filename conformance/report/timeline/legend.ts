/** What the signs of a timeline mean: those that occur in it, and no others. */

import type { Timeline } from '../../../simulator/trace/timeline.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { wrap } from '../terminal/width.ts';

/** No-break space: an entry of the legend is not torn apart. */
const TIE = '\u00a0';

export function renderLegend(
  timeline: Timeline,
  { glyphs, paint, columns }: Terminal,
): readonly string[] {
  const bars = timeline.lanes.flatMap((lane) => lane.bars);
  const marks = timeline.lanes.flatMap((lane) => lane.marks);
  const { forward, undo, outcome, mark } = glyphs;
  const entries: readonly (readonly [boolean, string, string])[] = [
    [bars.some(({ kind }) => kind === 'attempt'), forward.attempt + outcome.succeeded, 'attempt'],
    [
      bars.some(({ direction }) => direction === 'undo'),
      glyphs.undoHead + undo.attempt + outcome.succeeded,
      'undo',
    ],
    [bars.some(({ kind }) => kind === 'backoff'), forward.backoff.repeat(2), 'backoff'],
    [bars.some(({ kind }) => kind === 'wait'), forward.wait.repeat(2), 'wait'],
    [bars.some(({ kind }) => kind === 'queue'), forward.queue.repeat(2), 'queue'],
    [bars.some(({ kind }) => kind === 'span'), glyphs.span, 'no call'],
    [bars.some(({ purpose }) => purpose === 'reconcile'), glyphs.asked, 'asked what became of it'],
    [bars.some((bar) => bar.outcome === 'failed'), outcome.failed, 'failed'],
    [bars.some((bar) => bar.outcome === 'timed_out'), outcome.timed_out, 'timed out'],
    [bars.some((bar) => bar.outcome === 'uncertain'), outcome.uncertain, 'nobody knows'],
    [
      bars.some((bar) => bar.outcome === 'cancelled') ||
        marks.some(({ kind }) => kind === 'cancelled'),
      outcome.cancelled,
      'cancelled',
    ],
    [bars.some((bar) => bar.outcome === 'open'), outcome.open, 'end unknown'],
    [marks.some(({ kind }) => kind === 'skipped'), mark.skipped, 'skipped'],
    [marks.some(({ kind }) => kind === 'late'), mark.late, 'late answer'],
  ];
  const shown = entries
    .filter(([occurs]) => occurs)
    .map(([, sign, meaning]) => `${sign} ${meaning}`.replaceAll(' ', TIE));
  return wrap(shown.join(`${TIE} `), columns - 3).map(
    (line) => ` ${paint('faint', line.replaceAll(TIE, ' ').trimEnd())}`,
  );
}
