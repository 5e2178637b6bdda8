/** How many columns of a terminal a text takes, and how to make it fit. */

import { eastAsianWidth } from 'get-east-asian-width';

const MARK = /^\p{Mark}$/u;

export function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return 1;
  return MARK.test(character) ? 0 : eastAsianWidth(code);
}

export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The width of the widest text; 0 for none. There may be more texts than a call takes. */
export function widest(texts: Iterable<string>): number {
  let width = 0;
  for (const text of texts) width = Math.max(width, widthOf(text));
  return width;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}

/** What fits into the width from the left. */
export function takeStart(text: string, width: number): string {
  let taken = '';
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width) break;
    taken += character;
  }
  return taken;
}

function takeEnd(text: string, width: number): string {
  const characters = [...text];
  let used = 0;
  let start = characters.length;
  while (start > 0) {
    used += characterWidth(characters[start - 1] ?? '');
    if (used > width) break;
    start -= 1;
  }
  return characters.slice(start).join('');
}

/** Names tell most by their beginning and their end, so what is too long loses its middle. */
export function cutMiddle(text: string, width: number, ellipsis: string): string {
  if (widthOf(text) <= width) return text;
  const room = width - widthOf(ellipsis);
  if (room < 1) return takeStart(text, width);
  const end = Math.floor(room / 2);
  return takeStart(text, room - end) + ellipsis + takeEnd(text, end);
}

export function cutEnd(text: string, width: number, ellipsis: string): string {
  if (widthOf(text) <= width) return text;
  return takeStart(text, Math.max(0, width - widthOf(ellipsis))) + ellipsis;
}

/** Lines of at most `width` columns, broken at blanks; a longer word is broken inside. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (let word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = '';
    }
    while (widthOf(word) > width) {
      const part = takeStart(word, width) || [...word].slice(0, 1).join('');
      lines.push(part);
      word = word.slice(part.length);
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
