/**
 * The signs that a timeline is drawn with. Those of Unicode are in the fonts that terminals
 * come with; each of them takes one column, and none has a form as an emoji.
 */

import type { BarKind, BarOutcome, Mark, TurnKind } from '../../../simulator/trace/timeline.ts';

export interface Glyphs {
  /** What fills a bar that goes forward, by its kind. */
  readonly forward: Readonly<Record<BarKind, string>>;
  /** What fills a bar that undoes. */
  readonly undo: Readonly<Record<BarKind, string>>;
  /** The head of an undo bar: it points back. */
  readonly undoHead: string;
  readonly outcome: Readonly<Record<BarOutcome, string>>;
  readonly mark: Readonly<Record<Mark['kind'], string>>;
  /** A decision, barrier or other node that calls nothing. */
  readonly span: string;
  /** The far side is asked what became of a call. */
  readonly asked: string;
  /** The edge of a piece of a bar that goes on in another band. */
  readonly continued: { readonly left: string; readonly right: string };
  readonly axis: {
    readonly line: string;
    readonly tick: string;
    readonly start: string;
    readonly end: string;
    /** Where time is drawn shorter than it was. */
    readonly shortened: string;
  };
  readonly turn: Readonly<Record<Exclude<TurnKind, 'signal'>, string>>;
  readonly undone: string;
  readonly repeated: string;
  readonly never: string;
  /** It stands, and nothing will undo it. */
  readonly leftBehind: string;
  readonly ellipsis: string;
  readonly gutter: string;
  readonly caret: string;
  readonly dot: string;
  /** Before the number of a section. */
  readonly section: string;
}

export const unicodeGlyphs: Glyphs = {
  forward: { attempt: '━', backoff: '┈', wait: '─', queue: '░', span: '─' },
  undo: { attempt: '═', backoff: '┈', wait: '─', queue: '░', span: '═' },
  undoHead: '◄',
  outcome: {
    succeeded: '✓',
    failed: '×',
    timed_out: 'T',
    cancelled: '/',
    uncertain: '?',
    open: '…',
  },
  mark: { late: '!', skipped: '○', cancelled: '/' },
  span: '◆',
  asked: '◇',
  continued: { left: '‹', right: '›' },
  axis: { line: '─', tick: '┴', start: '└', end: '┘', shortened: '≈' },
  turn: {
    unwinding: '┊',
    cancel: '┊',
    crash: '║',
    resume: '║',
    pause: '┊',
    operator: '┊',
    end: '│',
  },
  undone: '◄',
  repeated: '‼',
  never: '·',
  leftBehind: '•',
  ellipsis: '…',
  gutter: '│',
  caret: '^',
  dot: '·',
  section: '§',
};

export const asciiGlyphs: Glyphs = {
  forward: { attempt: '=', backoff: '.', wait: '~', queue: ':', span: '_' },
  undo: { attempt: '-', backoff: '.', wait: '~', queue: ':', span: '_' },
  undoHead: '<',
  outcome: {
    succeeded: '+',
    failed: 'x',
    timed_out: 'T',
    cancelled: '/',
    uncertain: '?',
    open: '>',
  },
  mark: { late: '!', skipped: 'o', cancelled: '/' },
  span: '#',
  asked: 'i',
  continued: { left: '{', right: '}' },
  axis: { line: '-', tick: '+', start: '+', end: '+', shortened: '~' },
  turn: {
    unwinding: ':',
    cancel: ':',
    crash: '!',
    resume: '!',
    pause: ':',
    operator: ':',
    end: '|',
  },
  undone: '<',
  repeated: '!',
  never: '.',
  leftBehind: '*',
  ellipsis: '..',
  gutter: '|',
  caret: '^',
  dot: '-',
  section: 'sec. ',
};
