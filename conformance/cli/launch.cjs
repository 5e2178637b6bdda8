#!/usr/bin/env node
/**
 * Starts the built command. Starting is most of what a short run costs, so the code comes with
 * the bytecode that the build kept of it. Where there is none, or it is of another version of
 * Node, the engine compiles the code as ever.
 */

const { readFileSync } = process.getBuiltinModule('node:fs');
const { join } = process.getBuiltinModule('node:path');
const { setFlagsFromString } = process.getBuiltinModule('node:v8');
const { Script } = process.getBuiltinModule('node:vm');

/** The build puts a name here. Names hold digests, so that no bytecode is of other code. */
const ENTRY = 'unwind.cjs';
const folder = join(__dirname, 'commands');

/** @type {Map<string, { script: import('node:vm').Script, exports: any }>} */
const loaded = new Map();

/** @type {typeof import('./main.ts')} */
const command = load(ENTRY);

// Whoever requires this file gets the command and does not start it: the build does.
module.exports = { command, folder, load, loaded };
if (require.main === module) {
  optimizeLate();
  // Code that is run as a script of its own has no `import` of modules; this file has.
  // Threads are started by this file, too.
  command.main(process.argv.slice(2), (url) => import(url), __filename);
}

/**
 * Loads a piece of the command, once.
 * @param {string} name Its file's.
 */
function load(name) {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const file = join(folder, name);
  const bytecode = bytecodeOf(file);
  const script = new Script(
    `(function (exports, require, __filename) {${readFileSync(file, 'utf8')}\n})`,
    { filename: file, ...(bytecode === null ? {} : { cachedData: bytecode }) },
  );
  const piece = { script, exports: Object.create(null) };
  // Before it runs: pieces may need each other.
  loaded.set(name, piece);
  script.runInThisContext()(piece.exports, requireFor, file);
  return piece.exports;
}

/** @param {string} wanted */
function requireFor(wanted) {
  return wanted.startsWith('./') ? load(wanted.slice(2)) : require(wanted);
}

/** @param {string} of */
function bytecodeOf(of) {
  try {
    return readFileSync(`${of}.bytecode`);
  } catch {
    return null;
  }
}

/**
 * Code that is optimised as early as the engine likes to is not run often enough to pay for it,
 * and much of it is optimised twice. Of a run of 1,000 nodes this saves a third, of one of
 * 20,000 still a tenth. The flag is the engine's own business, so it is set only where that was
 * measured: in Node 20.
 */
function optimizeLate() {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=1000000');
}
