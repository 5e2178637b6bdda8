/**
 * `npm run bench`: measures what is built from the sources as they are. `-- --json` prints
 * JSON, `-- saga growth` measures these groups alone.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const outDir = join(root, 'node_modules/.cache/unwind-bench');
const words = process.argv.slice(2);

const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), 'command'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (built.status !== 0) process.exit(1);
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  // As the command is built, save the schema validator, which finds its own parts by its path.
  ssr: { target: 'node', noExternal: true, external: ['libxml2-wasm'] },
  build: {
    ssr: true,
    target: 'node20',
    minify: true,
    outDir,
    rolldownOptions: { input: { main: join(root, 'bench/main.ts') } },
  },
});

/** @type {typeof import('./main.ts')} */
const { main } = await import(join(outDir, 'main.js'));
try {
  main({
    root,
    json: words.includes('--json'),
    groups: words.filter((word) => word !== '--json'),
    write: (text) => process.stdout.write(text),
  });
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
