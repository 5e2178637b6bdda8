/** Looks into the document's pane, whether its editor has come or not. */

/** The first that fits, in the editor's shadow root or in the plain text; null for none. */
export function inDocument(selector: string): HTMLElement | null {
  const pane = document.querySelector('#document');
  const root = pane?.querySelector('.cm-editor')?.shadowRoot;
  return (root ?? pane)?.querySelector<HTMLElement>(selector) ?? null;
}
