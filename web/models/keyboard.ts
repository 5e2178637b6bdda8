/** Which key does what. One place, so that the help can list what the page obeys. */

export type Command =
  | 'step'
  | 'back'
  | 'next-notable'
  | 'previous-notable'
  | 'first'
  | 'last'
  | 'forward-ten'
  | 'back-ten'
  | 'next-attempt'
  | 'previous-attempt'
  | 'play'
  | 'document'
  | 'log'
  | 'timeline'
  | 'graph'
  | 'detail'
  | 'scale'
  | 'fault-next'
  | 'choose'
  | 'pin'
  | 'to-pin'
  | 'future'
  | 'compare'
  | 'help';

export interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Where the focus is: what the page must leave to the element itself. */
export type Focus =
  /** Text is typed here: every key belongs to it. */
  | 'text'
  /** A range: arrows, Home, End and the page keys move it. */
  | 'range'
  /** One of several: arrows and Space choose. */
  | 'radio'
  /** A button, link or tab: Space and Enter press it. */
  | 'control'
  | 'page';

const PLAIN: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    ArrowRight: 'step',
    ArrowLeft: 'back',
    Home: 'first',
    End: 'last',
    PageDown: 'forward-ten',
    PageUp: 'back-ten',
    ']': 'next-attempt',
    '[': 'previous-attempt',
    ' ': 'play',
    e: 'document',
    l: 'log',
    t: 'timeline',
    g: 'graph',
    d: 'detail',
    s: 'scale',
    f: 'fault-next',
    p: 'pin',
    h: 'future',
    b: 'compare',
    '?': 'help',
    ...Object.fromEntries([...'01234567'].map((digit) => [digit, 'choose' as const])),
  } as const),
);

const SHIFTED: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    ArrowRight: 'next-notable',
    ArrowLeft: 'previous-notable',
    P: 'to-pin',
  } as const),
);

const OF_RANGE: ReadonlySet<string> = new Set([
  'ArrowRight',
  'ArrowLeft',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'PageUp',
  'PageDown',
]);

/** What a key asks for; null leaves it to the browser. */
export function commandOf(key: Key, focus: Focus, singleKeys: boolean): Command | null {
  if (key.ctrlKey || key.altKey || key.metaKey || focus === 'text') return null;
  if (focus === 'radio' && (key.key.startsWith('Arrow') || key.key === ' ')) return null;
  const isLetter = key.key.length === 1 && key.key !== ' ';
  if (isLetter && !singleKeys) return null;
  const shifted = key.shiftKey
    ? SHIFTED.get(isLetter ? key.key.toUpperCase() : key.key)
    : undefined;
  if (shifted !== undefined) return shifted;
  if (focus === 'range' && OF_RANGE.has(key.key)) return null;
  if (focus === 'control' && key.key === ' ') return null;
  if (key.shiftKey && key.key !== '?') return null;
  return PLAIN.get(isLetter ? key.key.toLowerCase() : key.key) ?? null;
}

export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

/** For the help, in the order in which a person learns them. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['→'], does: 'one step on' },
  { keys: ['←'], does: 'one step back' },
  { keys: ['Shift →', 'Shift ←'], does: 'next or previous failure, decision or turn' },
  { keys: ['Home', 'End'], does: 'to the beginning, to the end' },
  { keys: ['Page ↑', 'Page ↓'], does: 'ten steps' },
  { keys: ['[', ']'], does: 'previous or next attempt of the same step' },
  { keys: ['Space'], does: 'play or pause' },
  { keys: ['↑', '↓'], does: 'through the events, when the list has the focus' },
  { keys: ['0', '…', '7'], does: 'choose how the attempt in Detail ends' },
  { keys: ['F'], does: 'look at the next attempt that comes, to change it' },
  { keys: ['P', 'Shift P'], does: 'pin this moment, go back to it' },
  { keys: ['H'], does: 'hide or show what comes next' },
  { keys: ['B'], does: 'compare with the run before the change' },
  { keys: ['G', 'T', 'L'], does: 'go to graph, timeline, events' },
  { keys: ['D', 'E'], does: 'go to detail, document' },
  { keys: ['S'], does: 'true or compressed scale of time' },
  { keys: ['?'], does: 'this help' },
];

/** Tells what has the focus from the element that a key was pressed on. */
export function focusOf(target: unknown): Focus {
  if (!(target instanceof Element)) return 'page';
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range') return 'range';
    if (target.type === 'radio') return 'radio';
    return ['checkbox', 'button'].includes(target.type) ? 'control' : 'text';
  }
  if (target.closest('textarea, select, [contenteditable], .cm-editor') !== null) return 'text';
  return target.closest('button, a, summary, [role="tab"], [role="button"]') === null
    ? 'page'
    : 'control';
}
