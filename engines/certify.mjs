// @ts-check
/**
 * Certifies the engine in whose folder it is started, and writes its reports: `unwind.reports` of
 * that folder's package.json says into which folders, and with which options. Says which verdicts
 * differ from the report that was there before, and ends with 1 if any does.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const command = join(import.meta.dirname, '..', 'dist', 'cli.cjs');

/** Exit codes of a runtime that breaks no rule, and of one that does: both are reports. */
const CERTIFIED = [0, 1];
/** What `unwind report` makes of the record at any time. */
const MADE_AGAIN = ['report.json', 'junit.xml', 'badge.json'];

if (!existsSync(command)) {
  console.error('There is no built command: run `npm ci` in the root of the repository first.');
  process.exit(2);
}
const { unwind } = JSON.parse(readFileSync('package.json', 'utf8'));
let differences = 0;
for (const [folder, options] of Object.entries(unwind.reports)) {
  const before = verdictsIn(folder);
  const began = performance.now();
  const fresh = mkdtempSync(join(tmpdir(), 'unwind-engine-'));
  certify([...options, '--report', fresh]);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${folder}: ${seconds} s`);
  for (const name of MADE_AGAIN) rmSync(join(fresh, name), { force: true });
  cpSync(fresh, folder, { recursive: true });
  rmSync(fresh, { recursive: true });
  if (before !== null) differences += compare(before, verdictsIn(folder) ?? new Map());
}
process.exit(differences > 0 ? 1 : 0);

/** @param {string[]} options */
function certify(options) {
  const { status } = spawnSync(process.execPath, [command, 'certify', ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (!CERTIFIED.includes(status ?? -1)) process.exit(status ?? 3);
}

/** The verdicts of a report; null where there is none. @param {string} folder */
function verdictsIn(folder) {
  const record = join(folder, 'report.ndjson');
  if (!existsSync(record)) return null;
  const lines = readFileSync(record, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return new Map(
    lines
      .filter(({ kind }) => kind === 'verdict')
      .map(({ profile, id, verdict }) => [`${profile} ${id}`, verdict]),
  );
}

/** @param {Map<string, string>} before @param {Map<string, string>} after */
function compare(before, after) {
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (id) => before.get(id) !== after.get(id),
  );
  for (const id of changed) {
    console.log(`  ${id}: ${before.get(id) ?? 'not there'} → ${after.get(id) ?? 'not there'}`);
  }
  if (changed.length === 0) console.log(`  the same ${after.size} verdicts as before`);
  return changed.length;
}
