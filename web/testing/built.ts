/** The built page in a browser of its own: served from a folder, as a browser on the web sees it. */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { findChromium } from '../../scripts/browsers.mjs';

export const DIST = join(import.meta.dirname, '../../dist');
export const BUILT = join(DIST, 'web');
export const ONE_FILE = join(DIST, 'playground.html');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export interface Served {
  readonly port: number;
  close(): void;
}

/** @param prefix Where in the address the folder is: `/unwind/`. */
export function serveBuilt(folder = BUILT, prefix = '/'): Promise<Served> {
  const server = createServer(({ url = '/' }, response) => {
    const name = url.startsWith(prefix) ? url.slice(prefix.length) : '..';
    const path = join(folder, name === '' ? 'index.html' : name);
    if (!path.startsWith(folder) || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' });
    response.end(readFileSync(path));
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        close() {
          server.close();
          server.closeAllConnections();
        },
      }),
    ),
  );
}

export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', ...args],
  });
}

export interface Watched {
  /** What the browser complained of: refusals by the policy, errors, dialogs. */
  readonly complaints: readonly string[];
  /** All addresses that were asked for. */
  readonly asked: readonly string[];
}

/** Notes what a page does that it should not. */
export function watch(page: Page): Watched {
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  return { complaints, asked };
}
