/** Renders what the outside world is left with. */

import { joinWords } from '../../../simulator/trace/explain/words.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';
import type { Standing } from './world.ts';

/** Units in a list; of more the rest is counted. */
const LISTED = 6;

interface Line {
  readonly sign: string;
  readonly text: string;
  readonly tone: Tone;
}

export function renderWorld(standings: readonly Standing[], terminal: Terminal): readonly string[] {
  if (standings.length === 0) return [];
  const { glyphs, paint, columns } = terminal;
  const odd = standings.filter(isOdd);
  const plain = standings.filter((standing) => !isOdd(standing));
  const undone = plain.filter(({ undoneBy }) => undoneBy !== null);
  const stands = plain.filter(({ undoneBy }) => undoneBy === null).map(({ unit }) => unit);
  const lines: readonly Line[] = [
    ...odd.map((standing) => oddLine(standing, terminal)),
    ...(stands.length === 0
      ? []
      : [
          {
            sign: glyphs.outcome.succeeded,
            text: `stands: ${listed(stands)}`,
            tone: 'good',
          } as const,
        ]),
    ...(undone.length === 0
      ? []
      : [
          {
            sign: glyphs.undone,
            text: `undone: ${byWhom(undone)}`,
            tone: 'undo',
          } as const,
        ]),
  ];
  return [
    ` ${paint('faint', 'The world is left with')}`,
    ...lines.flatMap(({ sign, text, tone }) => {
      const [first = '', ...rest] = wrap(visible(text), columns - 6);
      return [`   ${paint(tone, sign)} ${first}`, ...rest.map((line) => `     ${line}`)];
    }),
  ];
}

/** `charge (by refund)`; what one node has undone stands together. */
function byWhom(undone: readonly Standing[]): string {
  const units = new Map<string, string[]>();
  for (const { unit, undoneBy } of undone) {
    const by = undoneBy ?? unit;
    units.set(by, [...(units.get(by) ?? []), unit]);
  }
  const groups = [...units].map(([by, names]) => `${listed(names)} (by ${by})`);
  return units.size === undone.length ? listed(groups) : groups.join('; ');
}

/** What a person should look at: done twice, left over, or not what the run believes. */
function isOdd({ times, mismatch, undoFailed }: Standing): boolean {
  return times > 1 || mismatch !== null || undoFailed;
}

function oddLine(standing: Standing, { glyphs }: Terminal): Line {
  const { times, mismatch, undoFailed } = standing;
  const text = tellOdd(standing);
  if (times > 1) return { sign: glyphs.repeated, text, tone: 'bad' };
  if (mismatch !== null) return { sign: glyphs.outcome.uncertain, text, tone: 'unknown' };
  return { sign: glyphs.outcome.failed, text, tone: undoFailed ? 'bad' : 'plain' };
}

function tellOdd({ unit, times, undoneBy, undoFailed, state, mismatch }: Standing): string {
  const often = times === 2 ? ' happened twice and' : ` happened ${times} times and`;
  const what = `${unit}${times > 1 ? often : ''}`;
  const stands = undoneBy === null ? 'stands' : `is undone (by ${undoneBy})`;
  switch (mismatch) {
    case 'unknown-to-run':
      return `${what} ${stands}, though the run has it as ${state}: nothing will undo it`;
    case 'undo-unknown-to-run':
      return `${what} ${stands}, though the run has it as ${state}`;
    case null:
      return `${what} ${stands}${undoFailed ? ': its undo failed' : ''}`;
  }
}

function listed(names: readonly string[]): string {
  if (names.length <= LISTED) return joinWords(names);
  return `${names.slice(0, LISTED).join(', ')} and ${names.length - LISTED} more`;
}
