/** How a run leaves the page and comes to it: links to copy, files to save and to open. */

import { openedOf } from '../models/opened.ts';
import { writePlay } from '../models/play.ts';
import { TEMPLATE } from '../models/template.ts';
import type { Playground } from './playground.svelte.ts';

/** In bytes; a larger file is not even read. */
const LARGEST_FILE = 64 << 20;

export function createExchange(page: Playground) {
  let url = $state<string | null>(null);
  let copied = $state(false);

  function openText(text: string, name: string): void {
    if (page.library.openers?.some((takes) => takes(text, name)) === true) return;
    const opened = openedOf(text, name);
    switch (opened.kind) {
      case 'play':
        void page.openPlay(opened.play);
        return;
      case 'address':
        page.openAddress(opened.hash);
        return;
      case 'unknown':
        page.toast.say(opened.message);
    }
  }

  return {
    /** The address that is offered; null while nothing is. */
    get url() {
      return url;
    },
    get copied() {
      return copied;
    },
    async share() {
      const hash = await page.changes.share();
      if (hash === null) return;
      copied = false;
      url = new URL(hash, location.href).href;
    },
    async copy() {
      if (url === null) return;
      try {
        await navigator.clipboard.writeText(url);
        copied = true;
        page.toast.say('The link is copied.');
      } catch {
        page.toast.say('This browser does not copy by itself: the link is marked to be copied.');
        document.querySelector<HTMLTextAreaElement>('dialog[open] textarea')?.select();
      }
    },
    close() {
      url = null;
    },
    save() {
      const play = page.changes.play();
      if (play === null) return;
      const text = `${JSON.stringify(writePlay(play), null, 2)}\n`;
      const name = (play.title ?? 'run').toLowerCase().replace(/[^a-z0-9]+/g, '-');
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
      link.download = `unwind-${name.replace(/^-|-$/g, '')}.json`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    },
    openText,
    /** A small document to begin with. */
    beginOwn() {
      void page.openPlay(TEMPLATE);
    },
    async openFile(file: File | null | undefined) {
      if (file == null) return;
      if (file.size > LARGEST_FILE) {
        page.toast.say(`${file.name} is larger than this page reads.`);
        return;
      }
      openText(await file.text(), file.name);
    },
  };
}

export type Exchange = ReturnType<typeof createExchange>;
