/** How declarations, blocks and members are laid out: one member a line, fields where they fit. */

import { entry, expression, isNext, items, peek, type Source, take, type } from './expressions.ts';
import { group, hard, indent, type Layout, LINE, SPACE } from './layout.ts';
import { type Item, isComma } from './tokens.ts';

/** The whole of a document that is known to follow the grammar. */
export function documentLayout(all: readonly Item[]): readonly Layout[] {
  const source: Source = { items: all, at: 0 };
  const parts: Layout[] = [];
  while (peek(source).token.kind !== 'end') {
    if (parts.length > 0) parts.push(hard('always'));
    parts.push(...declaration(source));
  }
  parts.push(hard('kept'), { kind: 'comments', item: peek(source) });
  return parts;
}

function declaration(source: Source): readonly Layout[] {
  const isRecord = isNext(source, 'record');
  const head = [take(source), SPACE, take(source), SPACE];
  return [...head, isRecord ? fields(source) : block(source)];
}

/** Members of a task, a workflow, a step or a compensation. */
function block(source: Source): Layout {
  const open = take(source);
  const inner: Layout[] = [];
  let wasStep = false;
  while (!isNext(source, '}')) {
    const isStep = isNext(source, 'step') && isStepHere(source);
    const blank = inner.length === 0 ? 'never' : isStep || wasStep ? 'always' : 'kept';
    inner.push(hard(blank), ...member(source, isStep));
    wasStep = isStep;
  }
  const comments: Layout = { kind: 'comments', item: peek(source) };
  if (inner.length === 0) {
    const isBare = peek(source).own.length === 0;
    return group(open, indent(comments), ...(isBare ? [] : [hard('never')]), take(source));
  }
  return group(open, indent(...inner, hard('kept'), comments), hard('never'), take(source));
}

/** A member named `step` is a step, since fields do not stand in a block. */
function isStepHere({ items: all, at }: Source): boolean {
  return all[at + 2]?.token.text === '{';
}

function member(source: Source, isStep: boolean): readonly Layout[] {
  const { text } = peek(source).token;
  const head: Layout[] = [take(source)];
  if (isNext(source, ':')) head.push(take(source));
  head.push(SPACE);
  if (isStep) return [...head, take(source), SPACE, block(source)];
  switch (text) {
    case 'input':
    case 'output':
      return [...head, fields(source)];
    case 'with':
      return [...head, items(source, entry, 'fields')];
    case 'retry':
      return [...head, items(source, setting, 'fields')];
    case 'compensate':
      return [...head, block(source)];
    case 'when':
    case 'idempotency_key':
    case 'return':
      return [...head, expression(source)];
    case 'for':
      return [...head, take(source), SPACE, take(source), SPACE, expression(source)];
    case 'after':
      return [...head, names(source)];
    default:
      return [...head, ...scalar(source)];
  }
}

function fields(source: Source): Layout {
  return items(source, (inner) => [take(inner), take(inner), SPACE, ...type(inner)], 'fields');
}

/** `attempts: 10`, with a colon or without. */
function setting(source: Source): readonly Layout[] {
  const head: Layout[] = [take(source)];
  if (isNext(source, ':')) head.push(take(source));
  return [...head, SPACE, ...scalar(source)];
}

function scalar(source: Source): readonly Layout[] {
  return isNext(source, '-') ? [take(source), take(source)] : [take(source)];
}

function names(source: Source): Layout {
  const parts: Layout[] = [take(source)];
  while (isComma(peek(source))) parts.push(take(source), LINE, take(source));
  return group(indent(...parts));
}
