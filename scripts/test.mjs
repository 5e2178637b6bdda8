/**
 * `npm test`: format, types, build and the tests of every engine. `npm run soak` (--soak)
 * runs property tests with their full counts. Ends with `N passed, N failed`; a skipped
 * test, or an engine that ran none, is a failure.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, findCommand, findFirefox } from './browsers.mjs';

const root = join(import.meta.dirname, '..');
const soak = process.argv.includes('--soak');
const seed = process.env['UNWIND_SEED'] ?? (soak ? String(Date.now()) : '');
const scratch = mkdtempSync(join(tmpdir(), 'unwind-test-'));
const countsFile = join(scratch, 'counts.json');

/** @type {{ name: string, passed: number, failed: number, note: string }[]} */
const results = [];

requireChromium();
await Promise.all([
  check('format and lint', 'node_modules/@biomejs/biome/bin/biome', [
    'check',
    '--error-on-warnings',
  ]),
  check('build', 'scripts/build.mjs', []),
]);
await Promise.all([
  check('types', 'node_modules/typescript/bin/tsc', ['--noEmit']),
  check('types of components', 'node_modules/svelte-check/bin/svelte-check', [
    '--tsconfig',
    'tsconfig.json',
    '--fail-on-warnings',
    '--output',
    'human',
  ]),
]);
await tests();
rmSync(scratch, { recursive: true, force: true });

const passed = sum((result) => result.passed);
const failed = sum((result) => result.failed);
console.log('');
for (const result of results) {
  const mark = result.failed > 0 ? '✗' : '✓';
  const counts = `${result.passed} passed, ${result.failed} failed`;
  console.log(`${mark} ${result.name.padEnd(20)} ${counts.padEnd(24)} ${result.note}`);
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Runs one tool as one check; says nothing unless it fails. */
async function check(
  /** @type {string} */ name,
  /** @type {string} */ script,
  /** @type {string[]} */ args,
) {
  const { code, output, seconds } = await run(script, args, 'pipe', {});
  if (code !== 0) console.log(`${name}: failed\n${output}`);
  results.push({ name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, note: seconds });
}

/** All vitest projects; what the reporter counted becomes one result for each engine. */
async function tests() {
  const { code, seconds } = await run(
    'node_modules/vitest/vitest.mjs',
    ['run', '--reporter=dot', '--reporter=./scripts/reporter.mjs'],
    'inherit',
    { UNWIND_TEST_COUNTS: countsFile, UNWIND_SOAK: soak ? '1' : '', UNWIND_SEED: seed },
  );
  if (!existsSync(countsFile)) {
    results.push({ name: 'tests', passed: 0, failed: 1, note: `vitest ended with ${code}` });
    return;
  }
  /** @type {{ projects: Record<string, import('./reporter.mjs').Count>, skipped: string[], errors: number }} */
  const { projects, skipped, errors } = JSON.parse(readFileSync(countsFile, 'utf8'));
  const engines = ['node', 'chromium', 'workerd', ...(findFirefox() === null ? [] : ['firefox'])];
  for (const name of engines) {
    const count = projects[name] ?? { passed: 0, failed: 0, skipped: 0, seconds: 0 };
    const ranNone = count.passed + count.failed === 0;
    results.push({
      name,
      passed: count.passed,
      failed: count.failed + count.skipped + (ranNone ? 1 : 0),
      note: ranNone ? 'ran no test' : count.skipped > 0 ? `${count.skipped} skipped` : '',
    });
  }
  for (const name of skipped) console.log(`skipped, which counts as failed: ${name}`);
  if (errors > 0) results.push({ name: 'outside of tests', passed: 0, failed: errors, note: '' });
  const counted = results.some((result) => result.failed > 0);
  if (code !== 0 && !counted) {
    results.push({ name: 'vitest', passed: 0, failed: 1, note: `ended with ${code}` });
  }
  if (soak) console.log(`seed ${seed}: UNWIND_SEED=${seed} npm run soak repeats it`);
  results.push({ name: 'all engines', passed: 0, failed: 0, note: seconds });
}

/**
 * @param {string} script @param {string[]} args @param {'pipe' | 'inherit'} stdio
 * @param {Record<string, string>} variables
 * @returns {Promise<{ code: number | null, output: string, seconds: string }>}
 */
function run(script, args, stdio, variables) {
  const start = performance.now();
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: ['ignore', stdio, stdio],
  });
  let output = '';
  const collect = (/** @type {Buffer} */ chunk) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ code, output, seconds: `${((performance.now() - start) / 1000).toFixed(1)} s` });
    });
  });
}

/** The tests never skip Chromium: it is there, or gets installed, or this says what to do. */
function requireChromium() {
  if (findChromium() !== null) return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && findCommand('apt-get') !== null) {
    console.log('No Chrome or Chromium found: installing the package chromium.');
    aptGet(['update']);
    aptGet(['install', '-y', '--no-install-recommends', 'chromium']);
    if (findChromium() !== null) return;
  }
  console.error(
    'The tests drive a real browser: install Chrome or Chromium, or set CHROME_PATH to its program, and run them again.',
  );
  console.log('0 passed, 1 failed');
  process.exit(1);
}

/** @param {string[]} args */
function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** @param {(result: { passed: number, failed: number }) => number} of */
function sum(of) {
  return results.reduce((total, result) => total + of(result), 0);
}
