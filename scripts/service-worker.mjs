/** Writes the service worker of the built page: the source, and the digests of all its files. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Not loaded by the page. */
const LEFT_OUT = new Set(['service-worker.js', 'licenses.md']);

/**
 * @param {string} folder Of the built page. @param {string} source Path of the worker's source.
 */
export function writeServiceWorker(folder, source) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((name) => name.split(sep).join('/'))
    .filter((name) => !LEFT_OUT.has(name))
    .sort();
  const files = Object.fromEntries(names.map((name) => [name, digestOf(join(folder, name))]));
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  const text = readFileSync(source, 'utf8')
    .replace('// @ts-expect-error (the build puts it there)\n', '')
    .replace('UNWIND_FILES', () => JSON.stringify({ version, files }));
  writeFileSync(join(folder, 'service-worker.js'), text);
}

/** @param {string} path */
function digestOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
