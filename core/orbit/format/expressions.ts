/** How expressions and types are laid out. They are known to be well-formed. */

import { LEVELS } from '../expression/syntax.ts';
import { COMMA, group, indent, type Layout, LINE, SOFT, SPACE, tokenOf } from './layout.ts';
import { type Item, isComma } from './tokens.ts';

/** The tokens, and which of them is next. */
export interface Source {
  readonly items: readonly Item[];
  at: number;
}

export function peek({ items, at }: Source): Item {
  return (items[at] ?? items.at(-1)) as Item;
}

export function take(source: Source): Layout {
  const item = peek(source);
  source.at += 1;
  return tokenOf(item);
}

export function isNext(source: Source, text: string): boolean {
  const { token } = peek(source);
  return token.text === text && token.kind !== 'string';
}

/** Words that stand in an expression and are no operand. */
const THEN = ['then', 'else'];

/** An expression as far as it goes; it may break before the loosest of its operators. */
export function expression(source: Source): Layout {
  const operands: Layout[][] = [operand(source)];
  const operators: { readonly level: number; readonly layout: Layout }[] = [];
  for (;;) {
    const { token } = peek(source);
    const isOperator = token.kind === 'sign' || token.kind === 'name';
    const level = isOperator ? LEVELS.findIndex((known) => known.has(token.text)) : -1;
    if (level < 0) break;
    operators.push({ level, layout: take(source) });
    operands.push(operand(source));
  }
  const loosest = Math.min(...levelsOf(operators));
  const rest = operators.flatMap(({ level, layout }, index) => [
    level === loosest ? LINE : SPACE,
    layout,
    SPACE,
    ...(operands[index + 1] ?? []),
  ]);
  return group(...(operands[0] ?? []), indent(...rest));
}

/** At most one of each, however long the expression is. */
function levelsOf(operators: readonly { readonly level: number }[]): readonly number[] {
  return [...new Set(operators.map(({ level }) => level))];
}

function operand(source: Source): Layout[] {
  const { token } = peek(source);
  const parts: Layout[] = [];
  if (token.kind === 'sign' && (token.text === '-' || token.text === '!')) {
    return [take(source), ...operand(source)];
  }
  if (token.kind === 'name' && token.text === 'not') {
    return [take(source), SPACE, ...operand(source)];
  }
  if (token.kind === 'name' && token.text === 'if') return conditional(source);
  if (token.kind === 'sign') parts.push(bracketed(source));
  else {
    parts.push(take(source));
    if (token.kind === 'name' && isNext(source, '(')) parts.push(items(source, value, 'call'));
  }
  for (;;) {
    if (isNext(source, '.')) parts.push(take(source), take(source));
    else if (isNext(source, '[')) parts.push(take(source), expression(source), take(source));
    else return parts;
  }
}

/** `if c then a else if d then b else e`, with a line for each part where it must break. */
function conditional(source: Source): Layout[] {
  const parts: Layout[] = [take(source), SPACE, expression(source)];
  while (THEN.some((word) => isNext(source, word))) {
    const isElse = isNext(source, 'else');
    parts.push(LINE, take(source), SPACE);
    if (isElse && isNext(source, 'if')) parts.push(take(source), SPACE, expression(source));
    else parts.push(expression(source));
    if (isElse && !isNext(source, 'then')) break;
  }
  const [first, ...rest] = parts;
  return first === undefined ? [] : [group(first, indent(...rest))];
}

/** `( … )`, `[ … ]` or `{ … }`. */
function bracketed(source: Source): Layout {
  if (isNext(source, '{')) return items(source, entry, 'fields');
  return items(source, value, isNext(source, '(') ? 'one' : 'list');
}

function value(source: Source): readonly Layout[] {
  return [expression(source)];
}

/** Blanks stand inside the braces of fields; no comma stands behind the one in parentheses. */
export type Brackets = 'fields' | 'list' | 'call' | 'one';

/** `key: expression` */
export function entry(source: Source): readonly Layout[] {
  return [take(source), take(source), SPACE, expression(source)];
}

/** What stands between two brackets: on one line if it fits, or else one item a line. */
export function items(
  source: Source,
  item: (source: Source) => readonly Layout[],
  brackets: Brackets,
): Layout {
  const open = take(source);
  const closers = '}])';
  const isClosed = (): boolean => {
    const { token } = peek(source);
    return token.kind === 'end' || (token.kind === 'sign' && closers.includes(token.text));
  };
  const inner: Layout[] = [];
  while (!isClosed()) {
    if (inner.length > 0) inner.push(LINE);
    inner.push(...item(source));
    if (isComma(peek(source))) inner.push(take(source));
  }
  const comments: Layout = { kind: 'comments', item: peek(source) };
  if (inner.length === 0) return group(open, indent(comments), SOFT, take(source));
  const edge = brackets === 'fields' ? LINE : SOFT;
  const last = brackets === 'one' ? [] : [COMMA];
  return group(open, indent(edge, ...inner, ...last, comments), edge, take(source));
}

/** `List<Map<String, T>>?` */
export function type(source: Source): readonly Layout[] {
  const parts: Layout[] = [take(source)];
  if (isNext(source, '<')) {
    parts.push(take(source));
    while (!isNext(source, '>')) {
      parts.push(...type(source));
      if (isComma(peek(source))) parts.push(take(source), SPACE);
      else break;
    }
    parts.push(take(source));
  }
  if (isNext(source, '?')) parts.push(take(source));
  return parts;
}
