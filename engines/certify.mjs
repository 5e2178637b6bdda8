// @ts-check
/**
 * Certifies the engine in whose folder it is started, and writes its reports: `unwind.reports` of
 * that folder's package.json says where, and with which options. Says which verdicts differ from
 * the report that was there before, and ends with 1 if any does.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const command = join(import.meta.dirname, '..', 'dist', 'cli.cjs');

/** Of a runtime that breaks a rule, and of one that doesn't: both are reports. */
const CERTIFIED = [0, 1];

if (!existsSync(command)) {
  console.error('There is no built command: run `npm ci` in the folder above this one first.');
  process.exit(2);
}
const { unwind } = JSON.parse(readFileSync('package.json', 'utf8'));
let differences = 0;
for (const [file, options] of Object.entries(unwind.reports)) {
  const before = existsSync(file) ? verdictsIn(readFileSync(file, 'utf8')) : null;
  const began = performance.now();
  const report = await certify(options);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, report);
  console.log(`${file}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  differences += compare(before, verdictsIn(report));
}
process.exit(differences > 0 ? 1 : 0);

/** @param {string[]} options @returns {Promise<string>} */
function certify(options) {
  const child = spawn(process.execPath, [command, 'certify', ...options, '--format', 'json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let report = '';
  child.stdout.on('data', (text) => {
    report += text;
  });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      if (!CERTIFIED.includes(code ?? -1)) process.exit(code ?? 3);
      resolve(report);
    });
  });
}

/** @param {string} report @returns {Map<string, string>} */
function verdictsIn(report) {
  const { profiles } = JSON.parse(report);
  return new Map(
    profiles.flatMap((/** @type {any} */ { profile, rules }) =>
      rules.map((/** @type {any} */ { id, verdict }) => [`${profile} ${id}`, verdict]),
    ),
  );
}

/** @param {Map<string, string> | null} before @param {Map<string, string>} after */
function compare(before, after) {
  if (before === null) return 0;
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => before.get(id) !== after.get(id),
  );
  for (const id of changed) {
    console.log(`  ${id}: ${before.get(id) ?? 'not there'} → ${after.get(id) ?? 'not there'}`);
  }
  if (changed.length === 0) console.log(`  the same ${after.size} verdicts as before`);
  return changed.length;
}
