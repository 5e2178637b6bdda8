/** The whole page in a test, with an address of its own and the real worker. */

import { expect } from 'vitest';
import { render } from 'vitest-browser-svelte';
import App from '../App.svelte';
import { lessons } from '../lessons/list.ts';
import { formatLink } from '../models/link.ts';
import type { Address } from '../state/address.ts';
import type { Library } from '../state/base.ts';
import { catalogue, loadExample } from '../state/examples.ts';
import { workerRunner } from '../worker/runner.ts';
import '../styles/palette.css';
import '../styles/page.css';

/** The worker's first answer takes a moment where many share a machine. */
const PATIENCE = { timeout: 20_000 };

export interface OpenPage {
  readonly container: HTMLElement;
  /** What the address says now. */
  readonly hash: () => string;
  close(): void;
}

/** One for all tests: a browser needs a while to load it. */
const runner = workerRunner();
const library: Library = { catalogue, lessons, load: loadExample };

/** An address that is no browser's. */
function ownAddress(hash: string): Address & { readonly hash: () => string } {
  let now = hash;
  return {
    hash: () => now,
    read: () => now,
    write(link) {
      now = formatLink(link);
    },
    listen: () => () => {},
  };
}

export async function openPage(
  hash: string,
  { address, from = library }: { readonly address?: Address; readonly from?: Library } = {},
): Promise<OpenPage> {
  const own = ownAddress(hash);
  const screen = await render(App, { library: from, runner, address: address ?? own });
  await expect.poll(() => document.querySelector('#transport, .problems'), PATIENCE).not.toBeNull();
  return {
    container: screen.container,
    hash: own.hash,
    close: () => screen.unmount(),
  };
}
