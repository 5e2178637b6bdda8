/**
 * Builds `dist/`: the library's entries with their types, the command, and the page.
 * `node scripts/build.mjs library types command page` builds only what is named.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { build } from 'vite';

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

const steps = { library, types, command, page };

/** The entries share chunks; packages stay imports, since npm installs them. */
async function library() {
  await buildForNode({ input: ENTRIES, external: true, minify: false, chunks: 'chunks' });
}

/** One file and a chunk for each command, packages included, so that it starts fast. */
async function command() {
  await buildForNode({
    input: { cli: 'conformance/cli/main.ts' },
    external: false,
    minify: true,
    chunks: 'commands',
    banner: '#!/usr/bin/env node',
  });
}

async function page() {
  await build({
    root: join(root, 'web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
  });
}

/**
 * @param {{ input: Record<string, string>, external: boolean, minify: boolean, chunks: string,
 *   banner?: string }} options
 */
async function buildForNode({ input, external, minify, chunks, banner }) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { target: 'node', ...(external ? {} : { noExternal: true }) },
    build: {
      ssr: true,
      target: 'node20',
      minify,
      emptyOutDir: false,
      outDir: dist,
      // What is bundled keeps its licences beside it.
      license: external ? false : { fileName: `${chunks}/licenses.md` },
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(input).map(([name, source]) => [name, join(root, source)]),
        ),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: `${chunks}/[name]-[hash].js`,
          ...(banner === undefined ? {} : { banner: (chunk) => (chunk.isEntry ? banner : '') }),
        },
      },
    },
  });
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
