/**
 * Writes the schemas in `docs/protocol`, `docs/report`, `docs/expected`, `docs/fuzz` and `docs/claims`
 * anew from those that the code reads by; tests hold them equal.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';

const root = join(import.meta.dirname, '..');
const options = {
  configFile: /** @type {const} */ (false),
  logLevel: /** @type {const} */ ('warn'),
};

/** @type {{ module: typeof import('../conformance/protocol/schema/publish.ts') }} */
const messages = await runnerImport(join(root, 'conformance/protocol/schema/publish.ts'), options);
/** @type {{ module: typeof import('../conformance/report/record/publish.ts') }} */
const record = await runnerImport(join(root, 'conformance/report/record/publish.ts'), options);
/** @type {{ module: typeof import('../conformance/suite/expected/publish.ts') }} */
const expected = await runnerImport(join(root, 'conformance/suite/expected/publish.ts'), options);
/** @type {{ module: typeof import('../conformance/fuzz/schema/publish.ts') }} */
const fuzz = await runnerImport(join(root, 'conformance/fuzz/schema/publish.ts'), options);
/** @type {{ module: typeof import('../conformance/claims/file/publish.ts') }} */
const claims = await runnerImport(join(root, 'conformance/claims/file/publish.ts'), options);

/** @type {{ module: typeof import('../conformance/explore/schema.ts') }} */
const explored = await runnerImport(join(root, 'conformance/explore/schema.ts'), options);

write('docs/protocol', messages.module.renderSchemaFiles());
write('docs/report', record.module.renderRecordSchemaFiles());
write('docs/expected', expected.module.renderExpectedSchemaFiles());
write('docs/fuzz', fuzz.module.renderSchemaFiles());
write('docs/explore', explored.module.renderExploreSchemaFiles());
write('docs/claims', claims.module.renderClaimSchemaFiles());

/** @param {string} path @param {ReadonlyMap<string, string>} files */
function write(path, files) {
  const folder = join(root, path);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.schema.json')) rmSync(join(folder, name));
  }
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}
