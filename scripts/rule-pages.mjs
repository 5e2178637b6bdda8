/**
 * Writes `docs/rules` anew from the pages in `core/harness/pages`, `core/orbit/pages` and `conformance/rules`; a test holds the two equal.
 * Reads what `npm run build` left in dist.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const { renderRuleFiles } = await import(new URL('../dist/conformance.js', import.meta.url).href);
const folder = join(import.meta.dirname, '..', 'docs', 'rules');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of renderRuleFiles()) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
