/** The browser's address as the page's memory: read at the start, written as the page moves. */

import { formatLink, type Link } from '../models/link.ts';

export interface Address {
  read(): string;
  /** A new place goes on the history; a move within one does not. */
  write(link: Link, isNewPlace: boolean): void;
  /** Whenever the person or another page changes it. Returns how to stop. */
  listen(change: () => void): () => void;
}

/** Browsers refuse a page that writes its address too often. */
const PAUSE = 200;

export function browserAddress(): Address {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    read: () => location.hash,
    write(link, isNewPlace) {
      clearTimeout(timer);
      const hash = formatLink(link);
      if (hash === location.hash) return;
      if (isNewPlace) history.pushState(null, '', hash);
      else timer = setTimeout(() => history.replaceState(null, '', hash), PAUSE);
    },
    listen(change) {
      const changed = (): void => {
        clearTimeout(timer);
        change();
      };
      addEventListener('popstate', changed);
      addEventListener('hashchange', changed);
      return () => {
        clearTimeout(timer);
        removeEventListener('popstate', changed);
        removeEventListener('hashchange', changed);
      };
    },
  };
}
