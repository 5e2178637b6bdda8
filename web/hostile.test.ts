/**
 * The built page before strangers' documents, links and files: nothing of them runs, nothing is
 * asked of the network, nothing hangs, and each is told or shown as what it is.
 */

import { deflateRawSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeRecord } from '../conformance/report/record/write.ts';
import { smallReport } from './reports/testing.ts';
import { openBrowser, type Served, serveBuilt, type Watched, watch } from './testing/built.ts';
import { tokenFor } from './testing/token.ts';

let served: Served;
let browser: Browser;
let page: Page;
let watched: Watched;
let origin = '';

beforeAll(async () => {
  served = await serveBuilt();
  origin = `http://127.0.0.1:${served.port}/`;
  browser = await openBrowser();
  page = await browser.newPage();
  watched = watch(page);
  await page.goto(origin);
  await page.locator('#transport').waitFor();
});
afterAll(async () => {
  await browser?.close();
  served?.close();
});

/** Whatever was shown: no script of it ran, nothing was refused by the policy, nothing was fetched. */
async function expectHarmless(): Promise<void> {
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
  expect(watched.complaints).toEqual([]);
  const strange = watched.asked.filter(
    (url) => !url.startsWith(origin) && !url.startsWith('data:'),
  );
  expect(strange).toEqual([]);
  const links = await page.evaluate(() =>
    [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? ''),
  );
  expect(links.filter((href) => !/^(?:#|https:\/\/|\.{0,2}\/)/.test(href))).toEqual([]);
}

const open = (name: string, content: string | Buffer) =>
  page.locator('input[type="file"]').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  });

const packed = (value: unknown) =>
  `u1.${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

const HURT = '</script><script>window.hurt=1</script><img src=x onerror=window.hurt=1>';
const escaped = HURT.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const harness = (nodes: string) =>
  `<harness xmlns="https://harnessxml.com/spec/1.0" id="x" specVersion="1.0"><nodes>${nodes}</nodes></harness>`;
const BOMB = `<!DOCTYPE harness [<!ENTITY a "${'ha'.repeat(50)}"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>${harness('<node id="a" type="task" name="&c;"/>')}`;
const REMOTE = `<!DOCTYPE harness SYSTEM "https://evil.test/x.dtd">${harness('<node id="a" type="task"/>')}`;

describe('a document', () => {
  test.each([
    [
      'with markup in its names',
      harness(`<node id="a" type="task" name="${escaped}" impl="javascript:window.hurt=1"/>`),
      '#graph button',
    ],
    ['that is a billion laughs', BOMB, '.problems'],
    ['that names a DTD elsewhere', REMOTE, '.problems'],
    ['of nothing but markup', '<script>window.hurt=1</script>', '.problems'],
  ])(
    '%s harms nothing',
    async (_, document, shown) => {
      await open('a.hxml', document);
      await page.locator(shown).first().waitFor({ timeout: 10_000 });
      await expectHarmless();
    },
    30_000,
  );
});

describe('a link', () => {
  const heading = (name: RegExp) => page.getByRole('heading', { name }).first().waitFor();

  test.each([
    ['of markup', `#/l/${encodeURIComponent(HURT)}`, /no lesson/],
    ['to a script', '#javascript:window.hurt=1', /no page/],
    ['that is huge', `#/x/u1.${'A'.repeat(60_000)}`, /too long/],
    ['of a newer version', '#/x/u7.AAAA', /no run that can be shown/],
    [
      'that would fill the memory',
      `#/x/u1.${deflateRawSync(Buffer.alloc(12 << 20)).toString('base64url')}`,
      /no run that can be shown/,
    ],
    ['whose document is a billion laughs', `#/x/${tokenFor(BOMB)}`, /no run that can be shown/],
    [
      'of a play with other members',
      `#/p/${packed({ v: 1, src: { toString: 'x' }, __proto__: { a: 1 } })}`,
      /can not be shown/,
    ],
    [
      'of a play with markup',
      `#/p/${packed({ v: 1, title: HURT, src: harness('<node id="a" type="task"/>'), scenario: '{}' })}`,
      /script/,
    ],
  ])(
    '%s harms nothing',
    async (_, hash, name) => {
      await page.goto(origin + hash);
      await heading(name);
      await expectHarmless();
    },
    30_000,
  );
});

describe('a file', () => {
  test('of a report with markup harms nothing, nor do its failures', async () => {
    await open('report.ndjson', [...writeRecord(smallReport(HURT), 1)].join(''));
    await page.getByRole('button', { name: 'Close the report' }).waitFor();
    await expectHarmless();
    await page.getByRole('button', { name: 'Step through it' }).click();
    await page.getByRole('button', { name: 'Back to the report' }).waitFor();
    await page.getByRole('button', { name: 'Close the report' }).click();
    await expectHarmless();
  }, 30_000);

  test('of a trace with markup harms nothing', async () => {
    const event = {
      seq: 1,
      at: 0,
      cause: null,
      type: 'attempt.started',
      node: HURT,
      unit: HURT,
      attempt: 1,
      purpose: 'forward',
      key: HURT,
    };
    await open('t.ndjson', JSON.stringify(event));
    await page.getByRole('button', { name: 'Close the trace' }).click();
    await expectHarmless();
  }, 30_000);

  test.each([
    ['is no text', Buffer.from([0x80, 0xff, 0x00]), 'not UTF-8'],
    ['nests without end', `${'{"kind":"header","a":'}${'['.repeat(2_000_000)}`, 'not JSON'],
  ])(
    'that %s is told as what it is',
    async (_, content, words) => {
      await open('report.ndjson', content);
      const alert = page.getByRole('alert').filter({ hasText: words });
      await alert.waitFor();
      await alert.getByRole('button', { name: 'Close' }).click();
      await expectHarmless();
    },
    30_000,
  );
});
