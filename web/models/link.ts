/**
 * What the address says: `#/e/order?i=9&sel=charge&ax=t` for an example, `#/l/lost-reply` for a
 * lesson, `#/p/u1.…` for free play, `#/x/u1.…` for a run from the command line, `#/d/3` for a
 * draft kept in this browser. Only the part behind `#`, which no browser sends to a server.
 * Whoever made a link is not trusted: what makes no sense falls back to what the page shows by
 * itself.
 */

import { MOST_SIGNS } from './packed.ts';

export type Scale = 'compressed' | 'true';
/** One step for each thing that happened, or for each event of the trace. */
export type Detail = 'steps' | 'events';

/** Where document and scenario come from. */
export type Place =
  /** Whatever comes first in the catalogue. */
  | { readonly kind: 'start' }
  | { readonly kind: 'example'; readonly id: string }
  | { readonly kind: 'lesson'; readonly id: string }
  /** A run in the address itself, as `unwind` prints it. */
  | { readonly kind: 'token'; readonly token: string }
  /** A document of somebody's own, with its faults. */
  | { readonly kind: 'play'; readonly token: string }
  | { readonly kind: 'draft'; readonly id: string };

export interface Link {
  readonly place: Place;
  /** The event (by `seq`) that the page stands at; 0 before the first. */
  readonly cursor: number;
  /** A step that is looked at, else the one of the current event. */
  readonly selected: string | null;
  readonly scale: Scale;
  readonly detail: Detail;
  /** Null: the scenario's own. */
  readonly seed: number | null;
  /** Faults laid over a place, packed; null for those that the place has itself. */
  readonly faults: string | null;
}

export type Address =
  | { readonly kind: 'link'; readonly link: Link }
  /** No page of this name, or one that is too long to be read. */
  | { readonly kind: 'unknown'; readonly path: string; readonly why: 'path' | 'long' };

export const START: Link = {
  place: { kind: 'start' },
  cursor: 0,
  selected: null,
  scale: 'compressed',
  detail: 'steps',
  seed: null,
  faults: null,
};

/** Of a word and of what stands behind it. */
const MAXIMUM_LENGTH = MOST_SIGNS + 9 * 1024;
const WORD = /^u\d{1,9}\.[A-Za-z0-9_-]+$/;

export function parseAddress(hash: string): Address {
  const text = hash.startsWith('#') ? hash.slice(1) : hash;
  if (text.length > MAXIMUM_LENGTH) {
    return { kind: 'unknown', path: `${text.slice(0, 40)}…`, why: 'long' };
  }
  const [path = '', query = ''] = splitOnce(text, '?');
  const place = parsePlace(path);
  if (place === null) return { kind: 'unknown', path, why: 'path' };
  return { kind: 'link', link: { ...START, place, ...parseQuery(query) } };
}

function parsePlace(path: string): Place | null {
  if (path === '' || path === '/') return START.place;
  const [, letter = '', rest = ''] = /^\/([elxpd])\/([^/]+)$/.exec(path) ?? [];
  switch (letter) {
    case 'x':
      return WORD.test(rest) ? { kind: 'token', token: rest } : null;
    case 'p':
      return WORD.test(rest) ? { kind: 'play', token: rest } : null;
    case 'd':
      return /^\d{1,9}$/.test(rest) ? { kind: 'draft', id: rest } : null;
    case 'e':
    case 'l': {
      const id = decode(rest);
      if (id === null) return null;
      return { kind: letter === 'e' ? 'example' : 'lesson', id };
    }
    default:
      return null;
  }
}

/** The shortest hash for a link: what is as at the start is left out. */
export function formatLink(link: Link): string {
  const query = new URLSearchParams();
  if (link.cursor > 0) query.set('i', String(link.cursor));
  if (link.selected !== null) query.set('sel', link.selected);
  if (link.scale === 'true') query.set('ax', 't');
  if (link.detail === 'events') query.set('all', '1');
  if (link.seed !== null) query.set('seed', String(link.seed));
  if (link.faults !== null) query.set('f', link.faults);
  const rest = query.toString();
  return rest === '' ? pathOf(link.place) : `${pathOf(link.place)}?${rest}`;
}

/** The address of a place by itself. */
export function linkTo(place: Place): string {
  return formatLink({ ...START, place });
}

function pathOf(place: Place): string {
  switch (place.kind) {
    case 'start':
      return '#/';
    case 'example':
      return `#/e/${encodeURIComponent(place.id)}`;
    case 'lesson':
      return `#/l/${encodeURIComponent(place.id)}`;
    case 'token':
      return `#/x/${place.token}`;
    case 'play':
      return `#/p/${place.token}`;
    case 'draft':
      return `#/d/${place.id}`;
  }
}

export function isSamePlace(one: Place, other: Place): boolean {
  return pathOf(one) === pathOf(other);
}

function parseQuery(query: string): Partial<Link> {
  const values = new URLSearchParams(query);
  const cursor = integer(values.get('i'));
  const selected = values.get('sel');
  const faults = values.get('f');
  return {
    cursor: cursor ?? 0,
    selected: selected === null || selected === '' ? null : selected.slice(0, 255),
    scale: values.get('ax') === 't' ? 'true' : 'compressed',
    detail: values.get('all') === '1' ? 'events' : 'steps',
    seed: integer(values.get('seed')),
    faults: faults !== null && WORD.test(faults) ? faults : null,
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
