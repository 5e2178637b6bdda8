/** Renders what the outside world is left with. */

import { baseOf, joinWords } from '../../../simulator/trace/explain/words.ts';
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
  const stands = plain.filter(({ undoneBy, leftBehind }) => undoneBy === null && !leftBehind);
  const left = plain.filter(({ leftBehind }) => leftBehind);
  const names = (units: readonly Standing[]) => listed(units.map(({ unit }) => unit));
  const lines: Line[] = odd.map((standing) => oddLine(standing, terminal));
  if (left.length > 0) {
    lines.push({ sign: glyphs.leftBehind, text: `left behind: ${names(left)}`, tone: 'warning' });
  }
  if (stands.length > 0) {
    lines.push({ sign: glyphs.outcome.succeeded, text: `stands: ${names(stands)}`, tone: 'good' });
  }
  if (undone.length > 0) {
    lines.push({ sign: glyphs.undone, text: `undone: ${byWhom(undone)}`, tone: 'undo' });
  }
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
  for (const { unit, node, undoneBy, undoneWith } of undone) {
    // In ORBIT what undoes a step goes by that step.
    const isOwn = undoneBy === node || undoneBy === baseOf(undoneWith ?? unit);
    const whom = isOwn ? '' : `by ${undoneBy ?? unit}`;
    const by = undoneWith === null ? whom : `with ${undoneWith}${whom === '' ? '' : `, ${whom}`}`;
    const names = units.get(by);
    if (names === undefined) units.set(by, [unit]);
    else names.push(unit);
  }
  const groups = [...units].map(([by, names]) =>
    by === '' ? listed(names) : `${listed(names)} (${by})`,
  );
  return units.size === undone.length ? listed(groups) : groups.join('; ');
}

/** What a person should look at: done twice or never, or not what the run believes. */
export function isOdd({ times, undone, mismatch, undoFailed }: Standing): boolean {
  return times > 1 || undone > 1 || mismatch !== null || undoFailed;
}

function oddLine(standing: Standing, { glyphs }: Terminal): Line {
  const { times, undone, mismatch, undoFailed } = standing;
  const text = tellOdd(standing);
  if (times > 1 || undone > 1) return { sign: glyphs.repeated, text, tone: 'bad' };
  if (mismatch !== null) return { sign: glyphs.outcome.uncertain, text, tone: 'unknown' };
  return { sign: glyphs.outcome.failed, text, tone: undoFailed ? 'bad' : 'plain' };
}

/** What is odd about it, as a sentence without its full stop. */
export function tellOdd(standing: Standing): string {
  const { unit, times, undoneBy, undoFailed, state, mismatch, leftBehind } = standing;
  const what = `${unit}${times > 1 ? ` happened ${often(times)} and` : ''}`;
  const by = undoneBy === baseOf(unit) ? '' : ` (by ${undoneBy})`;
  const is = undoneBy === null ? 'stands' : `is undone${again(standing)}${by}`;
  switch (mismatch) {
    case 'unknown-to-run':
      return `${what} ${is}, though the run has it as ${state}${leftBehind ? ': nothing will undo it' : ''}`;
    case 'undo-unknown-to-run':
      return `${what} ${is}, though the run has it as ${state}`;
    case 'undo-never-happened':
      return `${what} ${is}, though the run has it as ${state}: its undo never happened`;
    case 'never-happened':
      return `${unit} never happened, though the run has it as ${state}`;
    case null:
      return `${what} ${is}${undoFailed ? ': its undo failed' : ''}`;
  }
}

function again({ undone }: Standing): string {
  return undone > 1 ? ` ${often(undone)}` : '';
}

function often(times: number): string {
  return times === 2 ? 'twice' : `${times} times`;
}

function listed(names: readonly string[]): string {
  if (names.length <= LISTED) return joinWords(names);
  return `${names.slice(0, LISTED).join(', ')} and ${names.length - LISTED} more`;
}
