/**
 * What the address says: `#/e/order?i=9&sel=charge&ax=t`, or `#/x/u1.…` for a run of its own. Only the part behind `#`, which no
 * browser sends to a server. Whoever made a link is not trusted: what makes no sense falls
 * back to what the page shows by itself.
 */

export type Scale = 'compressed' | 'true';
/** One step for each thing that happened, or for each event of the trace. */
export type Detail = 'steps' | 'events';

export interface Link {
  /** Null: whatever comes first in the catalogue. */
  readonly example: string | null;
  /** A run in the address itself, as `unwind` prints it: it stands instead of an example. */
  readonly token: string | null;
  /** The event (by `seq`) that the page stands at; 0 before the first. */
  readonly cursor: number;
  /** A step that is looked at, else the one of the current event. */
  readonly selected: string | null;
  readonly scale: Scale;
  readonly detail: Detail;
  /** Null: the scenario's own. */
  readonly seed: number | null;
}

export type Address =
  | { readonly kind: 'link'; readonly link: Link }
  /** No page of this name. */
  | { readonly kind: 'unknown'; readonly path: string };

/** A longer one is refused unread. */
const MAXIMUM_LENGTH = 32 * 1024;

export const START: Link = {
  example: null,
  token: null,
  cursor: 0,
  selected: null,
  scale: 'compressed',
  detail: 'steps',
  seed: null,
};

export function parseAddress(hash: string): Address {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  if (text.length > MAXIMUM_LENGTH) return { kind: 'unknown', path: `${text.slice(0, 40)}…` };
  const [path = '', query = ''] = splitOnce(text, '?');
  if (path === '' || path === '/')
    return { kind: 'link', link: { ...START, ...parseQuery(query) } };
  const token = /^\/x\/(u\d{1,9}\.[A-Za-z0-9_-]+)$/.exec(path)?.[1];
  if (token !== undefined) return { kind: 'link', link: { ...START, token, ...parseQuery(query) } };
  const example = /^\/e\/([^/]+)$/.exec(path)?.[1];
  const id = example === undefined ? null : decode(example);
  if (id === null) return { kind: 'unknown', path };
  return { kind: 'link', link: { ...START, example: id, ...parseQuery(query) } };
}

/** The shortest hash for a link: what is as at the start is left out. */
export function formatLink(link: Link): string {
  const query = new URLSearchParams();
  if (link.cursor > 0) query.set('i', String(link.cursor));
  if (link.selected !== null) query.set('sel', link.selected);
  if (link.scale === 'true') query.set('ax', 't');
  if (link.detail === 'events') query.set('all', '1');
  if (link.seed !== null) query.set('seed', String(link.seed));
  const rest = query.toString();
  return rest === '' ? pathOf(link) : `${pathOf(link)}?${rest}`;
}

function pathOf({ example, token }: Link): string {
  if (token !== null) return `#/x/${token}`;
  return example === null ? '#/' : `#/e/${encodeURIComponent(example)}`;
}

function parseQuery(query: string): Partial<Link> {
  const values = new URLSearchParams(query);
  const cursor = integer(values.get('i'));
  const selected = values.get('sel');
  return {
    cursor: cursor ?? 0,
    selected: selected === null || selected === '' ? null : selected.slice(0, 255),
    scale: values.get('ax') === 't' ? 'true' : 'compressed',
    detail: values.get('all') === '1' ? 'events' : 'steps',
    seed: integer(values.get('seed')),
  };
}

function integer(text: string | null): number | null {
  if (text === null || !/^\d{1,16}$/.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
