/** Colours from the same pieces as the plain pane's, laid over the lines that are seen. */

import { type EditorState, Facet, RangeSetBuilder, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { Line } from '../../models/source.ts';

export type Colouring = (text: string) => readonly Line[];

export const colouring = Facet.define<Colouring, Colouring>({
  combine: ([first]) => first ?? (() => []),
});

const pieces = (state: EditorState) => state.facet(colouring)(state.doc.toString());

const lines = StateField.define<readonly Line[]>({
  create: pieces,
  update: (before, transaction) => (transaction.docChanged ? pieces(transaction.state) : before),
});

const MARKS = new Map(
  ['tag', 'attribute', 'value', 'comment'].map((kind) => [kind, Decoration.mark({ class: kind })]),
);

function coloursOf({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const all = state.field(lines);
  let done = 0;
  for (const { from, to } of visibleRanges) {
    const first = state.doc.lineAt(from).number;
    const last = state.doc.lineAt(to).number;
    for (let number = Math.max(first, done + 1); number <= last; number += 1) {
      let at = state.doc.line(number).from;
      for (const { kind, text } of all[number - 1] ?? []) {
        const mark = MARKS.get(kind);
        if (mark !== undefined && text !== '') builder.add(at, at + text.length, mark);
        at += text.length;
      }
      done = number;
    }
  }
  return builder.finish();
}

const painter = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = coloursOf(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = coloursOf(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export const colours = [lines, painter];
