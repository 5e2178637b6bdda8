/** Lines that are marked: those of the selected node, and those with a finding. */

import { type EditorState, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

export interface LineRange {
  /** From 1. */
  readonly first: number;
  readonly last: number;
}

const MARKED = Decoration.line({ class: 'marked' });
const FAULT = Decoration.line({ class: 'fault' });

export const markLines = StateEffect.define<LineRange | null>();
export const markFaults = StateEffect.define<readonly number[]>();

function decorate(
  state: EditorState,
  numbers: readonly number[],
  decoration: Decoration,
): DecorationSet {
  const known = [...new Set(numbers)].filter((number) => number >= 1 && number <= state.doc.lines);
  const ranges = known
    .sort((left, right) => left - right)
    .map((number): Range<Decoration> => decoration.range(state.doc.line(number).from));
  return Decoration.set(ranges);
}

function linesIn(range: LineRange | null): readonly number[] {
  if (range === null) return [];
  const count = Math.max(0, range.last - range.first + 1);
  return Array.from({ length: count }, (_, at) => range.first + at);
}

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    let now = before.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(markLines)) now = decorate(transaction.state, linesIn(effect.value), MARKED);
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const faults = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    let now = before.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(markFaults)) now = decorate(transaction.state, effect.value, FAULT);
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const markedLines = [marked, faults];
