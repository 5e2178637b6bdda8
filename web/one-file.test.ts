/** The page as one file, opened from a disk: no server, no network, its own policy. */

import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOCUMENT } from './reports/testing.ts';
import { ONE_FILE, openBrowser, watch } from './testing/built.ts';
import { tokenFor } from './testing/token.ts';

/** Bytes, gzipped: of what is sent by mail. */
const BUDGET = 1_000_000;

let browser: Browser;
const address = pathToFileURL(ONE_FILE).href;

beforeAll(async () => {
  expect(existsSync(ONE_FILE), 'run `npm run build` first').toBe(true);
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('is small, and has one script and one style, which its policy knows by their digests', () => {
  const html = readFileSync(ONE_FILE, 'utf8');
  expect(gzipSync(html).length).toBeLessThanOrEqual(BUDGET);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html.match(/<style/g)).toHaveLength(1);
  const [, policy = ''] =
    /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html) ?? [];
  expect(policy).toMatch(/script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+';/);
  expect(policy).toMatch(/worker-src blob:; connect-src 'none'/);
});

test('shows examples, a lesson, a run from a link and an editor, from a file', async () => {
  const page = await browser.newPage();
  const { complaints, asked } = watch(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByRole('link', { name: 'A payment that timed out' }).click();
  await page.getByRole('heading', { name: 'A payment that timed out' }).waitFor();
  await page.goto(`${address}#/x/${tokenFor(DOCUMENT)}`);
  await page.getByRole('heading', { name: 'retry/max-attempts' }).waitFor();
  await page.getByRole('button', { name: 'Document', exact: true }).click();
  await page.locator('.cm-editor').first().waitFor();
  await page.goto(`${address}#/l/crash`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('#transport').waitFor();
  expect(complaints).toEqual([]);
  const strange = asked.filter((url) => !url.startsWith(address) && !/^(?:data|blob):/.test(url));
  expect(strange).toEqual([]);
  await page.close();
}, 60_000);
