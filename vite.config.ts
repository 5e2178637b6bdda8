/** One configuration for the page (`vite`, `vite build`) and for the tests (`vitest`). */

import { cloudflareTest } from '@cloudflare/vitest-pool-workers';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findChromium, findFirefox } from './scripts/browsers.mjs';

const root = import.meta.dirname;
const chromium = findChromium();
const firefox = findFirefox();

/** Read by `testing/runs.ts`; `npm run soak` sets both. */
const env = {
  UNWIND_SOAK: process.env['UNWIND_SOAK'] ?? '',
  UNWIND_SEED: process.env['UNWIND_SEED'] ?? '',
};

/** What runs in every engine. A test that needs Node there is named `*.node.test.ts`. */
const everywhere = ['{core,simulator,testing,conformance/rules,conformance/token}/**/*.test.ts'];
const never = ['**/node_modules/**', '**/dist/**'];
const nodeOnly = '**/*.node.test.ts';
const browserOnly = '**/*.browser.test.ts';

/** In ms. Loaded machines are slow and a soak is long; a test that hangs still ends. */
const testTimeout = env.UNWIND_SOAK === '1' ? 3_600_000 : 30_000;

const node: TestProjectInlineConfiguration = {
  root,
  plugins: [svelte({ configFile: false })],
  test: {
    name: 'node',
    isolate: false,
    env,
    testTimeout,
    include: [...everywhere, '{conformance,web}/**/*.test.ts'],
    exclude: [...never, browserOnly],
  },
};

/** Only workers import these, and workers are not searched: found late, they'd reload the page. */
const ofWorkers = ['@sinclair/typebox', '@sinclair/typebox/errors', '@sinclair/typebox/value'];

const inChromium: TestProjectInlineConfiguration = {
  root,
  plugins: [svelte({ configFile: false })],
  optimizeDeps: { include: ofWorkers },
  test: {
    name: 'chromium',
    isolate: false,
    env,
    testTimeout,
    include: [...everywhere, 'web/**/*.browser.test.ts'],
    exclude: [...never, nodeOnly],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          ...(chromium === null ? {} : { executablePath: chromium }),
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
};

/** Experimental in the driver, so it holds the digests of the engines and nothing else. */
const inFirefox: TestProjectInlineConfiguration = {
  root,
  test: {
    name: 'firefox',
    env,
    testTimeout,
    include: ['testing/**/*.test.ts'],
    exclude: [...never, nodeOnly],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          channel: 'moz-firefox',
          ...(firefox === null ? {} : { executablePath: firefox }),
        },
      }),
      instances: [{ browser: 'firefox' }],
    },
  },
};

const workerd: TestProjectInlineConfiguration = {
  root,
  plugins: [cloudflareTest({ miniflare: { compatibilityDate: '2026-04-26' } })],
  test: {
    name: 'workerd',
    isolate: false,
    env,
    testTimeout,
    include: everywhere,
    exclude: [...never, nodeOnly],
  },
};

/** The development server injects styles and speaks through a socket: what is built does not. */
const withoutPolicy: Plugin = {
  name: 'without-policy',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
};

export default defineConfig({
  root: 'web',
  base: './',
  plugins: [svelte({ configFile: false }), withoutPolicy],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  test: {
    root,
    projects: [node, inChromium, workerd, ...(firefox === null ? [] : [inFirefox])],
  },
});
