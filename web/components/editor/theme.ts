/** How the editor looks: the page's own colours, which a shadow root inherits as properties. */

import { EditorView } from '@codemirror/view';

const CODE = '"Cascadia Mono", "SF Mono", Menlo, Consolas';

export const theme = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: 'var(--editor-size)',
    color: 'var(--ink)',
    backgroundColor: 'var(--editor-ground)',
  },
  // Its host shows it, above the gutter.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: `ui-monospace, ${CODE}, monospace`,
    lineHeight: '1.55',
    overscrollBehavior: 'contain',
  },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0 0 0.75rem' },
  // No border that is only transparent: with forced colours it would be seen.
  '.cm-line': { padding: '0 1rem 0 3px' },
  '.cm-gutters': {
    backgroundColor: 'var(--editor-ground)',
    color: 'var(--ink-soft)',
    border: '0',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.6rem', padding: '0 0.6rem 0 0.4rem' },
  '.cm-line.marked': {
    paddingLeft: '0',
    borderLeft: '3px solid var(--accent)',
    backgroundColor: 'var(--mark)',
  },
  '.cm-line.fault': {
    paddingLeft: '0',
    borderLeft: '3px solid var(--failed)',
    backgroundColor: 'var(--failed-fill)',
  },
  '.tag': { color: 'var(--code-tag)' },
  '.attribute': { color: 'var(--code-attribute)' },
  '.value': { color: 'var(--code-value)' },
  '.comment': { color: 'var(--code-comment)', fontStyle: 'italic' },
  '.cm-lintRange': { backgroundImage: 'none', textDecoration: 'underline wavy 1px' },
  '.cm-lintRange-error': { textDecorationColor: 'var(--failed)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--undone)' },
  '.cm-lintRange-active': { backgroundColor: 'var(--accent-soft)' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--failed)' },
  '.cm-tooltip, .cm-tooltip.cm-tooltip-hover': {
    maxWidth: 'min(30rem, 90vw)',
    border: '1px solid var(--line-strong)',
    borderRadius: '0.4rem',
    backgroundColor: 'var(--ground)',
    color: 'var(--ink)',
  },
  '.cm-diagnostic': {
    padding: '0.4rem 0.6rem',
    borderLeft: '4px solid var(--failed)',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--undone)' },
  '.cm-diagnosticSource': { fontSize: 'inherit', opacity: '1', color: 'var(--ink-soft)' },
  '.cm-panels, .cm-panels.cm-panels-top': {
    backgroundColor: 'var(--ground)',
    color: 'var(--ink)',
    borderColor: 'var(--line)',
  },
  '.cm-panel.cm-search': {
    font: '0.8125rem system-ui, sans-serif',
    padding: '0.5rem 2rem 0.5rem 0.6rem',
  },
  '.cm-panel.cm-search label': { fontSize: 'inherit' },
  '.cm-panel.cm-search [name=close]': {
    color: 'var(--ink)',
    width: '1.75rem',
    height: '1.75rem',
    fontSize: '1.1rem',
  },
  '.cm-textfield': {
    border: '1px solid var(--line-strong)',
    borderRadius: '0.3rem',
    backgroundColor: 'var(--ground)',
    color: 'var(--ink)',
    minHeight: '1.75rem',
    padding: '0 0.4rem',
    fontSize: 'inherit',
  },
  '.cm-button': {
    border: '1px solid var(--line-strong)',
    borderRadius: '0.3rem',
    backgroundColor: 'var(--ground)',
    backgroundImage: 'none',
    color: 'var(--ink)',
    minHeight: '1.75rem',
    padding: '0 0.5rem',
    fontSize: 'inherit',
    '&:active': { backgroundImage: 'none', backgroundColor: 'var(--ground-sunken)' },
  },
  '.cm-searchMatch': { backgroundColor: 'transparent', outline: '1px solid var(--accent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)' },
});
