/** The page as a browser opens it from a disk: in light and dark, on a phone, printed, without a script. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../scripts/browsers.mjs';
import { renderHtml } from './render.ts';
import { everyVerdict } from './testing.ts';

const PATIENCE = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'unwind-report-'));
const file = join(folder, 'report.html');
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let browser: Browser;
let page: Page;
const said: string[] = [];

beforeAll(async () => {
  writeFileSync(file, renderHtml(everyVerdict()));
  const executablePath = findChromium();
  browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  page = await browser.newPage();
  page.on('console', (message) => said.push(message.text()));
  page.on('request', (request) => said.push(request.url()));
  await page.goto(pathToFileURL(file).href);
}, PATIENCE);

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const widthBeyond = (): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

const isShown = (selector: string): Promise<boolean> => page.locator(selector).first().isVisible();

describe('opened from a disk', () => {
  it('asks for nothing but itself, and its policy refuses nothing of it', () => {
    expect(said).toEqual([pathToFileURL(file).href]);
  });

  it('lets its policy run no script', async () => {
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.hasRun = true';
      document.body.append(script);
      script.remove();
      return 'hasRun' in window;
    });
    expect(ran).toBe(false);
    said.length = 0;
  });

  it('shows the rows of a filter, and the family around them', async () => {
    await page.locator('#show-degraded').check();
    expect(await page.locator('.rule:visible').count()).toBe(1);
    expect(await page.locator('.family:visible th', { hasNotText: 'runtime' }).count()).toBe(1);
    await page.locator('#show-all').check();
    expect(await page.locator('.rule:visible').count()).toBeGreaterThan(10);
  });
});

describe.each([
  ['light', 1280],
  ['dark', 320],
] as const)('in %s, %i pixels wide', (colorScheme, width) => {
  it('breaks no rule of accessibility', async () => {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await page.setViewportSize({ width, height: 800 });
    // Evaluated by the driver: the page's policy lets no script in.
    await page.evaluate(readFileSync(axe, 'utf8'));
    const { violations, passes } = (await page.evaluate(
      'axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })',
    )) as AxeResults;
    expect(passes.length).toBeGreaterThan(20);
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
    );
    expect(found).toEqual([]);
  });

  it('has the ground of its scheme', async () => {
    const ground = await page.evaluate(
      () => getComputedStyle(document.documentElement).backgroundColor,
    );
    expect(ground).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 22, 26)');
  });
});

it.each([320, 390, 768, 1920])('is no wider than a screen of %i pixels', async (width) => {
  await page.setViewportSize({ width, height: 800 });
  expect(await widthBeyond()).toBe(0);
});

describe('printed', () => {
  it('has white paper, and each failure begins a page', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const [ground, breaks] = await page.evaluate(() => [
      getComputedStyle(document.documentElement).getPropertyValue('--ground'),
      [...document.querySelectorAll('.failure')].map((one) => getComputedStyle(one).breakBefore),
    ]);
    expect(ground).toBe('#ffffff');
    expect(new Set(breaks)).toEqual(new Set(['page']));
    expect(await isShown('.filter')).toBe(false);
    expect(await isShown('#texts')).toBe(false);
  });

  it.each(['A4', 'Letter'])('fits on %s', async (format) => {
    const pdf = await page.pdf({ format });
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(5);
    expect(pages).toBeLessThan(25);
  });
});

it('keeps its shapes and words in forced colours', async () => {
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  expect(await isShown('.matrix [data-verdict="fail"] .icon')).toBe(true);
  expect(
    await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--failed'),
    ),
  ).toBe('CanvasText');
});
