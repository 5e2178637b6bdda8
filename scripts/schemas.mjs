/** Writes `docs/protocol/*.schema.json` anew from `conformance/protocol/schema`; a test holds the two equal. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'protocol');
/** @type {{ module: typeof import('../conformance/protocol/schema/publish.ts') }} */
const { module } = await runnerImport(join(root, 'conformance/protocol/schema/publish.ts'), {
  configFile: false,
  logLevel: 'warn',
});

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) {
  if (name.endsWith('.schema.json')) rmSync(join(folder, name));
}
for (const [name, text] of module.renderSchemaFiles()) writeFileSync(join(folder, name), text);
