/** Editor and charts as they are built: how large they are, and that the policy holds with them. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILT, openBrowser, type Served, serveBuilt, watch } from '../../testing/built.ts';

/** Bytes, gzipped, of what is loaded when a document is first shown. */
const BUDGET = 130_000;

let browser: Browser;
let served: Served;

beforeAll(async () => {
  expect(existsSync(BUILT), 'run `npm run build` first').toBe(true);
  served = await serveBuilt();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  served?.close();
});

test('the editor is small enough to be waited for', () => {
  const folder = join(BUILT, 'assets');
  const [name = '', ...others] = readdirSync(folder).filter((file) => /^editor-.*\.js$/.test(file));
  expect(others).toEqual([]);
  expect(gzipSync(readFileSync(join(folder, name))).length).toBeLessThanOrEqual(BUDGET);
});

test('typing, marks, pages of rules, search, formatting and charts keep the policy', async () => {
  const page = await browser.newPage();
  const { complaints, asked } = watch(page);
  const origin = `http://127.0.0.1:${served.port}/`;
  await page.goto(`${origin}#/e/orbit-undo`);
  await page.getByRole('button', { name: 'Document', exact: true }).click();
  await page.getByText('"http.delete"').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type(' ?');
  await page.locator('.cm-lintRange-error').first().hover();
  await page.locator('.cm-tooltip').waitFor();
  const colour = await page
    .locator('.cm-line.fault')
    .evaluate((line) => getComputedStyle(line).borderLeftStyle);
  expect(colour).toBe('solid');
  await page
    .getByText(/why, and how to mend it/)
    .first()
    .click();
  await page
    .getByRole('heading', { name: /^(?:Right|Wrong)$/ })
    .first()
    .waitFor();
  await page.getByText('"http.delete"').first().click();
  await page.keyboard.press('Control+f');
  await page.getByPlaceholder('Find').fill('http');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Format' }).click();
  await page.getByText(/^(?:Nothing to format|Formatted)\.$/).waitFor();
  await page.getByRole('button', { name: 'Life cycle' }).click();
  await page.locator('#detail svg .current').waitFor();
  expect(complaints).toEqual([]);
  expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([]);
  await page.close();
}, 60_000);
