/** The built page without a network: below a path, after an update, beside others of its origin. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeServiceWorker } from '../../scripts/service-worker.mjs';
import { BUILT, openBrowser, type Served, serveBuilt, watch } from '../testing/built.ts';

const folder = mkdtempSync(join(tmpdir(), 'unwind-offline-'));
let served: Served;
let origin = '';
let browser: Browser;

beforeAll(async () => {
  cpSync(BUILT, folder, { recursive: true });
  served = await serveBuilt(folder, '/tools/unwind/');
  origin = `http://unwind.test:${served.port}`;
  browser = await openBrowser([
    '--host-resolver-rules=MAP unwind.test 127.0.0.1',
    `--unsafely-treat-insecure-origin-as-secure=${origin}`,
  ]);
});
afterAll(async () => {
  await browser?.close();
  served?.close();
  rmSync(folder, { recursive: true, force: true });
});

const cachesOf = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const kept = names.map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => url),
    );
    return { names, urls: (await Promise.all(kept)).flat() };
  });

test('opens again with all that it has, and takes a newer version whole', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const { complaints } = watch(page);
  const address = `${origin}/tools/unwind/`;
  await page.goto(address);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  const first = await cachesOf(page);
  expect(first.names).toHaveLength(1);
  expect(first.urls.length).toBeGreaterThan(10);
  expect(first.urls.filter((url) => !url.startsWith(address))).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await page.getByText('offline', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.goto(`${address}#/e/payment-timeout`);
  await page.getByRole('heading', { name: 'A payment that timed out' }).waitFor();
  await context.setOffline(false);

  const index = join(folder, 'index.html');
  writeFileSync(
    index,
    readFileSync(index, 'utf8').replace('<html lang="en">', '<html lang="en" data-version="2">'),
  );
  writeServiceWorker(folder, join(import.meta.dirname, 'service-worker.js'));
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const changed = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
    await registration.update();
    await changed;
  });
  await page.reload();
  expect(await page.locator('html').getAttribute('data-version')).toBe('2');
  await page.locator('#transport').waitFor();
  expect((await cachesOf(page)).names).toHaveLength(2);
  expect(complaints).toEqual([]);
  await context.close();
}, 60_000);

test('on this machine alone nothing is kept', async () => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${served.port}/tools/unwind/`);
  await page.locator('#transport').waitFor();
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0);
  await page.close();
}, 60_000);
