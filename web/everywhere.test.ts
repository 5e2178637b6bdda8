/** The built page on screens of all sizes, with a person's own colours, without motion, on paper. */

import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeRecord } from '../conformance/report/record/write.ts';
import { smallReport } from './reports/testing.ts';
import { openBrowser, type Served, serveBuilt, watch } from './testing/built.ts';

let served: Served;
let browser: Browser;
let origin = '';

beforeAll(async () => {
  served = await serveBuilt();
  origin = `http://127.0.0.1:${served.port}/`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  served?.close();
});

/** What sticks out to the side, or is cut off below where the page does not scroll. Runs in the page. */
function overflow(): readonly string[] {
  const root = document.documentElement;
  const wide = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} px wide`] : [];
  const out = [...document.querySelectorAll('button, input, select, h1')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    const isScrolled =
      element.closest('.scroll, .cm-editor, [popover], dialog, .hidden-text') !== null;
    return width > 1 && !isScrolled && (left < -1 || right > root.clientWidth + 1);
  });
  return [...wide, ...out.map((element) => element.outerHTML.slice(0, 120))];
}

test.each([
  [320, 640],
  [768, 1024],
  [1280, 800],
  [3840, 2160],
])(
  'nothing sticks out at %i × %i',
  async (width, height) => {
    const page = await browser.newPage({ viewport: { width, height } });
    for (const place of ['#/e/order-saga?i=17', '#/l/crash', '#/nowhere']) {
      await page.goto(origin + place);
      await page.locator('#transport, .problems').first().waitFor();
      expect(await page.evaluate(overflow), place).toEqual([]);
    }
    await page.locator('input[type="file"]').setInputFiles({
      name: 'report.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from([...writeRecord(smallReport(), 1)].join('')),
    });
    await page.getByRole('button', { name: 'Close the report' }).waitFor();
    expect(await page.evaluate(overflow), 'report').toEqual([]);
    await page.close();
  },
  60_000,
);

test('with a person’s own colours every bar keeps its outline, and without motion nothing moves', async () => {
  const page = await browser.newPage({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto(`${origin}#/e/order-saga?i=17`);
  await page.locator('#timeline .bar .shape').first().waitFor();
  const outlines = await page.evaluate(() =>
    [...document.querySelectorAll('#timeline .bar .shape')].map((shape) => {
      const { stroke, strokeWidth } = getComputedStyle(shape);
      return (
        stroke !== 'none' &&
        stroke !== getComputedStyle(document.body).backgroundColor &&
        Number.parseFloat(strokeWidth) > 0
      );
    }),
  );
  expect(outlines.length).toBeGreaterThan(3);
  expect(outlines).not.toContain(false);
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.close();
}, 60_000);

test('a run is printed whole, in black on white, and the page comes back as it was', async () => {
  const page = await browser.newPage({ colorScheme: 'dark' });
  const { complaints } = watch(page);
  await page.goto(`${origin}#/e/order-saga?i=3`);
  await page.locator('#transport').waitFor();
  // The sheet is loaded a moment after the run is there.
  await page.waitForTimeout(1500);
  const printed = await page.pdf({ format: 'A4' });
  expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(1);
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const sheet = page.locator('article.sheet');
  expect(await sheet.locator('tbody tr').count()).toBe(18);
  expect(await sheet.textContent()).toMatch(
    /The run ends as compensated[\s\S]*Timeline[\s\S]*#\/e\/order-saga/,
  );
  expect(await page.locator('#transport').isVisible()).toBe(false);
  const colours = await sheet.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return [color, backgroundColor];
  });
  expect(colours).toEqual(['rgb(25, 27, 31)', 'rgb(255, 255, 255)']);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await page.locator('article.sheet').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.close();
}, 60_000);
