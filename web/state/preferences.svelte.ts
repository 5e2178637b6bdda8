/** What a person set for this page, kept in their browser where that is allowed. */

import { boundedWidth, USUAL_WIDTHS } from '../models/panes.ts';

export type Theme = 'system' | 'light' | 'dark';

interface Stored {
  readonly theme: Theme;
  readonly document: boolean;
  readonly outside: boolean;
  readonly singleKeys: boolean;
  readonly ownDocument: boolean;
  readonly documentWidth: number;
  readonly sideWidth: number;
}

const NAME = 'unwind';
const DEFAULTS: Stored = {
  theme: 'system',
  document: false,
  outside: true,
  singleKeys: true,
  ownDocument: true,
  documentWidth: USUAL_WIDTHS.document,
  sideWidth: USUAL_WIDTHS.side,
};

export interface Preferences {
  theme: Theme;
  /** The document's pane is open. */
  document: boolean;
  /** The column of the outside world is shown, not left to be guessed. */
  outside: boolean;
  /** Letters work as shortcuts (WCAG 2.1.4 wants a way to turn them off). */
  singleKeys: boolean;
  /** The document's pane is open where the document is the person's own. */
  ownDocument: boolean;
  /** Of panes, in px. */
  documentWidth: number;
  sideWidth: number;
}

export function createPreferences(): Preferences {
  const stored = $state({ ...DEFAULTS, ...load() });
  $effect(() => save({ ...stored }));
  return stored;
}

function load(): Partial<Stored> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(NAME) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const fields = value as Record<string, unknown>;
    const { theme } = fields;
    return {
      ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
      ...Object.fromEntries(
        ['document', 'outside', 'singleKeys', 'ownDocument']
          .filter((name) => typeof fields[name] === 'boolean')
          .map((name) => [name, fields[name]]),
      ),
      ...Object.fromEntries(
        ['documentWidth', 'sideWidth']
          .filter((name) => typeof fields[name] === 'number')
          .map((name) => [name, boundedWidth(fields[name] as number, Infinity)]),
      ),
    };
  } catch {
    return {};
  }
}

function save(stored: Stored): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(stored));
  } catch {
    // Storage is blocked or full: the page works the same, and forgets.
  }
}
