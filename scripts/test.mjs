/**
 * `npm test`: format, build, types and the tests of every engine. `npm run soak` (--soak)
 * gives property tests their full counts. Ends with `N passed, N failed`; a skipped test,
 * or an engine that ran none, is a failure.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, findCommand, findFirefox } from './browsers.mjs';

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ code: number | null, output: string, seconds: number }} Ended */

const root = join(import.meta.dirname, '..');
const soak = process.argv.includes('--soak');
const seed = process.env['UNWIND_SEED'] ?? (soak ? String(Date.now() % 2 ** 31) : '');
/** No step takes a tenth of this; a step that hangs is ended by it. */
const LIMIT_MS = (soak ? 24 * 60 : 20) * 60_000;

/** The steps write into pipes, so they cannot see whether there is a terminal. */
const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: '0' };

/** @type {Count} */
const total = { passed: 0, failed: 0 };

requireChromium();
await Promise.all([
  tool('format and lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings']),
  script('build', 'scripts/build.mjs'),
]);
await Promise.all([
  tool('types', 'typescript/bin/tsc', ['--noEmit']),
  tool('types of components', 'svelte-check/bin/svelte-check', [
    '--tsconfig=tsconfig.json',
    '--fail-on-warnings',
    '--output=human',
  ]),
]);
await engines();
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

/** @param {string} name @param {string} path @param {string[]} [args] */
function tool(name, path, args) {
  return script(name, join('node_modules', path), args);
}

/**
 * Runs one script as one check; shows what it says if it fails.
 * @param {string} name @param {string} path @param {string[]} [args]
 */
async function script(name, path, args) {
  const { code, output, seconds } = await run(path, args ?? [], {});
  if (code !== 0) console.log(output);
  report(name, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }, seconds);
}

/** The tests in all engines; what the reporter counted becomes a line for each of them. */
async function engines() {
  const scratch = mkdtempSync(join(tmpdir(), 'unwind-test-'));
  const countsFile = join(scratch, 'counts.json');
  const { code, output, seconds } = await run(
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=minimal', '--reporter=./scripts/reporter.mjs'],
    { UNWIND_TEST_COUNTS: countsFile, UNWIND_SOAK: soak ? '1' : '', UNWIND_SEED: seed },
  );
  if (code !== 0) console.log(output);
  /** @type {import('./reporter.mjs').Counts} */
  const counts = existsSync(countsFile)
    ? JSON.parse(readFileSync(countsFile, 'utf8'))
    : { projects: {}, skipped: [], errors: 1 };
  rmSync(scratch, { recursive: true, force: true });

  for (const name of counts.skipped) console.log(`skipped, so failed: ${name}`);
  for (const name of ['node', 'chromium', 'workerd', 'firefox']) {
    if (name === 'firefox' && findFirefox() === null) continue;
    const count = counts.projects[name] ?? { passed: 0, failed: 0 };
    if (count.passed + count.failed === 0) console.log(`${name} ran no test, so it failed`);
    report(name, { ...count, failed: count.failed || (count.passed > 0 ? 0 : 1) });
  }
  const untold = code !== 0 && total.failed === 0 ? 1 : 0;
  const errors = Math.max(counts.errors, untold);
  report('outside of tests', { passed: 0, failed: errors }, seconds);
  if (soak) console.log(`UNWIND_SEED=${seed} npm run soak repeats this`);
}

/** @param {string} name @param {Count} count @param {number} [seconds] */
function report(name, { passed, failed }, seconds) {
  total.passed += passed;
  total.failed += failed;
  const time = seconds === undefined ? '' : `${seconds.toFixed(1)} s`;
  const counts = `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`;
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${name.padEnd(20)} ${counts} ${time.padStart(9)}`.trimEnd(),
  );
}

/**
 * @param {string} path @param {string[]} args @param {Record<string, string>} variables
 * @returns {Promise<Ended>}
 */
function run(path, args, variables) {
  const start = performance.now();
  const child = spawn(process.execPath, [join(root, path), ...args], {
    cwd: root,
    env: { ...process.env, ...colour, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  });
  let output = '';
  const collect = (/** @type {Buffer} */ chunk) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code, output, seconds: (performance.now() - start) / 1000 });
    });
  });
}

/** The tests never skip Chromium: it is there, or gets installed, or this says what to do. */
function requireChromium() {
  if (findChromium() !== null) return;
  const mayInstall = process.env['CHROME_PATH'] === undefined && process.getuid?.() === 0;
  if (mayInstall && findCommand('apt-get') !== null) {
    console.log('Found no Chrome or Chromium; installing the package chromium.');
    aptGet(['update']);
    aptGet(['install', '-y', '--no-install-recommends', 'chromium']);
    if (findChromium() !== null) return;
  }
  console.log(
    'The tests need a browser: install Chrome or Chromium, or set CHROME_PATH to the program of one, and run them again.',
  );
  console.log('\n0 passed, 1 failed');
  process.exit(1);
}

/** @param {string[]} args */
function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}
