/**
 * The editor itself, which is loaded when a document is first shown. It lives in a shadow root:
 * there its styles are sheets of its own, so that the page's policy need not permit any style
 * that stands in a document.
 */

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, type Extension, Prec, type Text } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { Diagnostic } from '../../../core/model/diagnostic.ts';
import { linesOfScenario } from '../../models/editor/json-lines.ts';
import { stretchOf, type TextLines } from '../../models/editor/positions.ts';
import { linesOfSource } from '../../models/source.ts';
import { colouring, colours } from './colours.ts';
import { type LineRange, markedLines, markFaults, markLines } from './lines.ts';
import { theme } from './theme.ts';

export type Language = 'workflow' | 'scenario';

export interface EditorOptions {
  /** What the text belongs to: an editor that comes back to it finds selection and history. */
  readonly base: object;
  readonly text: string;
  readonly language: Language;
  readonly label: string;
  /** Long lines go on below instead of out of sight. */
  readonly wraps: boolean;
  readonly onEdit: (text: string) => void;
  /** A line, from 1, was clicked. */
  readonly onLine: (line: number) => void;
  /** The keyboard is to go elsewhere. */
  readonly onLeave: () => void;
}

export interface Editor {
  /** Somebody was typing in the editor whose place this one takes. */
  readonly resumes: boolean;
  /** What was changed elsewhere; another base begins another history. */
  setText(base: object, text: string): void;
  setMarked(lines: LineRange | null): void;
  setFindings(findings: readonly Diagnostic[]): void;
  goTo(place: Pick<Diagnostic, 'line' | 'column' | 'endLine' | 'endColumn'>): void;
  focus(): void;
  destroy(): void;
}

type Hooks = Pick<EditorOptions, 'onEdit' | 'onLine' | 'onLeave'>;

interface Kept {
  readonly state: EditorState;
  readonly hadFocus: boolean;
  /** When it was put away, in ms. */
  readonly at: number;
}

/** A page that turns from faults to a run shows another editor; typing goes on in it (in ms). */
const SOON = 1000;
const INSTANT = 30;

const hooks = new WeakMap<EditorView, Hooks>();
const kept = new WeakMap<object, Partial<Record<Language, Kept>>>();
const fromOutside = Annotation.define<boolean>();

const leave = (view: EditorView): boolean => {
  hooks.get(view)?.onLeave();
  return true;
};

const clicked = (view: EditorView, position: number): void =>
  hooks.get(view)?.onLine(view.state.doc.lineAt(position).number);

const common: Extension = [
  lineNumbers({
    domEventHandlers: {
      click(view, line) {
        clicked(view, line.from);
        return false;
      },
    },
  }),
  history(),
  search({ top: true }),
  keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
  // Whatever else Escape closes is closed first.
  Prec.lowest(keymap.of([{ key: 'Escape', run: leave }])),
  EditorView.domEventHandlers({
    click(event, view) {
      const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (position !== null && view.state.selection.main.empty) clicked(view, position);
      return false;
    },
    // A file that is dropped is opened by the page.
    drop: (event) => (event.dataTransfer?.files.length ?? 0) > 0,
  }),
  EditorView.updateListener.of(({ docChanged, transactions, view, state }) => {
    if (!docChanged || transactions.some((one) => one.annotation(fromOutside) === true)) return;
    hooks.get(view)?.onEdit(state.doc.toString());
  }),
  colours,
  markedLines,
  theme,
];

function createState({ language, label, wraps }: EditorOptions, text: string): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      common,
      colouring.of(language === 'workflow' ? linesOfSource : linesOfScenario),
      EditorView.contentAttributes.of({
        'aria-label': `${label}. Tab or Escape leaves the editor.`,
        // Rules on scrolling want to see that keys reach it.
        tabindex: '0',
        spellcheck: 'false',
        autocapitalize: 'off',
        autocorrect: 'off',
      }),
      wraps ? EditorView.lineWrapping : [],
    ],
  });
}

const textLines = (text: Text): TextLines => ({
  count: text.lines,
  line: (number) => text.line(number),
});

function keptState({ base, language }: EditorOptions, text: string): Kept | null {
  const found = kept.get(base)?.[language];
  return found !== undefined && found.state.doc.toString() === text ? found : null;
}

const plain = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Puts an editor into an element that has nothing in it yet. */
export function createEditor(host: HTMLElement, options: EditorOptions): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  const known = keptState(options, plain(options.text));
  let { base } = options;
  /** In ms; a browser takes the focus away before an element is gone. */
  let blurredAt = Number.NEGATIVE_INFINITY;
  const view = new EditorView({
    state: known?.state ?? createState(options, options.text),
    parent: root,
    root,
  });
  hooks.set(view, options);
  view.contentDOM.addEventListener('blur', () => {
    blurredAt = performance.now();
  });

  function scrollTo(from: number, to: number): void {
    // By hand, since the view would move the page as well.
    const { scrollDOM } = view;
    const top = view.lineBlockAt(from).top;
    const bottom = view.lineBlockAt(to).bottom;
    if (top >= scrollDOM.scrollTop && bottom <= scrollDOM.scrollTop + scrollDOM.clientHeight)
      return;
    scrollDOM.scrollTop = Math.max(0, (top + bottom - scrollDOM.clientHeight) / 2);
  }

  return {
    resumes: known?.hadFocus === true && performance.now() - known.at < SOON,
    setText(nextBase, text) {
      const before = view.state.doc.toString();
      const next = plain(text);
      if (nextBase !== base) {
        base = nextBase;
        if (before !== next) view.setState(createState(options, text));
        return;
      }
      if (before === next) return;
      const changes = changeBetween(before, next);
      view.dispatch({ changes, annotations: fromOutside.of(true) });
    },
    setMarked(lines) {
      view.dispatch({ effects: markLines.of(lines) });
      if (lines === null) return;
      const { doc } = view.state;
      const last = Math.min(lines.last, doc.lines);
      scrollTo(doc.line(Math.min(lines.first, last)).from, doc.line(last).from);
    },
    setFindings(findings) {
      const lines = textLines(view.state.doc);
      const marks = findings.map((finding) => ({
        ...stretchOf(finding, lines),
        severity: finding.severity,
        message: finding.message,
        source: finding.code,
      }));
      view.dispatch(setDiagnostics(view.state, marks), {
        effects: markFaults.of(findings.map(({ line }) => line)),
      });
    },
    goTo(place) {
      const { from, to } = stretchOf(place, textLines(view.state.doc));
      // Who asks to go there wants the page to move as well.
      const effects = EditorView.scrollIntoView(from, { y: 'center' });
      view.dispatch({ selection: { anchor: from, head: to }, effects });
      view.focus();
    },
    focus: () => view.focus(),
    destroy() {
      const at = performance.now();
      const { language } = options;
      const hadFocus = view.hasFocus || at - blurredAt < INSTANT;
      const others = kept.get(base);
      kept.set(base, { ...others, [language]: { state: view.state, hadFocus, at } });
      view.destroy();
    },
  };
}

/** The one stretch that differs, so that selection and marks elsewhere stay. */
function changeBetween(before: string, after: string) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
