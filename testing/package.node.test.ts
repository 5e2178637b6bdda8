/** The package as someone who installs it gets it. Reads what `npm run build` left in dist. */

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const manifest: {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const command = manifest.bin['unwind'] ?? '';

let consumer = '';
let packed: readonly string[] = [];

/** Installs as npm would, without a registry: the tarball, and links to its dependencies. */
beforeAll(() => {
  expect(existsSync(join(root, 'dist')), 'run `npm run build` first').toBe(true);
  consumer = mkdtempSync(join(tmpdir(), 'unwind-consumer-'));
  const npm = ['pack', '--ignore-scripts', '--json', '--pack-destination', consumer];
  const [pack] = JSON.parse(execFileSync('npm', npm, { cwd: root, encoding: 'utf8' }));
  packed = pack.files.map((file: { path: string }) => file.path);
  execFileSync('tar', ['-xzf', pack.filename], { cwd: consumer });
  for (const name of Object.keys(manifest.dependencies))
    link(name, join(root, 'node_modules', name));
  link('unwind', join(consumer, 'package'));
  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }');
}, 60_000);

afterAll(() => rmSync(consumer, { recursive: true, force: true }));

test('holds every file that package.json names, and no sources or tests', () => {
  const named = [...Object.values(manifest.exports), manifest.bin].flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry),
  );
  expect(packed).toEqual(expect.arrayContaining(named.map((path) => path.replace('./', ''))));
  expect(packed.filter((path) => /\.test\.|(?<!\.d)\.ts$/.test(path))).toEqual([]);
});

const entries = Object.keys(manifest.exports)
  .filter((name) => !name.endsWith('.json'))
  .map((name) => name.replace('.', 'unwind'));

test.each(entries)('%s can be imported with nothing but its dependencies', (entry) => {
  const script = `console.log(Object.keys(await import('${entry}')).length)`;
  const arguments_ = ['--input-type=module', '--eval', script];
  expect(execFileSync(process.execPath, arguments_, { cwd: consumer, encoding: 'utf8' })).toMatch(
    /\d/,
  );
});

test('has types for a consumer that resolves modules as Node does', () => {
  const imports = entries.map((entry, index) => `import * as entry${index} from '${entry}';`);
  const uses = entries.map((_, index) => `export const use${index} = entry${index};`);
  const wrong = `import type { Workflow } from 'unwind/core';\nexport const broken: Workflow = 1;`;
  expect(problemsOf([...imports, ...uses, wrong].join('\n'))).toEqual([
    `Type 'number' is not assignable to type 'Workflow'.`,
  ]);
}, 60_000);

test('brings a command that says what it does', () => {
  const path = join(consumer, 'package', command);
  expect(readFileSync(path, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  const help = execFileSync(process.execPath, [path, '--help'], {
    cwd: consumer,
    encoding: 'utf8',
  });
  expect(help).toContain('check');
});

function link(name: string, target: string): void {
  const path = join(consumer, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}

function problemsOf(text: string): readonly string[] {
  const file = join(consumer, 'consumer.ts');
  writeFileSync(file, text);
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    skipDefaultLibCheck: true,
    noEmit: true,
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
