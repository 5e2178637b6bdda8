/**
 * All tokens of a text, each with the comments around it. A comment belongs to the token that
 * it stands behind on the same line, or else to the one that follows; whether it had a line to
 * itself is kept, so that formatting what is formatted changes nothing.
 */

import { commentsBetween, scanToken } from '../syntax/scan.ts';
import type { Span, Token } from '../syntax/token.ts';

export interface Item {
  readonly token: Token;
  /** Comments above it, each on a line of its own. */
  own: readonly OwnComment[];
  /** Comments before it on its line. */
  inline: readonly string[];
  /** Comments behind it, to the end of its line. */
  trailing: readonly string[];
  /** Whether a blank line stands directly above it. */
  readonly isSpaced: boolean;
}

export interface OwnComment {
  readonly text: string;
  /** Whether a blank line stands directly above it. */
  readonly isSpaced: boolean;
}

const CLOSERS = '}])';

/** The last is the end of the text. Commas in front of a closing bracket are left out. */
export function itemsOf(source: string): readonly Item[] {
  const items: Item[] = [];
  let behind = 0;
  for (;;) {
    const token = scanToken(source, behind);
    const item = itemOf(source, behind, token, items.at(-1) ?? null);
    const last = items.at(-1);
    if (last !== undefined && isComma(last)) {
      const before = items.at(-2) ?? null;
      if (before !== null) partComments(before, last, item);
      if (CLOSERS.includes(token.text || ' ')) {
        items.pop();
        dropComma(last, before, item);
      }
    }
    items.push(item);
    if (token.kind === 'end') return items;
    behind = token.end;
  }
}

export function isComma({ token }: Item): boolean {
  return token.kind === 'sign' && token.text === ',';
}

/**
 * A comma stands directly behind what is before it, so both have their comments on one line:
 * those of the comma move on where a comment before them would swallow them.
 */
function partComments(before: Item, comma: Item, next: Item): void {
  if (!before.trailing.some((text) => text.startsWith('//'))) return;
  const moved = [...comma.inline, ...comma.trailing];
  next.own = [...moved.map((text) => ({ text, isSpaced: false })), ...next.own];
  comma.inline = [];
  comma.trailing = [];
}

/** Comments of a comma that goes: those on its line stay there, those above it move on. */
function dropComma(comma: Item, before: Item | null, closer: Item): void {
  if (before !== null) {
    before.trailing = [...before.trailing, ...comma.inline, ...comma.trailing];
  }
  closer.own = [...comma.own, ...closer.own];
}

function itemOf(source: string, from: number, token: Token, before: Item | null): Item {
  const comments = commentsBetween(source, from, token.start);
  if (comments.length === 0) {
    const isSpaced = linesBetween(source, from, token.start) > 1;
    return { token, own: [], inline: [], trailing: [], isSpaced };
  }
  const own: OwnComment[] = [];
  const inline: string[] = [];
  let line = 0;
  let at = from;
  const placed = comments.map((comment) => {
    const lines = linesBetween(source, at, comment.start);
    line += lines;
    at = comment.end;
    return { comment, line, isSpaced: lines > 1 };
  });
  const lines = linesBetween(source, at, token.start);
  const lastLine = line + lines;
  for (const { comment, line: place, isSpaced } of placed) {
    const text = commentText(source, comment);
    if (place === lastLine && token.kind !== 'end') inline.push(text);
    else if (place === 0 && before !== null) before.trailing = [...before.trailing, text];
    else own.push({ text, isSpaced });
  }
  return { token, own, inline, trailing: [], isSpaced: lines > 1 };
}

/** Ends of lines between two offsets that only blanks lie between. */
function linesBetween(source: string, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && source.charCodeAt(at + 1) !== 0x0a)) lines += 1;
  }
  return lines;
}

function commentText(source: string, { start, end }: Span): string {
  return source
    .slice(start, end)
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '');
}
