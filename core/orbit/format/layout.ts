/** What a formatted text is made of, before it is known what fits on a line. */

import type { Item } from './tokens.ts';

export type Layout =
  /** A token, with its comments. */
  | { readonly kind: 'token'; readonly item: Item }
  /** Comments above a token, where they stand deeper than it does. */
  | { readonly kind: 'comments'; readonly item: Item }
  | { readonly kind: 'space' }
  /** A blank or nothing if the group is on one line, or else the end of a line. */
  | { readonly kind: 'line' | 'soft' }
  /** The end of a line, whatever fits; `blank` says whether an empty line may follow or must. */
  | { readonly kind: 'hard'; readonly blank: 'never' | 'kept' | 'always' }
  /** A comma if the group is not on one line. */
  | { readonly kind: 'comma' }
  | Group
  | { readonly kind: 'indent'; readonly parts: readonly Layout[] };

/** On one line if it fits there. */
export interface Group {
  readonly kind: 'group';
  readonly parts: readonly Layout[];
  readonly size: Size;
}

interface Size {
  /** Columns on one line; infinite for what can't stand on one. */
  readonly width: number;
  /** Whether a comment behind the last token ends the line: nothing can follow on it. */
  readonly isLast: boolean;
}

export const SPACE: Layout = { kind: 'space' };
export const LINE: Layout = { kind: 'line' };
export const SOFT: Layout = { kind: 'soft' };
export const COMMA: Layout = { kind: 'comma' };

export function hard(blank: 'never' | 'kept' | 'always'): Layout {
  return { kind: 'hard', blank };
}

export function tokenOf(item: Item): Layout {
  return { kind: 'token', item };
}

export function indent(...parts: readonly Layout[]): Layout {
  return { kind: 'indent', parts };
}

export function group(...parts: readonly Layout[]): Layout {
  return { kind: 'group', parts, size: sizeOf(parts) };
}

function sizeOf(parts: readonly Layout[]): Size {
  let width = 0;
  let isLast = false;
  for (const part of parts) {
    const size = sizeOfPart(part);
    if (isLast && size.width > 0) return { width: Number.POSITIVE_INFINITY, isLast: false };
    width += size.width;
    isLast ||= size.isLast;
  }
  return { width, isLast };
}

function sizeOfPart(part: Layout): Size {
  switch (part.kind) {
    case 'token':
      return sizeOfItem(part.item);
    case 'comments':
      return plain(part.item.own.length > 0 ? Number.POSITIVE_INFINITY : 0);
    case 'space':
    case 'line':
      return plain(1);
    case 'soft':
    case 'comma':
      return plain(0);
    case 'hard':
      return plain(Number.POSITIVE_INFINITY);
    case 'group':
      return part.size;
    case 'indent':
      return sizeOf(part.parts);
  }
}

function plain(width: number): Size {
  return { width, isLast: false };
}

/** Comments above a token, and those of several lines, keep what is around them off one line. */
function sizeOfItem({ token, own, inline, trailing }: Item): Size {
  const isLast = trailing.length > 0;
  if (own.length > 0) return { width: Number.POSITIVE_INFINITY, isLast };
  let width = token.text.length;
  for (const text of inline) {
    if (text.includes('\n')) return { width: Number.POSITIVE_INFINITY, isLast };
    width += text.length + 1;
  }
  return { width, isLast };
}
