/** The line that a finding is about, with carets under the very place. */

import type { Place } from '../../../core/model/diagnostic.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visibleCharacter } from '../terminal/visible.ts';
import { cutEnd, takeStart, widthOf } from '../terminal/width.ts';
import { maskKnownKeys } from './conceal.ts';

export interface Excerpt {
  readonly line: string;
  readonly carets: string;
}

/** Characters of a line that are looked at: of one longer, a stretch around the place. */
const LOOKED_AT = 2000;

/** `column` of a place counts code points, from 1; the end is behind its last one. */
export function excerptOf(
  source: string,
  place: Place,
  width: number,
  { glyphs }: Terminal,
): Excerpt {
  const { offset, characters } = stretchOf(source, place.column - 1);
  const start = Math.min(place.column - 1 - offset, characters.length);
  const sameLine = place.endLine === place.line;
  const end = sameLine
    ? Math.min(place.endColumn - 1 - offset, characters.length)
    : characters.length;
  const shown = characters.map(visibleCharacter);
  const text = (from: number, to: number) => shown.slice(from, to).join('');
  const before = text(0, start);
  const marked = text(start, Math.max(start, end));
  const after = text(Math.max(start, end), shown.length);
  return fitInto({ before, marked, after }, offset > 0, width, glyphs.ellipsis, glyphs.caret);
}

/** The characters around one, and how many stand before them. */
function stretchOf(source: string, column: number) {
  let index = 0;
  let passed = 0;
  while (passed < column - LOOKED_AT && index < source.length) {
    index += (source.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
    passed += 1;
  }
  // Each character is of at most two units.
  // A key is masked even where no finding is about it, such as behind a fault of the XML.
  const stretch = maskKnownKeys(source.slice(index, index + 4 * LOOKED_AT));
  const characters = [...stretch].slice(0, 2 * LOOKED_AT);
  return { offset: passed, characters };
}

interface Parts {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

function fitInto(
  { before, marked, after }: Parts,
  cutAlready: boolean,
  width: number,
  ellipsis: string,
  caret: string,
): Excerpt {
  const indented = before.replace(/^ +/, '');
  const shift = Math.min(
    before.length - indented.length,
    Math.max(0, before.length - indented.length - 2),
  );
  const near = before.slice(shift);
  const whole = widthOf(near + marked + after) <= width && !cutAlready;
  const left = whole ? near : takeBehind(near, Math.floor(width / 3), ellipsis, cutAlready);
  const line = whole ? near + marked + after : cutEnd(left + marked + after, width, ellipsis);
  const room = Math.max(1, width - widthOf(left));
  const carets = caret.repeat(Math.max(1, Math.min(widthOf(marked), room)));
  return { line: line.trimEnd(), carets: ' '.repeat(widthOf(left)) + carets };
}

/** The last columns of a text, with a sign where its beginning is missing. */
function takeBehind(text: string, width: number, ellipsis: string, cut: boolean): string {
  if (widthOf(text) <= width && !cut) return text;
  const reversed = [...text].reverse().join('');
  const taken = takeStart(reversed, Math.max(0, width - widthOf(ellipsis)));
  return ellipsis + [...taken].reverse().join('');
}
