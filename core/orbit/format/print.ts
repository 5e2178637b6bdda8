/** From layout to text: what fits on a line stands on it, and every comment where it stood. */

import type { Layout } from './layout.ts';
import type { Item } from './tokens.ts';

const WIDTH = 100;
const INDENT = '    ';

/** Signs that no blank stands behind, and those that none stands before. */
const TIGHT_BEHIND = '([.!-<';
const TIGHT_BEFORE = '.,)]>?:';

type Pending = 'nothing' | 'space' | 'newline' | 'blank';

interface Printer {
  readonly lines: string[];
  line: string;
  /** What stands between what is written and what comes next. */
  pending: Pending;
  /** Whether the source may give a blank line where the line ends now. */
  mayBlank: boolean;
  depth: number;
  /** Comments that end the line, once a comma has had its turn. */
  trailing: readonly string[];
}

export function printLayout(parts: readonly Layout[]): string {
  const printer: Printer = {
    lines: [],
    line: '',
    pending: 'nothing',
    mayBlank: false,
    depth: 0,
    trailing: [],
  };
  for (const part of parts) print(printer, part, true);
  flushTrailing(printer);
  if (printer.line !== '') printer.lines.push(printer.line);
  const text = printer.lines.join('\n').replace(/\n+$/, '');
  return text === '' ? '' : `${text}\n`;
}

function print(printer: Printer, part: Layout, isBroken: boolean): void {
  switch (part.kind) {
    case 'token':
      printItem(printer, part.item);
      return;
    case 'comments':
      printOwn(printer, part.item);
      return;
    case 'space':
      if (printer.pending === 'nothing') printer.pending = 'space';
      return;
    case 'line':
      if (isBroken) endLine(printer, false);
      else if (printer.pending === 'nothing') printer.pending = 'space';
      return;
    case 'soft':
      if (isBroken) endLine(printer, false);
      return;
    case 'hard':
      endLine(printer, part.blank === 'always');
      printer.mayBlank = part.blank !== 'never';
      return;
    case 'comma':
      if (isBroken) printer.line += ',';
      return;
    case 'indent':
      printer.depth += 1;
      for (const inner of part.parts) print(printer, inner, isBroken);
      printer.depth -= 1;
      return;
    case 'group': {
      const fits = columnOf(printer) + part.size.width <= WIDTH;
      for (const inner of part.parts) print(printer, inner, !fits);
      return;
    }
  }
}

/** Where the next token would stand. */
function columnOf({ line, pending, depth }: Printer): number {
  if (pending === 'newline' || pending === 'blank') return INDENT.length * depth;
  return line.length + (pending === 'space' ? 1 : 0);
}

function endLine(printer: Printer, isBlank: boolean): void {
  printer.mayBlank = false;
  printer.pending = isBlank || printer.pending === 'blank' ? 'blank' : 'newline';
}

function printItem(printer: Printer, item: Item): void {
  printOwn(printer, item);
  const { token, inline, trailing, isSpaced } = item;
  if (token.text !== ',') flushTrailing(printer);
  if (printer.pending === 'newline' && printer.mayBlank && isSpaced) printer.pending = 'blank';
  for (const text of inline) {
    if (printer.pending === 'nothing' && mayStandBehind(printer.line)) printer.pending = 'space';
    write(printer, text);
    printer.pending = TIGHT_BEFORE.includes(token.text || ' ') ? 'nothing' : 'space';
  }
  write(printer, token.text);
  if (trailing.length === 0) return;
  printer.trailing = [...printer.trailing, ...trailing];
}

function mayStandBehind(line: string): boolean {
  return line !== '' && !TIGHT_BEHIND.includes(line.charAt(line.length - 1));
}

/** The comments above a token; they are printed once, at the first that asks for them. */
function printOwn(printer: Printer, item: Item): void {
  const { own } = item;
  if (own.length === 0) return;
  item.own = [];
  flushTrailing(printer);
  for (const { text, isSpaced } of own) {
    const isForced = printer.pending === 'blank';
    if (printer.line !== '' || printer.lines.length > 0) {
      const isBlank = isForced || (printer.mayBlank && isSpaced);
      printer.pending = isBlank ? 'blank' : 'newline';
    }
    const { mayBlank } = printer;
    write(printer, text);
    printer.pending = 'newline';
    // Behind the first comment of a block a blank line may stand where none may before it.
    printer.mayBlank = mayBlank || isForced || isAtMember(item);
  }
}

/** Whether a token begins a member or ends a block: between those the source's blanks are kept. */
function isAtMember({ token }: Item): boolean {
  return token.kind === 'end' || token.kind === 'name' || token.text === '}';
}

/** Writes the comments that end the line, and ends it. */
function flushTrailing(printer: Printer): void {
  if (printer.trailing.length === 0) return;
  const { trailing, pending, mayBlank } = printer;
  printer.trailing = [];
  for (const text of trailing) {
    printer.pending = 'space';
    write(printer, text);
  }
  printer.pending = pending === 'blank' ? 'blank' : 'newline';
  printer.mayBlank = mayBlank;
}

function write(printer: Printer, text: string): void {
  switch (printer.pending) {
    case 'blank':
    case 'newline': {
      if (printer.line !== '' || printer.lines.length > 0) printer.lines.push(printer.line);
      if (printer.pending === 'blank' && printer.lines.length > 0) printer.lines.push('');
      printer.line = INDENT.repeat(printer.depth);
      break;
    }
    case 'space':
      printer.line += ' ';
      break;
    case 'nothing':
      break;
  }
  printer.pending = 'nothing';
  printer.mayBlank = false;
  // Only the last line of a comment that has several counts for what stands behind it.
  const end = text.lastIndexOf('\n');
  if (end < 0) printer.line += text;
  else {
    printer.lines.push(printer.line + text.slice(0, end));
    printer.line = text.slice(end + 1);
  }
}
