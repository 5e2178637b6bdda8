/** Renders what a run waits for that has not ended. */

import type { Terminal } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';
import type { Waiting } from './waiting.ts';

/** Units that are told; of more the rest is counted. */
const SHOWN = 12;

export function renderWaiting(waiting: readonly Waiting[], terminal: Terminal): readonly string[] {
  if (waiting.length === 0) return [];
  const { glyphs, paint, columns } = terminal;
  const more = waiting.length - SHOWN;
  return [
    ` ${paint('faint', 'What the run waits for')}`,
    ...waiting.slice(0, SHOWN).flatMap(({ unit, text, forWhom, uncertain }) => {
      const lines = wrap(visible(`${unit} ${text}`), columns - 6);
      const sign = uncertain
        ? paint('unknown', glyphs.outcome.uncertain)
        : forWhom === 'operator'
          ? paint('bad', glyphs.outcome.failed)
          : paint('wait', glyphs.outcome.open);
      return lines.map((line, index) => (index === 0 ? `   ${sign} ${line}` : `     ${line}`));
    }),
    ...(more > 0 ? [`     and ${more} more`] : []),
  ];
}
