/**
 * Documents of a person's own, kept in their browser where that is allowed. A link never writes
 * over one: whoever edits what a link brought gets a draft of its own.
 */

import { type Play, readPlay, writePlay } from '../models/play.ts';

export interface Draft {
  readonly id: string;
  readonly play: Play;
}

export interface Kept {
  readonly id: string;
  /** False where the browser keeps nothing: it is gone with the page. */
  readonly isStored: boolean;
}

export interface Drafts {
  /** Newest first. */
  list(): readonly Draft[];
  read(id: string): Play | null;
  /** Keeps it under its id, or under a new one. */
  save(id: string | null, play: Play): Kept;
  remove(id: string): void;
}

const NAME = 'unwind-drafts';
/** The oldest goes when another comes. */
const MOST = 20;

export function createDrafts(storage: () => Storage = () => localStorage): Drafts {
  /** What could not be stored. */
  let memory: readonly Draft[] | null = null;

  function load(): readonly Draft[] {
    if (memory !== null) return memory;
    try {
      const value: unknown = JSON.parse(storage().getItem(NAME) ?? '[]');
      return Array.isArray(value) ? value.flatMap(readDraft) : [];
    } catch {
      return [];
    }
  }

  function store(drafts: readonly Draft[]): boolean {
    try {
      const written = drafts.map(({ id, play }) => ({ id, play: writePlay(play) }));
      storage().setItem(NAME, JSON.stringify(written));
      memory = null;
      return true;
    } catch {
      memory = drafts;
      return false;
    }
  }

  return {
    list: load,
    read: (id) => load().find((draft) => draft.id === id)?.play ?? null,
    save(id, play) {
      const drafts = load();
      const highest = drafts.reduce((most, draft) => Math.max(most, Number(draft.id)), 0);
      const name = id ?? String(highest + 1);
      const others = drafts.filter((draft) => draft.id !== name);
      return { id: name, isStored: store([{ id: name, play }, ...others].slice(0, MOST)) };
    },
    remove(id) {
      store(load().filter((draft) => draft.id !== id));
    },
  };
}

function readDraft(value: unknown): readonly Draft[] {
  if (typeof value !== 'object' || value === null) return [];
  const { id, play } = value as { readonly id?: unknown; readonly play?: unknown };
  const reading = readPlay(play);
  if (typeof id !== 'string' || !/^\d{1,9}$/.test(id) || !reading.ok) return [];
  return [{ id, play: reading.play }];
}
