/**
 * Builds `dist/`: the library's entries with their types, the command, the page, and the page as
 * one file. `node scripts/build.mjs library types command page file` builds only what is named.
 */
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { build } from 'vite';
import { keepBytecode } from './bytecode.mjs';
import { buildOneFile } from './one-file.mjs';
import { writeServiceWorker } from './service-worker.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** Name of the built file → its source. The names are those of `exports` in package.json. */
const ENTRIES = {
  index: 'index.ts',
  core: 'core/index.ts',
  simulator: 'simulator/index.ts',
  live: 'simulator/live/index.ts',
  conformance: 'conformance/index.ts',
};

const steps = { library, types, command, page, file };

/** The entries share chunks; packages stay imports, since npm installs them. */
async function library() {
  await buildForNode(ENTRIES, {
    ssr: { target: 'node' },
    output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
  });
}

/**
 * Pieces, packages included, and their bytecode, so that it starts fast: each command loads what
 * it needs. Their names hold digests, since an engine tells the code that bytecode is of by
 * nothing but its length.
 */
async function command() {
  const folder = join(dist, 'commands');
  const { output } = await buildForNode(
    { unwind: 'conformance/cli/main.ts' },
    {
      ssr: { target: 'node', noExternal: true },
      alias: { '@noble/hashes/sha2.js': join(root, 'conformance/cli/native-sha256.ts') },
      minify: true,
      // What is bundled keeps its licences beside it.
      license: { fileName: 'commands/licenses.md' },
      output: {
        format: 'cjs',
        entryFileNames: 'commands/[name]-[hash].cjs',
        chunkFileNames: 'commands/[name]-[hash].cjs',
      },
    },
  );
  const name = basename(output[0].fileName);
  const launcher = join(dist, 'cli.cjs');
  const source = readFileSync(join(root, 'conformance/cli/launch.cjs'), 'utf8');
  writeFileSync(launcher, source.replace('unwind.cjs', name));
  chmodSync(launcher, 0o755);
  const pieces = new Set(output.map(({ fileName }) => basename(fileName)));
  for (const old of readdirSync(folder)) {
    if (old.includes('.cjs') && !pieces.has(old.replace('.bytecode', '')))
      rmSync(join(folder, old));
  }
  await keepBytecode(launcher);
}

async function page() {
  await build({
    root: join(root, 'web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
  });
  writeServiceWorker(join(dist, 'web'), join(root, 'web/offline/service-worker.js'));
}

async function file() {
  await buildOneFile(root, join(dist, 'playground.html'));
}

/**
 * @param {Record<string, string>} input Name of the built file → its source.
 * @param {{ ssr: import('vite').SSROptions, alias?: Record<string, string>, minify?: boolean, license?: { fileName: string },
 *   output: import('vite').Rolldown.OutputOptions }} options
 */
async function buildForNode(input, { ssr, alias = {}, minify = false, license, output }) {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr,
    resolve: { alias },
    build: {
      ssr: true,
      target: 'node20',
      minify,
      emptyOutDir: false,
      outDir: dist,
      license: license ?? false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(input).map(([name, source]) => [name, join(root, source)]),
        ),
        output,
      },
    },
  });
  return /** @type {import('vite').Rolldown.RolldownOutput} */ (built);
}

/** Declarations by the compiler, one beside each other as the sources are. */
function types() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: ['index.ts'] },
    ts.sys,
    root,
  );
  const program = ts.createProgram(
    Object.values(ENTRIES).map((source) => join(root, source)),
    {
      ...options,
      allowJs: false,
      checkJs: false,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir: join(dist, 'types'),
    },
  );
  const { diagnostics } = program.emit();
  if (diagnostics.length > 0) {
    throw new Error(
      ts.formatDiagnostics(diagnostics, {
        getCurrentDirectory: () => root,
        getCanonicalFileName: (name) => name,
        getNewLine: () => '\n',
      }),
    );
  }
}

const chosen = process.argv.slice(2);
if (chosen.length === 0) rmSync(dist, { recursive: true, force: true });
for (const [name, step] of Object.entries(steps)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const start = performance.now();
  try {
    await step();
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
  console.log(`${name} built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
