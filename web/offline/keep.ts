/** Asks the browser to keep the page for times without a network. */

import { scriptAddress } from '../worker/start.ts';

/**
 * Not on this machine's own address: there the page is always at hand, and what is kept would be in
 * the way of whatever else comes to be served there. Not from a file: there nothing is loaded.
 */
export function isKept({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  const isOwnMachine = /^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return /^https?:$/.test(protocol) && !isOwnMachine;
}

export function keepPage(): void {
  if (!isKept(location) || !('serviceWorker' in navigator)) return;
  const address = scriptAddress(new URL('service-worker.js', document.baseURI).href);
  // A browser that keeps nothing shows the page as well.
  navigator.serviceWorker.register(address).catch(() => {});
}
