/** Keeps the bytecode of the built command: of all code that runs of the examples go through. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';

const root = join(import.meta.dirname, '..');
const nowhere = { write: () => {}, isTerminal: false, columns: null };

/** @type {import('../conformance/cli/host.ts').Host} */
const host = {
  out: nowhere,
  err: nowhere,
  input: Readable.from([]),
  environment: { LANG: 'C.UTF-8' },
  platform: process.platform,
  interrupted: async () => {},
};

/** @param {string} launcher It looks for the bytecode of a piece beside the piece. */
export async function keepBytecode(launcher) {
  const { command, folder, load, loaded } = createRequire(import.meta.url)(launcher);
  for (const words of runsOfExamples()) {
    const code = await command.runCommand(words, host);
    if (code !== 0) throw new Error(`unwind ${words.join(' ')} ended with ${code}`);
  }
  for (const name of readdirSync(folder)) if (name.endsWith('.cjs')) load(name);
  for (const [name, { script }] of loaded) {
    const file = join(folder, `${name}.bytecode`);
    // Put into its place at once: the command may be started while it is built.
    writeFileSync(`${file}.new`, script.createCachedData());
    renameSync(`${file}.new`, file);
  }
}

function runsOfExamples() {
  /** @type {readonly import('../conformance/cli/examples.ts').Example[]} */
  const examples = JSON.parse(readFileSync(join(root, 'examples/index.json'), 'utf8'));
  return examples.flatMap((example) => {
    const document = join(root, 'examples', example.document);
    const run = ['run', document, '--scenario', join(root, 'examples', example.scenario)];
    return [['check', document], run, [...run, '--format', 'json']];
  });
}
