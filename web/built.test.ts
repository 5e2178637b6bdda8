/** The page as it is served: what `npm run build` left in dist, under its own policy. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../scripts/browsers.mjs';

const folder = join(import.meta.dirname, '../dist/web');
/** Bytes of gzipped JavaScript before the page can be used; the worker comes beside it. */
const BUDGET = 90_000;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

let server: Server;
let html = '';

beforeAll(() => {
  expect(existsSync(join(folder, 'index.html')), 'run `npm run build` first').toBe(true);
  html = readFileSync(join(folder, 'index.html'), 'utf8');
  server = createServer(({ url = '/' }, response) => {
    const path = join(folder, url === '/' ? 'index.html' : url);
    if (!path.startsWith(folder) || !existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' });
    response.end(readFileSync(path));
  });
  return new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => server?.close());

test('is small enough to be there at once', () => {
  const scripts = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(
    ([, path = '']) => gzipSync(readFileSync(join(folder, path))).length,
  );
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(BUDGET);
});

describe('its policy', () => {
  test('comes with the document, which has no script and no style of its own', () => {
    expect(html).toMatch(/http-equiv="Content-Security-Policy"\s+content="default-src 'none'/);
    expect(html).not.toMatch(/<style|<script(?![^>]* src=)|\son\w+=|\sstyle=/);
    expect(html).not.toMatch(/unsafe-|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  });

  test('is kept: nothing is refused, and nothing else is asked for', async () => {
    const executablePath = findChromium();
    const browser = await chromium.launch({
      ...(executablePath === null ? {} : { executablePath }),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const page = await browser.newPage();
      const complaints: string[] = [];
      const asked: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => asked.push(request.url()));
      const { port } = server.address() as AddressInfo;
      const origin = `http://127.0.0.1:${port}/`;
      await page.goto(`${origin}#/e/order-saga`);
      await page.getByRole('button', { name: 'Step', exact: true }).click();
      await page.getByRole('button', { name: 'Examples' }).click();
      await page.getByRole('link', { name: 'A payment that timed out' }).click();
      await page.getByRole('heading', { name: 'A payment that timed out' }).waitFor();
      await page.getByRole('button', { name: 'Document', exact: true }).click();
      await page.keyboard.press('End');
      await page.getByRole('heading', { name: /late answer/ }).waitFor();
      expect(complaints).toEqual([]);
      expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual(
        [],
      );
    } finally {
      await browser.close();
    }
  }, 60_000);
});

test('has all of its parts beside it', () => {
  const files = readdirSync(join(folder, 'assets'));
  expect(files.filter((name) => name.includes('worker'))).toHaveLength(1);
  expect(html).not.toMatch(/(?:src|href)="\//);
});
